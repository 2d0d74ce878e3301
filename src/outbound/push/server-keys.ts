import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** What push services know this installation by (RFC 8292, "VAPID"). */

/** Push services take proofs for a day at most. */
const PROOF_S = 12 * 60 * 60

interface ServerKey {
  /** 65 bytes in base64url: browsers are told it, and take pushes of no other. */
  publicKey: string
  privateKey: KeyObject
}

/** The newest key is what browsers are told; older ones still send to those that were told them. */
export class ServerKeys {
  readonly #keys: ServerKey[]
  readonly #contact: string
  readonly publicKey: string

  /** Private keys of 32 bytes, the newest first; `contact`: an https: or mailto: address of who runs the service. */
  constructor(keys: readonly [Buffer, ...Buffer[]], contact: string) {
    this.#keys = keys.map(openKey)
    this.#contact = contact
    this.publicKey = (this.#keys[0] as ServerKey).publicKey
  }

  knows(publicKey: string): boolean {
    return this.#keys.some((one) => one.publicKey === publicKey)
  }

  /** The header that proves to an endpoint's push service who sends; null where `publicKey` is of no key that is known. */
  proofFor(endpoint: URL, publicKey: string, now: Date): string | null {
    const key = this.#keys.find((one) => one.publicKey === publicKey)
    if (!key) return null
    const claims = { aud: endpoint.origin, exp: Math.floor(now.getTime() / 1000) + PROOF_S, sub: this.#contact }
    const text = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(text), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
  }
}

function openKey(bytes: Buffer): ServerKey {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const jwk = { kty: 'EC', crv: 'P-256', d: bytes.toString('base64url'), x, y }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
