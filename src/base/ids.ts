import { hash, randomBytes, randomUUID } from 'node:crypto'
import { clock } from './clock.ts'

let lastMs = 0
let counter = 0

/**
 * A time-ordered UUID (version 7, RFC 9562). Within one process each is greater than the one before: the 12 bits
 * after the time count up inside a millisecond, and borrow from the next one when they run out.
 */
export function newId(): string {
  // Its random digits are taken from a store of them: asking for ten bytes costs six times as much.
  const random = randomUUID()
  const now = clock.now()
  if (now > lastMs) {
    lastMs = now
    counter = Number.parseInt(random.slice(0, 3), 16) & 0x7ff
  } else if (++counter > 0xfff) {
    lastMs++
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const count = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${random.slice(18)}`
}

/** What ids that were made at this time (in ms since 1970) or later are greater than, and earlier ones less than. */
export function idAtTime(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** `prefix` followed by `bytes` random bytes in lowercase hex: credentials and public ids. */
export function newToken(prefix: string, bytes = 16): string {
  return prefix + randomBytes(bytes).toString('hex')
}

/** What is kept of a token, and looked up by. Tokens carry 128 random bits or more, so a plain hash is enough to hide them. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
