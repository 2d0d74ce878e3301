/**
 * The inbox in the member's language. English stands where it is shown and is the key; the other languages have a file
 * each in texts/, loaded before anything is drawn. The language is the first of the browser's that there is, otherwise English.
 */

type Texts = Record<string, string>

const LOADERS: Record<string, () => Promise<{ texts: Texts }>> = {
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  ja: () => import('./texts/ja.ts'),
}

/** The language that is shown, such as de. */
export const language =
  navigator.languages.map((tag) => tag.split('-')[0] as string).find((one) => one === 'en' || one in LOADERS) ?? 'en'

// If its file does not load, English is shown.
const loaded: Texts = (await LOADERS[language]?.().catch(() => null))?.texts ?? {}
const plurals = new Intl.PluralRules(language)

/**
 * A text in the member's language. {0}, {1} are filled in. A text that depends on its first value, a number, has the form
 * for one and the form for all others, with a | between them.
 */
export function t(text: string, ...values: (string | number | null | undefined)[]): string {
  const forms = (loaded[text] ?? text).split('|')
  const form = forms.length > 1 && plurals.select(Number(values[0])) === 'one' ? forms[0] : forms.at(-1)
  return (form as string).replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)] ?? ''))
}
