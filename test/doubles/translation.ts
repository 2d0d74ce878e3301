import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** One request to a translation service. */
export interface TranslationRequest {
  path: string
  authorization: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they test
  body: any
  bytes: number
}

/** An answer instead of the usual one; undefined for that. */
type Refusal = { status: number; body: object } | 'silence' | undefined

export interface TranslationDouble {
  url: string
  /** What a server is started with to ask it. */
  env: Record<string, string>
  requests: TranslationRequest[]
  /** Answers the next requests differently. */
  refuse(refusal: Refusal): void
}

/** The language of the texts of tests. */
const languageOf = (text: string) =>
  /bonjour|merci|commande/i.test(text) ? 'fr' : /hallo|danke|bestellung/i.test(text) ? 'de' : 'en'
/** What both services make of a text. */
const translated = (text: string, to: string) => `[${to.toLowerCase()}] ${text}`

/** DeepL's API as its documentation describes it: a key, at most 50 texts and 128 KiB. */
export function startDeepL(): Promise<TranslationDouble> {
  return start('deepl-key', ({ path, authorization, body, bytes }) => {
    if (path !== '/v2/translate') return { status: 404, body: { message: 'Not found' } }
    if (authorization !== 'DeepL-Auth-Key deepl-key') return { status: 403, body: { message: 'Wrong key' } }
    if (bytes > 128 * 1024 || body.text.length > 50) return { status: 413, body: { message: 'Request too large' } }
    if (!/^[A-Z]{2}$/.test(body.target_lang)) return { status: 400, body: { message: 'target_lang not supported' } }
    const translations = body.text.map((text: string) => ({
      detected_source_language: languageOf(text).toUpperCase(),
      text: translated(text, body.target_lang),
    }))
    return { status: 200, body: { translations } }
  })
}

/** LibreTranslate; `isOld`: it names no languages for a list of texts. */
export function startLibreTranslate({ isOld = false } = {}): Promise<TranslationDouble> {
  return start(isOld ? undefined : 'libre-key', ({ path, body }) => {
    if (path === '/languages') return { status: 200, body: [{ code: 'en', name: 'English', targets: ['de', 'fr'] }] }
    if (!isOld && body?.api_key !== 'libre-key') return { status: 403, body: { error: 'Invalid API key' } }
    if (path === '/detect') return { status: 200, body: [{ confidence: 90, language: languageOf(body.q) }] }
    if (path !== '/translate') return { status: 404, body: { error: 'Not found' } }
    if (body.source !== 'auto' || body.format !== 'text') return { status: 400, body: { error: 'Bad request' } }
    const texts: string[] = body.q
    const detectedLanguage = texts.map((text) => ({ confidence: 90, language: languageOf(text) }))
    const translatedText = texts.map((text) => translated(text, body.target))
    return { status: 200, body: isOld ? { translatedText } : { translatedText, detectedLanguage } }
  })
}

async function start(
  key: string | undefined,
  answer: (request: TranslationRequest) => { status: number; body: object },
): Promise<TranslationDouble> {
  const requests: TranslationRequest[] = []
  let refusal: Refusal
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const body = bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : null
    const { authorization } = request.headers
    const received = { path: request.url ?? '', authorization, body, bytes: bytes.length }
    requests.push(received)
    if (refusal === 'silence') return
    const { status, body: document } = refusal ?? answer(received)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    env: {
      TRANSLATE_URL: url,
      CHANNEL_ALLOW_CIDRS: '127.0.0.0/8',
      ...(key !== undefined && { TRANSLATE_API_KEY: key }),
    },
    requests,
    refuse(next) {
      refusal = next
    },
  }
}
