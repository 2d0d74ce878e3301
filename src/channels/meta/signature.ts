import { isHmac } from '#base/secrets.ts'

/** Whether Meta signed these very bytes: `X-Hub-Signature-256` is `sha256=` and the HMAC in hex under the app's secret. */
export function isSignedByMeta(header: string | undefined, body: Buffer, appSecret: string): boolean {
  const [, hex = ''] = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '') ?? []
  return isHmac(Buffer.from(hex, 'hex'), appSecret, body)
}
