import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// An authenticator in software: it makes passkeys and signs with them as WebAuthn says, and lies where a test asks for it.

/** Flags of authenticator data: the person is present, was verified; a new credential follows. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (bytes: Buffer) => bytes.toString('base64url')

/** What a lie changes: each is right unless it is given. */
export interface Lies {
  origin?: string
  rpId?: string
  isVerified?: boolean
  type?: string
  crossOrigin?: boolean
  /** The counter to send; otherwise it counts up. */
  counter?: number
  /** The person that the authenticator says it is. */
  userHandle?: string | null
  /** Attestation format and its statement as CBOR. */
  attestation?: { format: string; statement: Buffer }
  /** Credential to name. */
  id?: string
}

interface Request {
  challenge: string
  rpId: string
}

interface Offer {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

export class SoftwarePasskey {
  readonly id = b64(randomBytes(32))
  readonly #key: KeyObject
  readonly #origin: string
  readonly #cose: Buffer
  #userHandle = ''
  #counter: number

  /** `origin`: of the page that the browser shows. `counter`: 0 counts nothing, as synced passkeys do. */
  constructor(origin: string, { counter = 0 }: { counter?: number } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#origin = origin
    this.#counter = counter
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
    this.#cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      point(0x21, x),
      point(0x22, y),
    ])
  }

  get counter(): number {
    return this.#counter
  }

  /** Makes the passkey for an offer of the service. */
  make({ challenge, rp, user }: Offer, lies: Lies = {}) {
    this.#userHandle = user.id
    const id = Buffer.from(lies.id ?? this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#cose])
    const data = Buffer.concat([this.#authenticatorData(lies.rpId ?? rp.id, ATTESTED, lies), credential])
    const { format, statement } = lies.attestation ?? { format: 'none', statement: Buffer.from([0xa0]) }
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(format),
      text('attStmt'),
      statement,
      text('authData'),
      bytes(data),
    ])
    return {
      id: b64(id),
      clientDataJSON: b64(this.#clientData('webauthn.create', challenge, lies)),
      attestationObject: b64(attestationObject),
      transports: ['internal'],
    }
  }

  /** Signs a request of the service. */
  sign({ challenge, rpId }: Request, lies: Lies = {}) {
    if (this.#counter > 0) this.#counter++
    const clientData = this.#clientData('webauthn.get', challenge, lies)
    const data = this.#authenticatorData(lies.rpId ?? rpId, 0, lies)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key)
    return {
      id: lies.id ?? this.id,
      clientDataJSON: b64(clientData),
      authenticatorData: b64(data),
      signature: b64(signature),
      userHandle: lies.userHandle === undefined ? this.#userHandle : lies.userHandle,
    }
  }

  #authenticatorData(rpId: string, flags: number, { isVerified = true, counter = this.#counter }: Lies): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), count])
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { origin = this.#origin, crossOrigin = false } = lies
    return Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin }))
  }
}

/** A short text in CBOR. */
export const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

function bytes(value: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0])
  head.writeUInt16BE(value.length, 1)
  return Buffer.concat([head, value])
}
