import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { RecentMap } from './recent-map.ts'

/** What a stored secret looks like: the key's id, then nonce, ciphertext and tag. Nothing of ours begins like it. */
const SEALED = /^sealed:([0-9a-f]{8}):([\w-]+)$/
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Opened secrets that stay in memory, as the keys do: each delivery needs its subscription's. */
const OPENED_MAX = 1_000

/** A stored secret that none of the keys can open: SECRET_KEY is another one than it was stored under. */
export class UnknownSecretKey extends Error {
  constructor(keyId: string) {
    super(`a stored secret needs the key ${keyId}, which is none of SECRET_KEY; name the key it was stored under`)
  }
}

/**
 * Encrypts secrets that the service has to read again (webhook, identity and second-factor secrets, credentials), so
 * that a copy of the database alone tells none of them. AES-256-GCM; the place where a secret is stored is part of what
 * is authenticated, so that nobody makes one secret another by copying a column.
 */
export class SecretBox {
  readonly #keys: Map<string, Buffer>
  /** By place and stored text. */
  readonly #opened = new RecentMap<string, string>(OPENED_MAX)
  /** The key that new secrets are stored under. */
  readonly keyId: string

  /** Keys of 32 bytes. The first stores; all of them open what they stored, so that a key can be replaced. */
  constructor(keys: [Buffer, ...Buffer[]]) {
    this.#keys = new Map(keys.map((key) => [idOf(key), key]))
    this.keyId = idOf(keys[0])
  }

  /** `place`: table, store and record, such as `webhook_subscriptions/shop_1/sub_1`. */
  seal(secret: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(this.keyId) as Buffer, nonce)
    cipher.setAAD(Buffer.from(place))
    const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `sealed:${this.keyId}:${bytes.toString('base64url')}`
  }

  /** What was sealed at this place. A secret from before there was a key is stored as it is, and returned so. */
  open(stored: string, place: string): string {
    return this.#opened.use(`${place} ${stored}`, () => this.#decrypt(stored, place))
  }

  #decrypt(stored: string, place: string): string {
    const [, keyId = '', text = ''] = SEALED.exec(stored) ?? []
    if (!keyId) return stored
    const key = this.#keys.get(keyId)
    if (!key) throw new UnknownSecretKey(keyId)
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }

  /**
   * Keys of 32 bytes for another purpose, the newest first: what is made with that one is checked against all of them, so
   * that it stays good when SECRET_KEY is replaced and the older one still named.
   */
  derive(purpose: string): [Buffer, ...Buffer[]] {
    const keys = [...this.#keys.values()].map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
    return keys as [Buffer, ...Buffer[]]
  }

  /** Whether it has to be sealed again: by another key, or not at all. */
  isStale(stored: string): boolean {
    return !stored.startsWith(`sealed:${this.keyId}:`)
  }
}

/** Names a key without telling it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('parley key id').update(key).digest('hex').slice(0, 8)
}
