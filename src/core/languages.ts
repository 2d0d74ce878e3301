/** Languages that the service speaks with customers: those of the widget, of the AI agent, and of members' skills. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of a locale, such as `de` of `de-AT`; null for one that the service does not speak. */
export function findLanguage(locale: string | null): Language | null {
  const primary = locale?.toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language === primary) ?? null
}
