import { createECDH } from 'node:crypto'
import { Resolver } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/** What values of variables are read with: undefined where one cannot be used. */

/** Values that are never repeated. */
const HIDDEN = [
  'OPERATOR_TOKEN',
  'FILES_URL',
  'SECRET_KEY',
  'AI_API_KEY',
  'GOOGLE_CLIENT_SECRET',
  'META_APP_SECRET',
  'META_VERIFY_TOKEN',
  'MICROSOFT_CLIENT_SECRET',
  'VAPID_PRIVATE_KEY',
  'TRANSLATE_API_KEY',
]

/** Maximum of a value that is repeated in a message: only its beginning is shown. */
const SHOWN_MAX = 200

/** The message for a value that cannot be used: one line, which begins with the variable's name. */
export function refusal(name: string, text: string, expected: string, reason?: string): string {
  return `${name}=${shown(name, text)}: expected ${expected}${reason ? `: ${onOneLine(reason)}` : ''}`
}

/** A value as it may be repeated: without the operator's token or a key, without a password in an address. */
function shown(name: string, text: string): string {
  if (HIDDEN.includes(name)) return `(hidden, ${text.length} characters)`
  const told = text.replace(/^([a-z][a-z\d+.-]*:\/\/)?([^:/@]*):.*@/is, '$1$2:***@')
  return onOneLine(told.length > SHOWN_MAX ? `${told.slice(0, SHOWN_MAX)}… (${text.length} characters)` : told)
}

/** Control characters, line ends among them, by their numbers. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function wholeNumber(text: string, max: number): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

export function oneOf<T extends string>(text: string, values: readonly T[]): T | undefined {
  return values.find((value) => value === text)
}

/** An address without the white space around it. What is percent-encoded in its user and password can be decoded. */
export function url(text: string, protocols: string[]): string | undefined {
  const trimmed = text.trim()
  const parsed = /^[a-z]+:\/\/\P{Cc}*$/iu.test(trimmed) ? URL.parse(trimmed) : null
  if (!parsed || !protocols.includes(parsed.protocol)) return undefined
  try {
    decodeURIComponent(parsed.username)
    decodeURIComponent(parsed.password)
    return trimmed
  } catch {
    return undefined
  }
}

/** An address without a path, a query or a fragment; a slash at its end is cut off. */
export function originUrl(text: string, protocols: string[]): string | undefined {
  const found = url(text, protocols)
  const { pathname, search, hash } = new URL(found ?? 'https://unreadable.invalid/x')
  return /^\/+$/.test(pathname) && search === '' && hash === '' ? found?.replace(/(?<!\/)\/+$/, '') : undefined
}

/** A Redis server's address, maybe with the number of a database. */
export function redisUrl(text: string): string | undefined {
  const given = url(text, ['redis:', 'rediss:'])
  return given && /^(\/\d*)?$/.test(new URL(given).pathname) ? given : undefined
}

/** A name or an address to listen on, which can be part of a URL. */
export function isHost(text: string): boolean {
  return isIP(text) === 6 ? !text.includes('%') : /^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`)
}

/** A bucket's address with its keys: the path names the bucket, and maybe a folder in it. */
export function readBucket(text: string) {
  const given = url(text, ['https:', 'http:'])
  if (!given) return undefined
  const { origin, pathname, searchParams, username, password } = new URL(given)
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  if (!/^(\/[\w.-]+)+$/.test(path) || username === '' || password === '') return undefined
  return {
    base: new URL(`${path}/`, origin),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
  }
}

/** Whether bytes are a private key of P-256. */
export function isPrivateKey(bytes: Buffer): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(bytes)
    return bytes.length === 32
  } catch {
    return false
  }
}

/** An address, or a network; none of one interface alone (`%eth0`). */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0 || !isIP(address) || address.includes('%')) return false
  if (prefix === undefined) return true
  try {
    new BlockList().addSubnet(
      address,
      /^\d+$/.test(prefix) ? Number(prefix) : -1,
      isIP(address) === 4 ? 'ipv4' : 'ipv6',
    )
    return true
  } catch {
    return false
  }
}

/** The address of a name server, maybe with a port, as Node takes it. */
export function isNameServer(text: string): boolean {
  try {
    new Resolver().setServers([text])
    return true
  } catch {
    return false
  }
}

/** A hundred years: a moment so far from now is still one for the database. */
const DURATION_MAX = 100 * 365 * 24 * 3_600_000
const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

/** Milliseconds of a duration such as 500ms, 10s, 5m or 2h. */
export function duration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h)$/.exec(text)
  const ms = match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined
  return ms !== undefined && ms <= DURATION_MAX ? ms : undefined
}
