import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isSameSecret } from '#base/secrets.ts'
import { within } from '#base/within.ts'
import { ParleyError } from '#core/errors.ts'
import { passwordsHashed } from '#core/members/passwords.ts'
import { type Database, ping } from '#database/database.ts'
import { type App, mount } from './http/app.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')

/** How long the database may take to answer. */
const READY_MS = 2_000

export interface HealthOptions {
  database: Database
  operatorToken: string | undefined
  /** Whether it still serves, but nothing new should be sent to it. */
  isStopping: () => boolean
}

/** Whether the process lives, whether it can serve, and its figures (spec C1.15, C1.16). */
export async function healthSurface(
  app: App,
  { database, operatorToken, isStopping }: HealthOptions,
): Promise<Registry> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Time from a request’s arrival to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'parley_database_statements_total',
    help: 'SQL statements sent by this process since it started.',
    registers: [registry],
    collect() {
      this.set(database.statementsSent())
    },
  })
  new Gauge({
    name: 'parley_database_deadlocks_total',
    help: 'Deadlocked transactions of this process since it started; each was retried.',
    registers: [registry],
    collect() {
      this.set(database.deadlocks())
    },
  })
  new Gauge({
    name: 'parley_password_hashes_total',
    help: 'Passwords hashed by this process since it started.',
    registers: [registry],
    collect() {
      this.set(passwordsHashed())
    },
  })
  app.answered.push(({ method, route, status, ms }) => durations.observe({ method, route, status }, ms / 1000))

  await mount(app, '', (scope) => {
    scope.get('/healthz', { schema: { hide: true } as object }, async () => ({ status: 'ok' }))

    scope.get('/readyz', { schema: { hide: true } as object }, async (request, reply) => {
      if (isStopping()) return reply.code(503).send({ status: 'stopping' })
      try {
        await within(READY_MS, ping(database.system), () => new Error(`no answer within ${READY_MS} ms`))
        return { status: 'ready' }
      } catch (error) {
        request.log.warn({ reason: (error as Error).message }, 'not ready')
        return reply.code(503).send({ status: 'unavailable' })
      }
    })

    scope.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
      requireMachineOrOperator(request, operatorToken)
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  })
  return registry
}

/** Refuses callers that are neither on this machine nor the operator. */
export function requireMachineOrOperator(request: FastifyRequest, operatorToken: string | undefined): void {
  if (fromLoopback(request) || hasOperatorToken(request, operatorToken)) return
  throw new ParleyError(
    'UNAUTHENTICATED',
    'Send the operator token as Authorization: Bearer, or ask from this machine.',
  )
}

/** A peer on this machine that speaks for itself: a proxy here that forwards for others does not count. */
function fromLoopback(request: FastifyRequest): boolean {
  const peer = request.socket.remoteAddress ?? ''
  if (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined) return false
  return isIP(peer) !== 0 && loopback.check(peer, isIP(peer) === 4 ? 'ipv4' : 'ipv6')
}

/** Compares the bearer token in constant time. */
export function hasOperatorToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token || !given) return false
  return isSameSecret(given, token)
}
