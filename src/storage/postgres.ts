import postgres from 'postgres'
import type { Logger } from '#base/logger.ts'
import type { Database, Param, ProcessRole, Shop, SystemQueries, Transaction } from './database.ts'
import { Line, Lines } from './line.ts'
import { migrate } from './migrate.ts'
import { clientOptions, NewsListeners, runTransaction, Session, send, statementsSent } from './session.ts'
import { Signals } from './signals.ts'
import { listenToOthers, notifyChannel, notifyOthers } from './wake.ts'

/** Connections for single statements. Few and pipelined beats many (docs/decisions/0002-database-client.md). */
const READ_SESSIONS = 2
/** Connections for transactions: how many acts commit side by side. */
const WRITE_CONNECTIONS = 8

/** Opens a PostgreSQL server: migrates it, then keeps two pipelined connections for reads and a small pool for writes. */
export async function openPostgres(url: string, processRole: ProcessRole, logger: Logger): Promise<Database> {
  const role = await migrateServer(url, logger)
  const options = { ...clientOptions, connection: { application_name: 'parley', ...(role ? { role } : {}) } }
  const line = () => new Line((onclose) => postgres(url, { ...options, max: 1, onclose }))
  const lines = Array.from({ length: READ_SESSIONS + 1 }, line)
  const [systemSession, ...sessions] = lines.map((each) => new Session(each)) as [Session, ...Session[]]
  const writers = new Lines(Array.from({ length: WRITE_CONNECTIONS }, line))
  const listening = postgres(url, { ...options, max: 1 })

  const listeners = new NewsListeners()
  const signals = new Signals()
  notifyOthers(lines[0] as Line, listeners, processRole, logger)
  if (processRole !== 'web') await listenToOthers(listening, listeners)
  const shop = (shopId: string): Shop => {
    const session = sessions[hash(shopId) % READ_SESSIONS] as Session
    return {
      shopId,
      query: <Row>(sql: string, params: readonly Param[] = []) => session.query<Row>(shopId, sql, [shopId, ...params]),
      queryBytes: (sql, params = []) => session.queryBytes(shopId, sql, [shopId, ...params]),
      signal: (signal) => signals.tell(shopId, signal),
      transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
        runTransaction((attempt) => writers.use((each) => attempt(each, { listeners, signals }, shopId, work))),
    }
  }
  const system: SystemQueries = {
    query: <Row>(sql: string, params: readonly Param[] = []) => systemSession.query<Row>('*', sql, params),
  }
  return {
    shop,
    system,
    onNews: (listener) => listeners.add(listener),
    signals,
    channel: notifyChannel(lines[0] as Line, listening),
    statementsSent: () => statementsSent,
    async close() {
      await Promise.all([...lines.map((each) => each.end()), writers.end(), listening.end({ timeout: 5 })])
    },
  }
}

/** Migrates over a connection of its own; answers the role that the service's connections take on (see migrate.ts). */
async function migrateServer(url: string, logger: Logger): Promise<string | null> {
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
