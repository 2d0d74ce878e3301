import postgres from 'postgres'
import type { Logger } from '#base/logger.ts'
import type { SecretBox } from '#base/secret-box.ts'
import { batchedSockets } from './batched-socket.ts'
import { Bus } from './bus/bus.ts'
import { NotifyTransport } from './bus/notify.ts'
import { CITUS_SETTINGS, ShardedSession } from './citus.ts'
import { Connection, ConnectionPool } from './connection.ts'
import type { Database, Param, Shop, SystemQueries, Transaction } from './database.ts'
import { Memory } from './memory.ts'
import { type Migrated, migrate } from './migrate.ts'
import { clientOptions, send, statementsSent } from './send.ts'
import { deadlocks, PipelinedSession, runTransaction, type Session } from './session.ts'
import { readSnapshot } from './snapshot.ts'

/** Connections for single statements. Few and pipelined beats many (docs/decisions/0002-database-client.md). */
const READ_SESSIONS = 2
/** Connections for transactions: how many acts commit side by side. */
const WRITE_CONNECTIONS = 8

/**
 * Opens a PostgreSQL server: migrates it, then keeps two pipelined connections for reads, one for what walks, one for
 * statements across stores, and a small pool for writes.
 */
export async function openPostgres(url: string, secrets: SecretBox, logger: Logger): Promise<Database> {
  const { role, isSharded } = await migrateServer(url, logger)
  const settings = { ...(role ? { role } : {}), ...(isSharded ? CITUS_SETTINGS : {}) }
  const options = { ...clientOptions, connection: { application_name: 'parley', ...settings } }
  const connect = () =>
    new Connection((onclose) => {
      // `socket` is an option of the client that its types leave out.
      const more = { max: 1, onclose, socket: batchedSockets() }
      return postgres(url, { ...options, ...more })
    })
  const connections = Array.from({ length: READ_SESSIONS + 2 }, connect)
  const [systemSession, walkingSession, ...sessions] = connections.map(
    (each): Session => (isSharded ? new ShardedSession(each) : new PipelinedSession(each)),
  ) as [Session, Session, ...Session[]]
  const writers = new ConnectionPool(Array.from({ length: WRITE_CONNECTIONS }, connect))

  const bus = new Bus()
  const memory = new Memory(bus)
  const transport = new NotifyTransport(connections[0] as Connection, (more) =>
    postgres(url, { ...options, max: 1, ...more }),
  )
  const shop = (shopId: string): Shop => {
    const session = sessions[hash(shopId) % READ_SESSIONS] as Session
    return {
      shopId,
      isSharded,
      query: <Row>(sql: string, params: readonly Param[] = []) => session.query<Row>(shopId, sql, [shopId, ...params]),
      walk: <Row>(sql: string, params: readonly Param[] = []) =>
        walkingSession.walk<Row>(shopId, sql, [shopId, ...params]),
      queryBytes: (sql, params = []) => session.queryBytes(shopId, sql, [shopId, ...params]),
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
    async snapshot(work) {
      const client = postgres(url, { ...options, max: 1 })
      return readSnapshot(client, work).finally(() => client.end({ timeout: 5 }))
    },
    bus,
    transport,
    statementsSent,
    deadlocks,
    async close() {
      await Promise.all([...connections.map((each) => each.end()), writers.end(), transport.end()])
    },
  }
}

/** Migrates over a connection of its own; returns what the service's connections have to know. */
async function migrateServer(url: string, logger: Logger): Promise<Migrated> {
  const client = postgres(url, { ...clientOptions, max: 1 })
  try {
    return await migrate((sql, params) => send(client, sql, params ?? []), logger)
  } finally {
    await client.end()
  }
}

/** Spreads stores over the read sessions, so that a session seldom changes store. */
function hash(text: string): number {
  let value = 0
  for (let i = 0; i < text.length; i++) value = (value * 31 + text.charCodeAt(i)) >>> 0
  return value
}
