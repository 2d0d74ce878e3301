/** One text: the script on every page of a shop has it, and the list is longer. */
const CODES = 'en de fr es it pt nl ja ar cs da nb fi ko pl ro sv tr zh'

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text
export type Language = Words<typeof CODES>

/** The languages the widget speaks by itself; a store may add texts for others. */
export const LANGUAGES = CODES.split(' ') as Language[]

/** The first of the wanted tags that we speak, as our language; English where there is none. */
export function pickLanguage(...wanted: (string | null | undefined)[]): { tag: string; language: Language } {
  for (const tag of wanted) {
    // Norwegian of any kind is the one that most write.
    const language = tag
      ?.toLowerCase()
      .split(/[-_]/)[0]
      ?.replace(/^n[no]$/, 'nb') as Language
    if (tag && LANGUAGES.includes(language)) return { tag: canonical(tag) ?? language, language }
  }
  return { tag: 'en', language: 'en' }
}

export const isRightToLeft = (tag: string): boolean => /^(ar|fa|he|ur)\b/i.test(tag)

/** The tag as browsers spell it; undefined for one that is malformed. */
export function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replace(/_/g, '-'))[0]
  } catch {
    return undefined
  }
}
