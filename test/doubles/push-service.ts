import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { type Behaviour, type Received, startReceiver } from '#test/doubles/receiver.ts'
import { until } from '#test/until.ts'

// A push service on real https, and browsers that are registered with it: it checks who sends (RFC 8292) and decrypts
// what is sent (RFC 8291, 8188) as a browser does, by means of its own.

/** What a notice says (src/core/push/push-payload.ts). */
export interface Notice {
  store: { appId: string; name: string }
  kind: string
  conversationId: string
  since: number
  actorName: string | null
  contactName: string | null
  text: string | null
}

export interface TestBrowser {
  /** What the inbox sends of it. */
  address: { endpoint: string; p256dh: string; auth: string }
  path: string
  /** Scripts what the push service answers, as a receiver's paths are. */
  on(...behaviours: Behaviour[]): void
  /** Requests so far, whatever was answered. */
  requests(): Received[]
  /** Takes `count` received pushes, once there are as many, decrypted; each is verified to be signed with `publicKey`. */
  take(count: number, publicKey: string, ms?: number): Promise<Notice[]>
}

export async function startPushService() {
  const receiver = await startReceiver()
  return {
    /** What a server needs to reach it. */
    env: { NODE_EXTRA_CA_CERTS: receiver.authority.caFile, PUSH_ALLOW_CIDRS: '127.0.0.0/8' },
    addBrowser(): TestBrowser {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomUUID()}`
      const address = {
        endpoint: receiver.url(path),
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      }
      receiver.on(path, (response) => void response.writeHead(201).end())
      return {
        address,
        path,
        on: (...behaviours) => receiver.on(path, ...behaviours),
        requests: () => receiver.received(path),
        async take(count, publicKey, ms) {
          const requests = await until(
            `${count} pushes`,
            () => {
              const found = receiver.received(path)
              return found.length >= count && found
            },
            ms,
          )
          return requests.map((request) => {
            checkProof(request, new URL(address.endpoint).origin, publicKey)
            return JSON.parse(decrypt(request.body, keys, auth)) as Notice
          })
        },
      }
    },
  }
}

/** RFC 8292: a signed token for this push service, that ends within a day. */
function checkProof({ method, headers }: Received, origin: string, publicKey: string): void {
  assert.equal(method, 'POST')
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  assert.equal(key, publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  assert.equal(read(head).alg, 'ES256')
  const { aud, exp, sub } = read(claims)
  assert.equal(aud, origin)
  const left = exp - Date.now() / 1000
  assert.ok(left > 0 && left <= 24 * 60 * 60, `the proof ends in ${left} s`)
  assert.match(sub, /^(https?:|mailto:)/)
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  assert.ok(isSigned, 'the proof is signed with another key')
  assert.equal(headers['content-encoding'], 'aes128gcm')
  assert.match(headers.ttl ?? '', /^\d+$/)
  assert.match(headers.topic ?? '', /^[\w-]{1,32}$/)
}

function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  assert.ok(body.length <= 4_096 && body.readUInt32BE(16) <= 4_096)
  const senderKey = body.subarray(21, 21 + (body[20] as number))
  const sealed = body.subarray(21 + senderKey.length)
  const derive = (secret: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = derive(keys.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2) // what fills the record up comes after it
  return plain.subarray(0, end).toString()
}
