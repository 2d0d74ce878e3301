const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/** A language tag in its usual case (`de-AT`); null for any other text. */
export function localeOf(tag: string): string | null {
  if (!TAG.test(tag)) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** The language of a tag without region and script. */
export const languagePart = (tag: string): string => tag.split('-')[0] as string

/** Whether a language is written from right to left. */
export const isRightToLeft = (tag: string): boolean => ['ar', 'fa', 'he', 'ur'].includes(languagePart(tag))
