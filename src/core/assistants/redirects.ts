import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { REDIRECT_URI_MAX } from '#core/limits.ts'

/**
 * Checks where a response may be sent (OAuth 2.1, 8.4): an https address, or an app on the member's computer, by http of the
 * computer itself or by a scheme that the system passes to the app.
 */

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Schemes of programs. RFC 8252, 7.1 asks for a domain's name turned round ("com.example.app"), which no browser runs or
 * opens itself; editors took short ones, and those are named. Proof keys make up for who else might take such a scheme.
 */
const EDITOR_SCHEMES = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']
const isProgramScheme = (protocol: string) =>
  EDITOR_SCHEMES.includes(protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol)

/**
 * Publisher behind a redirect address, as far as it can be known: publishers of assistants by the hosts that they use,
 * a client app on the member's own computer, or unknown.
 */
export type Publisher = { kind: 'known'; name: string } | { kind: 'computer' } | { kind: 'unknown' }

const PUBLISHERS: Record<string, string> = nullPrototypeRecord({
  'claude.ai': 'Anthropic',
  'claude.com': 'Anthropic',
  'chatgpt.com': 'OpenAI',
  'vscode.dev': 'Microsoft',
  'insiders.vscode.dev': 'Microsoft',
})

/** What is wrong with a redirect address, or null. */
export function whyNoRedirect(text: string): string | null {
  if (text.length > REDIRECT_URI_MAX) return `is longer than ${REDIRECT_URI_MAX} characters`
  // Whatever a URL parser would correct silently is refused: what is compared is what is used.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\') || !URL.canParse(text)) return 'is not a valid address'
  const url = new URL(text)
  if (text.includes('#')) return 'must have no fragment'
  if (url.username !== '' || url.password !== '') return 'must have no user name or password'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:' && LOOPBACK.includes(url.hostname)) return null
  if (isProgramScheme(url.protocol)) return null
  return 'must be an https address, an http address of 127.0.0.1, [::1] or localhost, or one of a scheme such as com.example.app'
}

/** Whether a request's address is one of those named before: to the letter, but for the port of a loopback address. */
export function isRegistered(registered: string[], asked: string): boolean {
  if (whyNoRedirect(asked) !== null) return false
  return registered.some((one) => one === asked || (isLoopback(one) && withoutPort(one) === withoutPort(asked)))
}

export function publisherOf(redirectUri: string): Publisher {
  const { protocol, host } = new URL(redirectUri)
  if (protocol !== 'https:') return { kind: 'computer' }
  const name = PUBLISHERS[host]
  return name ? { kind: 'known', name } : { kind: 'unknown' }
}

/** Describes a redirect address for people: its host, or the scheme of a client app. */
export function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return isProgramScheme(protocol) ? protocol.slice(0, -1) : host
}

/** The address with an answer's parameters added. What is null is left out. */
export function withAnswer(redirectUri: string, answer: Record<string, string | null>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.append(name, value)
  return url.href
}

const isLoopback = (text: string) => new URL(text).protocol === 'http:'

function withoutPort(text: string): string {
  const url = new URL(text)
  url.port = ''
  return url.href
}
