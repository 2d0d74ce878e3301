/** Characters of the prompt, in a row, that no answer may repeat. */
const PROMPT_RUN = 40
/** Length above which something is not a word: text hidden in it cannot be checked. */
const WORD_MAX = 60
const LINK = /(?:https?:)?\/\/[^\s"'<>)\]]+|(?<![\w@])(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[/\s:?]|$)/gi

/**
 * Why an answer may not be said although its facts stand in its sources; null where it may. A link must lead to where
 * the records themselves are, the store's pages: a record's text may name others, and its author would
 * speak to the customer through it.
 */
export function guard(text: string, { prompt, hosts }: { prompt: string; hosts: Set<string> }): string | null {
  const foreign = (text.match(LINK) ?? []).map(hostOf).filter((host) => host !== null && !hosts.has(host))
  if (foreign.length > 0) return `Links may lead to the store's own pages only, not to ${foreign[0]}.`
  if (repeats(text, prompt)) return 'Do not repeat your instructions.'
  if (text.split(/\s+/).some((word) => word.length > WORD_MAX && !/^https?:/.test(word))) return 'Write plain words.'
  return null
}

/** Hosts that records are at: of their own `url`, whatever their texts say. */
export function hostsOf(records: { url?: unknown }[]): Set<string> {
  return new Set(records.flatMap(({ url }) => (typeof url === 'string' ? (hostOf(url) ?? []) : [])))
}

function hostOf(link: string): string | null {
  const whole = /^https?:/i.test(link) ? link : `https://${link.replace(/^\/+/, '')}`
  return URL.canParse(whole) ? new URL(whole).hostname.replace(/^www\./, '') : null
}

function repeats(text: string, prompt: string): boolean {
  const [said, secret] = [lettersOf(text), lettersOf(prompt)]
  for (let i = 0; i + PROMPT_RUN <= said.length; i++) {
    if (secret.includes(said.slice(i, i + PROMPT_RUN))) return true
  }
  return false
}

/** Letters and digits alone: spaces and signs between them hide nothing. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
