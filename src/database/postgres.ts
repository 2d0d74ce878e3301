import postgres from 'postgres'
import type { Logger } from '#base/logger.ts'
import type { SecretBox } from '#base/secret-box.ts'
import { within } from '#base/within.ts'
import { Bus } from './bus/bus.ts'
import { NotifyTransport } from './bus/notify.ts'
import { CITUS_SETTINGS, ShardedSession } from './citus.ts'
import { Connection, ConnectionPool } from './connection.ts'
import {
  type Database,
  DatabaseRefused,
  type Param,
  type Planned,
  type Shop,
  type SystemQueries,
  type Transaction,
} from './database.ts'
import { chooseWay } from './fast-way.ts'
import { type Migrated, migrate } from './migrate.ts'
import { clientOptions, send, statementsSent } from './send.ts'
import { deadlocks, PipelinedSession, runTransaction, type Session } from './session.ts'
import { readSnapshot } from './snapshot.ts'
import { NOT_ALLOWED, READ_ONLY } from './sql-states.ts'
import { TenantCache } from './tenant-cache.ts'

/**
 * Connections for single statements that look up keys, and as many for lists and searches. Few and pipelined beats many
 * (docs/decisions/0002-postgres-js-and-plain-sql.md).
 */
const READ_SESSIONS = 2
/** Connections for transactions: how many acts commit side by side. */
const WRITE_CONNECTIONS = 8

/** One plan for all stores and values (docs/decisions/0100-generic-plans.md). Citus's settings say otherwise. */
const ONE_PLAN = { plan_cache_mode: 'force_generic_plan' }

/** How long the server may take to connect and to answer the first statement. */
const FIRST_ANSWER_MS = 15_000

/**
 * Opens a PostgreSQL server: migrates it, then keeps pipelined connections for reads, one for what walks, one for
 * statements across stores, and a small pool for writes.
 */
export async function openPostgres(url: string, secrets: SecretBox, logger: Logger): Promise<Database> {
  const { role, isSharded } = await migrateServer(url, logger)
  const settings = { ...(role ? { role } : {}), ...(isSharded ? CITUS_SETTINGS : {}) }
  const options = { ...clientOptions, connection: { application_name: 'parley', ...settings } }
  const connect = (connection = options.connection) =>
    new Connection((onclose) => postgres(url, { ...options, connection, max: 1, onclose }))
  const connectForKeys = () => connect({ ...ONE_PLAN, ...options.connection })
  const sessionOf = (each: Connection): Session => (isSharded ? new ShardedSession(each) : new PipelinedSession(each))
  const [forAllStores, walking] = [connect(), connect()]
  const forKeys = Array.from({ length: READ_SESSIONS }, connectForKeys)
  const forLists = Array.from({ length: READ_SESSIONS }, () => connect())
  const [systemSession, walkingSession] = [sessionOf(forAllStores), sessionOf(walking)]
  const [keySessions, listSessions] = [forKeys.map(sessionOf), forLists.map(sessionOf)]
  const writers = new ConnectionPool(Array.from({ length: WRITE_CONNECTIONS }, connectForKeys))

  const bus = new Bus()
  const memory = new TenantCache(bus)
  const transport = new NotifyTransport(forAllStores, (more) => postgres(url, { ...options, max: 1, ...more }))
  const shop = (shopId: string): Shop => {
    const place = hash(shopId) % READ_SESSIONS
    const sessionFor = (planned?: Planned) => (planned ? listSessions : keySessions)[place] as Session
    return {
      shopId,
      isSharded,
      query: <Row>(sql: string, params: readonly Param[] = [], planned?: Planned) =>
        sessionFor(planned).query<Row>(shopId, sql, [shopId, ...params]),
      walk: <Row>(sql: string, params: readonly Param[] = []) =>
        walkingSession.walk<Row>(shopId, sql, [shopId, ...params]),
      queryBytes: (sql, params = [], planned) => sessionFor(planned).queryBytes(shopId, sql, [shopId, ...params]),
      secrets,
      memory,
      takesTurns: false,
      signal: (signal) => bus.publish(shopId, signal),
      transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
        runTransaction((attempt) =>
          writers.use(shopId, (each) => attempt(each, { bus, memory, secrets, shopId, isSharded }, work)),
        ),
    }
  }
  const system: SystemQueries = {
    isSharded,
    query: <Row>(sql: string, params: readonly Param[] = []) => systemSession.query<Row>('*', sql, params),
  }
  return {
    shop,
    system,
    secrets,
    async snapshot(work) {
      const client = postgres(url, { ...options, max: 1 })
      return readSnapshot(client, work).finally(() => client.end({ timeout: 5 }))
    },
    bus,
    transport,
    statementsSent,
    deadlocks,
    async close() {
      const sessions = [forAllStores, walking, ...forKeys, ...forLists]
      await Promise.all([...sessions.map((each) => each.end()), writers.end(), transport.end()])
    },
  }
}

/**
 * Migrates over a connection of its own; returns what the service's connections have to know. Throws `DatabaseRefused`
 * where the server does not answer to the first statement, or does not let this user make tables.
 */
async function migrateServer(url: string, logger: Logger): Promise<Migrated> {
  let isLetIn = false
  let client: postgres.Sql | undefined
  try {
    const opened = postgres(url, { ...clientOptions, max: 1 })
    client = opened
    // A server that does not speak PostgreSQL's protocol may never send anything that the client understands.
    const late = () => new Error(`no answer within ${FIRST_ANSWER_MS / 1_000} s`)
    await within(FIRST_ANSWER_MS, send(opened, 'select 1'), late)
    isLetIn = true
    await chooseWay(opened, logger)
    return await migrate((sql, params) => send(opened, sql, params ?? []), logger)
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (isLetIn && code !== NOT_ALLOWED && code !== READ_ONLY) throw error
    throw new DatabaseRefused(message || code, { cause: error })
  } finally {
    await client?.end({ timeout: 5 })
  }
}

/** Spreads stores over the read sessions, so that a session seldom changes store. */
function hash(text: string): number {
  let value = 0
  for (let i = 0; i < text.length; i++) value = (value * 31 + text.charCodeAt(i)) >>> 0
  return value
}
