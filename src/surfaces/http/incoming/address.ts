import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * The client's address of a request that the framework does not see (an upgrade), read as the framework reads it: the
 * peer's, or, behind proxies of TRUST_PROXY, the first one in X-Forwarded-For, from the right, that is not one of them.
 */
export function createAddressReader(trustProxy: string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustProxy)
  return (request) => proxyAddr(request, isTrusted) ?? ''
}
