import type { FastifyRequest } from 'fastify'
import { isHmac } from '#base/secrets.ts'
import { headerOf } from '#surfaces/http/incoming/signature.ts'

/** Bodies that platforms sign with a shared secret: base64 HMAC-SHA256 of the raw body, in a header of theirs. */

const FORM = /^[A-Za-z\d+/]{43}=$/

export const hasBodySignature = (request: FastifyRequest, header: string) => FORM.test(headerOf(request, header))

/** Verifies a header that `hasBodySignature` accepted. */
export function isBodySigned(request: FastifyRequest, header: string, body: Buffer, secret: string): boolean {
  return isHmac(Buffer.from(headerOf(request, header), 'base64'), secret, body)
}
