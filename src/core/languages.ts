/** Languages that the service speaks with customers: those of the widget, of the AI agent, and of members' skills. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt'] as const
export type Language = (typeof LANGUAGES)[number]
