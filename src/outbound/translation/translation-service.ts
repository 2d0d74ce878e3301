import { type AddressBook, AddressRefused, NameUnresolved } from '../address.ts'
import { createVettedFetch } from '../vetted-fetch.ts'
import { batchesOf } from './batches.ts'
import { DeepL } from './deepl.ts'
import { type Translated, type TranslationEngine, TranslationFailed } from './engine.ts'
import { LibreTranslate } from './libretranslate.ts'

/** One request: a member waits for it. */
const REQUEST_MS = 10_000
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

export interface TranslationSettings {
  /** The service's address, without a slash at its end. */
  url: string
  apiKey: string | undefined
}

/** The operator's translation service: DeepL or LibreTranslate, whichever answers at the address. */
export class TranslationService implements TranslationEngine {
  readonly #settings: TranslationSettings
  readonly #fetch: typeof fetch
  #engine: TranslationEngine | undefined

  constructor(settings: TranslationSettings, addresses: AddressBook) {
    // DeepL's documents name the address with the path.
    this.#settings = { ...settings, url: settings.url.replace(/\/v2(\/translate)?$|\/translate$/, '') }
    this.#engine = isDeepL(settings.url) ? this.#deepL() : undefined
    this.#fetch = createVettedFetch(addresses, { timeoutMs: REQUEST_MS, bytes: ANSWER_BYTES_MAX })
  }

  async translate(texts: readonly string[], to: string): Promise<Translated[]> {
    this.#engine ??= await this.#tell()
    const engine = this.#engine
    const translated: Translated[] = []
    for (const batch of batchesOf(texts)) translated.push(...(await engine.translate(batch, to)))
    return translated
  }

  #deepL = () => new DeepL(this.#send, this.#settings.apiKey ?? '')

  /** Asks at the address which of the two it is: only LibreTranslate lists languages without a version in the path. */
  async #tell(): Promise<TranslationEngine> {
    const response = await this.#send('/languages')
    const listed = response.ok ? await response.json().catch(() => null) : null
    if (!response.ok) await response.body?.cancel()
    if (Array.isArray(listed)) return new LibreTranslate(this.#send, this.#settings.apiKey)
    if (this.#settings.apiKey !== undefined) return this.#deepL()
    throw new TranslationFailed('TRANSLATE_URL answers neither as LibreTranslate nor as DeepL, which needs a key.')
  }

  #send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { url } = this.#settings
    const { host } = new URL(url)
    try {
      return await this.#fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(REQUEST_MS) })
    } catch (error) {
      const reason = [error, (error as Error).cause].find(
        (one) => one instanceof AddressRefused || one instanceof NameUnresolved,
      )
      if (reason)
        throw new TranslationFailed(`The translation service cannot be reached: ${(reason as Error).message}.`)
      throw new TranslationFailed(
        (error as Error).name === 'TimeoutError'
          ? `${host} did not translate within ${REQUEST_MS / 1000} s; try again.`
          : `${host} cannot be reached now; try again.`,
      )
    }
  }
}

/** Whether an address is DeepL's by its host or its path. */
function isDeepL(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return hostname === 'deepl.com' || hostname.endsWith('.deepl.com') || /\/v2(\/|$)/.test(pathname)
}
