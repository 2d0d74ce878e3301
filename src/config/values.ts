import { createECDH } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

/** What values of variables are read with: undefined where one cannot be used. */

/** Values that are never repeated. */
const HIDDEN = [
  'OPERATOR_TOKEN',
  'FILES_URL',
  'SECRET_KEY',
  'AI_API_KEY',
  'META_APP_SECRET',
  'META_VERIFY_TOKEN',
  'VAPID_PRIVATE_KEY',
]

/** A value as it may be repeated: without the operator's token or a key, without a password in an address. */
export function shown(name: string, text: string): string {
  if (HIDDEN.includes(name)) return `(hidden, ${text.length} characters)`
  return text.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:***@')
}

export function wholeNumber(text: string, max: number): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

export function oneOf<T extends string>(text: string, values: readonly T[]): T | undefined {
  return values.find((value) => value === text)
}

export function url(text: string, protocols: string[]): string | undefined {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined
}

/** A bucket's address with its keys: the path names the bucket, and maybe a folder in it. */
export function readBucket(text: string) {
  const given = url(text, ['https:', 'http:'])
  if (!given) return undefined
  const { origin, pathname, searchParams, username, password } = new URL(given)
  const path = pathname.replace(/\/+$/, '')
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

export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0 || !isIP(address)) return false
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

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

/** Milliseconds of a duration such as 500ms, 10s, 5m or 2h. */
export function duration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h)$/.exec(text)
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined
}
