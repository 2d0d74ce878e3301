/** The languages the widget speaks by itself; a store may add texts for others. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** The first of the wanted tags that we speak, as our language; English where there is none. */
export function pickLanguage(...wanted: (string | null | undefined)[]): { tag: string; language: Language } {
  for (const tag of wanted) {
    const language = tag?.toLowerCase().split(/[-_]/)[0] as Language
    if (tag && LANGUAGES.includes(language)) return { tag: canonical(tag) ?? language, language }
  }
  return { tag: 'en', language: 'en' }
}

export const isRightToLeft = (tag: string): boolean => /^(ar|fa|he|ur)\b/i.test(tag)

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replace('_', '-'))[0]
  } catch {
    return undefined
  }
}
