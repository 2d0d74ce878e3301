/** A text in another language. */
export interface Translated {
  text: string
  /** The language that it was in, such as `fr`; null where the service does not name it. */
  from: string | null
}

/** A service that translates. */
export interface TranslationEngine {
  /** The texts in the language `to`, in their order. Throws `TranslationFailed`. */
  translate(texts: readonly string[], to: string): Promise<Translated[]>
}

/** A translation failed. The message says why, for members. */
export class TranslationFailed extends Error {}

/** Sends a request to the service; throws what `fetch` throws. */
export type SendRequest = (path: string, init?: RequestInit) => Promise<Response>

/** What a service said about a failure: its own words, shortened. */
export async function wordsOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown }
    const words = [message, error].find((one) => typeof one === 'string' && one !== '')
    return typeof words === 'string' ? words.slice(0, WORDS_MAX) : `status ${response.status}`
  } catch {
    return `status ${response.status}`
  }
}

const WORDS_MAX = 200
