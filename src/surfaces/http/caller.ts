import type { FastifyRequest } from 'fastify'
import type { Caller } from '#core/caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller of the request; set once their credential is verified. */
    caller?: Caller
  }
}

/** The caller that the surface's guard found. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.routeOptions.url} is served without a guard`)
  return request.caller
}
