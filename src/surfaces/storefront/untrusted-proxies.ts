import type { FastifyRequest } from 'fastify'

const KNOWN_MAX = 20

/**
 * Behind a proxy that is not trusted all shoppers come from one address, and share its limits. Warns the operator
 * when that has cost a shopper a response: once for each proxy.
 */
export class UntrustedProxies {
  readonly #known = new Set<string>()

  /** To be called with a request that was refused for its address. */
  note(request: FastifyRequest): void {
    const proxy = request.socket.remoteAddress ?? ''
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (!isForwarded || request.ip !== proxy || this.#known.has(proxy) || this.#known.size >= KNOWN_MAX) return
    this.#known.add(proxy)
    request.log.warn(
      { proxy },
      'shoppers were refused because they share the address of a proxy; if it is yours, name it in TRUST_PROXY',
    )
  }
}
