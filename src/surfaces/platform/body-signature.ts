import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { headerOf } from '#surfaces/http/incoming/signature.ts'

/** Bodies that platforms sign with a shared secret: base64 HMAC-SHA256 of the raw body, in a header of theirs. */

const FORM = /^[A-Za-z\d+/]{43}=$/

export const hasBodySignature = (request: FastifyRequest, header: string) => FORM.test(headerOf(request, header))

/** Of a header that `hasBodySignature` took. */
export function isBodySigned(request: FastifyRequest, header: string, body: Buffer, secret: string): boolean {
  const given = Buffer.from(headerOf(request, header), 'base64')
  return timingSafeEqual(given, createHmac('sha256', secret).update(body).digest())
}
