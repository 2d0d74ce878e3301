import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { ErrorBody } from './schemas.ts'

/** The caller that the guard put there. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.routeOptions.url} is served without a guard`)
  return request.caller
}

/** Refusals that any endpoint of the REST API may give, for the OpenAPI document. */
const REFUSALS = {
  400: { ...ErrorBody, description: 'INVALID_PARAMS: a parameter or the body is not valid.' },
  401: { ...ErrorBody, description: 'UNAUTHENTICATED: no key. INVALID_API_KEY: an unknown or revoked one.' },
  429: { ...ErrorBody, description: 'RATE_LIMITED: stop for a full 60 seconds.' },
}
const MISSING = { 404: { ...ErrorBody, description: 'NOT_FOUND: there is no such record in this store.' } }
const CONFLICT = { 409: { ...ErrorBody, description: 'CHANNEL_UNAVAILABLE: the channel cannot deliver now.' } }

interface Answer {
  status?: 200 | 201
  schema: TSchema
  /** What may be refused beside what every endpoint refuses. */
  also?: ('missing' | 'conflict')[]
}

/** The `response` part of a route's schema. */
export function answers({ status = 200, schema, also = [] }: Answer): Record<string, TSchema> {
  return {
    [status]: schema,
    ...REFUSALS,
    ...(also.includes('missing') && MISSING),
    ...(also.includes('conflict') && CONFLICT),
  }
}

/** What a list is asked for: the page's size, clamped to its maximum, and where it starts. */
export function pageOf(query: { limit?: number; cursor?: string }, size: { default: number; max: number }) {
  return { limit: Math.min(query.limit ?? size.default, size.max), cursor: query.cursor ?? null }
}

export const body = <T extends Record<string, TSchema>>(properties: T) => Type.Object(properties)

export type { FastifyReply }
