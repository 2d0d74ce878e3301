import { type SendRequest, type Translated, type TranslationEngine, TranslationFailed, wordsOf } from './engine.ts'

/** LibreTranslate, which runs on the operator's own hardware or at a provider. */
export class LibreTranslate implements TranslationEngine {
  readonly #send: SendRequest
  readonly #key: string | undefined

  constructor(send: SendRequest, key: string | undefined) {
    this.#send = send
    this.#key = key
  }

  async translate(texts: readonly string[], to: string): Promise<Translated[]> {
    // Older versions name no language for a list: then each text is asked about.
    const { translatedText, detectedLanguage } = (await this.#call('/translate', {
      q: texts,
      source: 'auto',
      target: to,
      format: 'text',
    })) as { translatedText?: unknown; detectedLanguage?: unknown }
    if (!Array.isArray(translatedText) || translatedText.length !== texts.length) {
      throw new TranslationFailed('LibreTranslate returned another number of texts.')
    }
    const named = Array.isArray(detectedLanguage) ? detectedLanguage.map(languageOf) : []
    return Promise.all(
      translatedText.map(async (text, i) => {
        if (typeof text !== 'string') throw new TranslationFailed('LibreTranslate returned no text.')
        return { text, from: named[i] ?? (await this.#detect(texts[i] as string)) }
      }),
    )
  }

  async #detect(text: string): Promise<string | null> {
    const found = await this.#call('/detect', { q: text.slice(0, DETECTED_MAX).toWellFormed() })
    return Array.isArray(found) ? languageOf(found[0]) : null
  }

  async #call(path: string, body: object): Promise<unknown> {
    const response = await this.#send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.#key === undefined ? body : { ...body, api_key: this.#key }),
    })
    if (response.ok) return response.json()
    const words = await wordsOf(response)
    throw new TranslationFailed(
      response.status === 403
        ? `LibreTranslate rejects the request: ${words}. The operator has to check TRANSLATE_API_KEY.`
        : response.status === 429
          ? 'LibreTranslate has too many requests now; try again in a minute.'
          : `LibreTranslate cannot translate this: ${words}.`,
    )
  }
}

/** Characters of a text from which its language is detected. */
const DETECTED_MAX = 1_000

function languageOf(value: unknown): string | null {
  const { language } = (value ?? {}) as { language?: unknown }
  return typeof language === 'string' ? language.toLowerCase() : null
}
