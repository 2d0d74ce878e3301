import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { invalidParams } from '#core/errors.ts'

/** Methods that routes are made for. Whatever else HTTP knows is routed as TRACE, which no path takes. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** What a request was sent with, where it had to be changed for the router to find its path. */
interface Sent extends IncomingMessage {
  sentMethod?: string
  hasBadEscape?: boolean
}

/**
 * The path that a request is routed by. The router turns away methods and escapes that it does not know before any hook
 * runs: a request of that kind would be neither counted nor asked for a credential. So it gets a method that is refused
 * like others (405), and percent signs that stand for themselves, which `checkEscapes` refuses when its turn comes.
 */
export function routable(request: Sent, url: string): string {
  const { method = 'GET' } = request
  if (!METHODS.includes(method)) {
    request.sentMethod = method
    request.method = 'TRACE'
  }
  if (!url.includes('%')) return url
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  if (isDecodable(path)) return url
  request.hasBadEscape = true
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

/** Rejects paths with a percent sign that is not an escape, or with escapes that are not text. */
export function checkEscapes({ raw }: FastifyRequest): void {
  if ((raw as Sent).hasBadEscape) throw invalidParams('The path holds a percent sign that is no valid escape.')
}

/** The method as the client wrote it. */
export const sentMethod = ({ raw, method }: FastifyRequest): string => (raw as Sent).sentMethod ?? method

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}
