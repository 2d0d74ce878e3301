import { invalidParams, ParleyError } from '#core/errors.ts'
import { TRANSLATIONS_PER_MINUTE } from '#core/limits.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { Shop } from '#database/database.ts'
import { type Translated, TranslationFailed } from '#outbound/translation/engine.ts'

/** What translates; null: nothing is configured, and translation is not offered. */
export interface TranslationDesk {
  translate: ((shop: Shop, texts: readonly string[], to: string) => Promise<Translated[]>) | null
  limits: MinuteLimits
  /** The language of texts; null where they say nothing clear. Asked where the service names none. */
  languageOf: (texts: string[]) => string | null
}

/** Translates within the store's limit; where the service names no language, the words are asked. */
export async function translateTexts(
  shop: Shop,
  texts: readonly string[],
  to: string,
  { translate, limits, languageOf }: TranslationDesk,
): Promise<Translated[]> {
  if (!translate) throw invalidParams('Translation is not set up; the operator can do so with TRANSLATE_URL.')
  await limits.take(`translate:${shop.shopId}`, TRANSLATIONS_PER_MINUTE, 'Too many translations for this store.')
  try {
    const translated = await translate(shop, texts, to)
    return translated.map(({ text, from }, i) => ({ text, from: baseOf(from) ?? languageOf([texts[i] as string]) }))
  } catch (error) {
    if (error instanceof TranslationFailed) throw new ParleyError('UNAVAILABLE', error.message)
    throw error
  }
}

/** `zh` of `zh-hans`. */
const baseOf = (language: string | null) => language?.split('-')[0] ?? null
