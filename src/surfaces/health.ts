import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { ParleyError } from '#core/errors.ts'
import { type Database, ping } from '#database/database.ts'
import { RequestDurations } from './http/answered/durations.ts'
import { type App, mount } from './http/app.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')

export interface HealthOptions {
  database: Database
  operatorToken: string | undefined
  /** It still serves, and nothing new should be sent to it. */
  isStopping: () => boolean
}

/** Whether the process lives, whether it can serve, and its figures (contract, section 1). */
export async function healthSurface(
  app: App,
  { database, operatorToken, isStopping }: HealthOptions,
): Promise<Registry> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new RequestDurations(registry)
  new Gauge({
    name: 'parley_database_statements',
    help: 'SQL statements this process sent since it started.',
    registers: [registry],
    collect() {
      this.set(database.statementsSent())
    },
  })
  new Gauge({
    name: 'parley_database_deadlocks',
    help: 'Deadlocks that this process’s transactions ended in since it started; each was run again. There should be none.',
    registers: [registry],
    collect() {
      this.set(database.deadlocks())
    },
  })
  app.answered.push((answered) => durations.add(answered))

  await mount(app, '', (scope) => {
    scope.get('/healthz', { schema: { hide: true } as object }, async () => ({ status: 'ok' }))

    scope.get('/readyz', { schema: { hide: true } as object }, async (request, reply) => {
      if (isStopping()) return reply.code(503).send({ status: 'stopping' })
      try {
        await withTimeout(ping(database.system), 2000)
        return { status: 'ready' }
      } catch (error) {
        request.log.warn({ reason: (error as Error).message }, 'not ready')
        return reply.code(503).send({ status: 'unavailable' })
      }
    })

    scope.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
      if (!fromLoopback(request) && !hasOperatorToken(request, operatorToken)) {
        throw new ParleyError(
          'UNAUTHENTICATED',
          'Send the operator token as Authorization: Bearer, or ask from this machine.',
        )
      }
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  })
  return registry
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
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
