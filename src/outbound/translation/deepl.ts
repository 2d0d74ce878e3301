import { type SendRequest, type Translated, type TranslationEngine, TranslationFailed, wordsOf } from './engine.ts'

/** DeepL's API, version 2. */
export class DeepL implements TranslationEngine {
  readonly #send: SendRequest
  readonly #key: string

  constructor(send: SendRequest, key: string) {
    this.#send = send
    this.#key = key
  }

  async translate(texts: readonly string[], to: string): Promise<Translated[]> {
    const response = await this.#send('/v2/translate', {
      method: 'POST',
      headers: { authorization: `DeepL-Auth-Key ${this.#key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: texts, target_lang: to.toUpperCase() }),
    })
    if (!response.ok) throw new TranslationFailed(await reasonOf(response))
    const { translations } = (await response.json()) as { translations?: unknown }
    const read = Array.isArray(translations) ? translations.map(readTranslation) : []
    if (read.length !== texts.length) throw new TranslationFailed('DeepL returned another number of texts.')
    return read
  }
}

function readTranslation(value: unknown): Translated {
  const { text, detected_source_language: from } = value as Record<string, unknown>
  if (typeof text !== 'string') throw new TranslationFailed('DeepL returned no text.')
  return { text, from: typeof from === 'string' ? from.toLowerCase() : null }
}

async function reasonOf(response: Response): Promise<string> {
  const { status } = response
  const words = await wordsOf(response)
  if (status === 403) return 'DeepL rejects the key; the operator has to check TRANSLATE_API_KEY.'
  if (status === 456) return 'The monthly limit at DeepL is used up.'
  if (status === 429) return 'DeepL has too many requests now; try again in a minute.'
  return `DeepL cannot translate this: ${words}.`
}
