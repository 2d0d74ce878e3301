import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { fromBase32, toBase32 } from '#base/base32.ts'

/**
 * Addresses and Message-IDs that say what they belong to and cannot be made up (spec C11.10).
 *
 * A token is 35 bytes: which store (7), which record (16) and a MAC over both (12). In base32 these are 56 letters
 * without a padding bit, so each token has one spelling but for case, and `bounce+{token}` stays under the 64 octets that
 * a local part may have (RFC 5321, 4.5.3.1.1).
 */
/** What addresses are made with, the newest first: it makes them, and each of them is good. */
export type AddressKeys = readonly [Buffer, ...Buffer[]]

const STORE_BYTES = 7
const ID_BYTES = 16
const MAC_BYTES = 12
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What an address is for: `reply+…` names a conversation, `bounce+…` and `forward+…` a message of ours. */
type TokenUse = 'reply' | 'bounce' | 'forward'

export interface AddressToken {
  use: TokenUse
  /** `storeKeyOf` the store that the address was made for. */
  storeKey: string
  /** Id of the conversation or, of a `bounce+` or `forward+` address, of the message. */
  id: string
}

/** By what a store is found, or compared, when all that is known is an address: 14 hex digits. */
export function storeKeyOf(shopId: string): string {
  return storeBytes(shopId).toString('hex')
}

/**
 * `reply+{token}@domain`. Null for an id that is not a lowercase UUID: an imported conversation may have any id, and is then
 * found by Message-ID alone.
 */
export function makeReplyAddress(
  keys: AddressKeys,
  shopId: string,
  conversationId: string,
  domain: string,
): string | null {
  return makeAddress('reply', keys[0], shopId, conversationId, domain)
}

/** `bounce+{token}@domain`, the return path of a message of ours. Null for an id that is not a lowercase UUID. */
export function makeBounceAddress(keys: AddressKeys, shopId: string, messageId: string, domain: string): string | null {
  return makeAddress('bounce', keys[0], shopId, messageId, domain)
}

/** `forward+{token}@domain`, where answers to a forwarded mail go: it names the note that tells of it. Null as above. */
export function makeForwardAddress(
  keys: AddressKeys,
  shopId: string,
  messageId: string,
  domain: string,
): string | null {
  return makeAddress('forward', keys[0], shopId, messageId, domain)
}

/** What an address of ours names, in any case; null if it is not one, or was not made with one of these keys. */
export function readAddress(keys: AddressKeys, address: string): AddressToken | null {
  const [, use = '', token = ''] = /^(reply|bounce|forward)\+([a-z2-7]{56})@/i.exec(address) ?? []
  if (!token) return null
  const bytes = fromBase32(token.toUpperCase())
  const [body, mac] = [bytes.subarray(0, STORE_BYTES + ID_BYTES), bytes.subarray(STORE_BYTES + ID_BYTES)]
  const kind = use.toLowerCase() as TokenUse
  if (!keys.some((key) => timingSafeEqual(mac, sign(key, kind, body, MAC_BYTES)))) return null
  const hex = body.toString('hex', STORE_BYTES)
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return { use: kind, storeKey: body.toString('hex', 0, STORE_BYTES), id }
}

/** `<{messageId}.{mac}@domain>` for a message of ours; its id is a UUID. */
export function makeMessageId(keys: AddressKeys, messageId: string, domain: string): string {
  return `<${messageId}.${messageMac(keys[0], messageId)}@${domain}>`
}

/**
 * The message that a Message-ID of ours names, whatever its store: who looks it up does so within one. Null when it is
 * none, or was not made with one of these keys.
 */
export function readMessageId(keys: AddressKeys, header: string): string | null {
  const [, messageId = '', mac = ''] = /^<?([0-9a-f-]{36})\.([a-z2-7]{26})@[^<>\s@]+>?$/i.exec(header.trim()) ?? []
  if (!mac) return null
  const id = messageId.toLowerCase()
  const given = Buffer.from(mac.toLowerCase())
  return keys.some((key) => timingSafeEqual(Buffer.from(messageMac(key, id)), given)) ? id : null
}

function makeAddress(use: TokenUse, key: Buffer, shopId: string, id: string, domain: string): string | null {
  if (!UUID.test(id)) return null
  const body = Buffer.concat([storeBytes(shopId), Buffer.from(id.replaceAll('-', ''), 'hex')])
  return `${use}+${toBase32(Buffer.concat([body, sign(key, use, body, MAC_BYTES)])).toLowerCase()}@${domain}`
}

const messageMac = (key: Buffer, messageId: string) => toBase32(sign(key, 'message-id', messageId, 16)).toLowerCase()

const storeBytes = (shopId: string) => createHash('sha256').update(shopId).digest().subarray(0, STORE_BYTES)

/** The use is part of what is signed, so that no address is good for another use. */
function sign(key: Buffer, use: string, body: Buffer | string, bytes: number): Buffer {
  return createHmac('sha256', key).update(`${use}\0`).update(body).digest().subarray(0, bytes)
}
