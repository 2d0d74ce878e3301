/** Characters of which a password needs some that differ. */
const DISTINCT_MIN = 5

/**
 * What makes a password one of the first that are guessed, or null: a well-known one (of some 49,000 from leaked lists),
 * whatever its case and with digits or signs added at its end, or one of few different characters.
 */
export async function findWeakness(password: string): Promise<string | null> {
  if (new Set(password).size < DISTINCT_MIN) return `it has fewer than ${DISTINCT_MIN} different characters`
  const lower = password.toLowerCase()
  list ??= readList()
  const known = await list
  const base = lower.replace(/(?<![\d\W_])[\d\W_]+$/, '')
  return known.has(lower) || known.has(base) ? 'it is one of the most common ones' : null
}

/** Read when the first password is chosen: it takes some megabytes that most processes never need. */
let list: Promise<Set<string>> | undefined

async function readList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
