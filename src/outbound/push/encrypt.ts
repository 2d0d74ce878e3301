import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's side of the encryption, as `PushSubscription.toJSON` gives it. */
export interface PushKeys {
  /** Its public key: an uncompressed point of P-256, 65 bytes in base64url. */
  p256dh: string
  /** What it shares with us: 16 bytes in base64url. */
  auth: string
}

const CURVE = 'prime256v1'
const SALT_BYTES = 16
/** The one record's size: push services take bodies of 4,096 bytes (RFC 8030). */
const RECORD_BYTES = 4_096
/** Around the text: salt, record size, the length of the key and the key; what ends the text, and the tag. */
const AROUND_BYTES = SALT_BYTES + 4 + 1 + 65 + 1 + 16
/** Bytes of text that one push holds. */
export const PUSH_TEXT_BYTES = RECORD_BYTES - AROUND_BYTES

/**
 * Encrypts a text for one browser (RFC 8291, in one record of RFC 8188's aes128gcm). `made` is for tests alone: the salt
 * and the private key that are new for each push. Throws for keys that `arePushKeys` refuses, and for longer texts.
 */
export function encryptPush(text: string, { p256dh, auth }: PushKeys, made?: { salt: Buffer; key: Buffer }): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > PUSH_TEXT_BYTES)
    throw new RangeError(`push payload is ${plain.length} bytes; the limit is ${PUSH_TEXT_BYTES}`)
  const ours = createECDH(CURVE)
  if (made) ours.setPrivateKey(made.key)
  else ours.generateKeys()
  const theirKey = Buffer.from(p256dh, 'base64url')
  const ourKey = ours.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirKey, ourKey])
  const secret = derive(ours.computeSecret(theirKey), Buffer.from(auth, 'base64url'), info, 32)
  const salt = made?.salt ?? randomBytes(SALT_BYTES)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  // 2 ends the last record.
  const sealed = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, Buffer.of(ourKey.length), ourKey, ...sealed])
}

/** Whether something can be encrypted for these: a point of the curve, and 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const probe = createECDH(CURVE)
    probe.generateKeys()
    probe.computeSecret(point)
    return true
  } catch {
    return false
  }
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
