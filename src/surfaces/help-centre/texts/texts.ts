import { languagePart } from '#base/language-tags.ts'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type HelpTexts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'

const TEXTS: Record<string, HelpTexts> = nullPrototypeRecord({ ar, de, en, es, fr, it, ja, nl, pt })

/** Languages that have texts; the first is what is said where none of them is wanted. */
export const textLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja', 'ar']

/** The texts of a language; English for those that have none. */
export const textsOf = (locale: string): HelpTexts => TEXTS[languagePart(locale)] ?? en

/** A text with its places filled. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole))
