import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '#base/logger.ts'
import type { Database, Param, Shop, Transaction } from './database.ts'
import { connect, startServer, stopServer } from './embedded-server.ts'
import { copyTemplate } from './embedded-template.ts'
import { lockDirectory } from './lock.ts'
import { migrate } from './migrate.ts'
import { NewsListeners, runTransaction, Session, send, statementsSent } from './session.ts'
import { Signals } from './signals.ts'

/**
 * Opens the embedded PostgreSQL (PGlite) under `dataDir`. It runs on a thread of its own and speaks the wire protocol
 * over a stream, so the same client serves both databases and the HTTP thread never waits for a query.
 * A directory that another process has open is refused.
 */
export async function openEmbedded(dataDir: string, logger: Logger): Promise<Database> {
  mkdirSync(dataDir, { recursive: true })
  const unlock = lockDirectory(dataDir)
  try {
    const directory = join(dataDir, 'pg')
    await copyTemplate(directory)
    const server = await startServer(directory)
    const session = new Session({ client: connect(server) })
    const role = await migrate((sql, params) => send(session.client, sql, params), logger)
    if (role) await send(session.client, `set role ${role}`)
    return embeddedDatabase(session, role, async () => {
      await stopServer(server)
      unlock()
    })
  } catch (error) {
    unlock()
    throw error
  }
}

function embeddedDatabase(session: Session, role: string | null, stop: () => Promise<void>): Database {
  const turnstile = new Turnstile()
  const listeners = new NewsListeners()
  const signals = new Signals()
  const shop = (shopId: string): Shop => ({
    shopId,
    query: <Row>(sql: string, params: readonly Param[] = []) =>
      turnstile.pass(() => session.query<Row>(shopId, sql, [shopId, ...params])),
    queryBytes: (sql, params = []) => turnstile.pass(() => session.queryBytes(shopId, sql, [shopId, ...params])),
    signal: (signal) => signals.tell(shopId, signal),
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      runTransaction((attempt) => turnstile.alone(() => attempt(session, { listeners, signals }, shopId, work))),
  })
  const maintenance = setInterval(() => void maintain(turnstile, session, role), MAINTENANCE_MS)
  maintenance.unref()
  return {
    shop,
    system: {
      query: <Row>(sql: string, params: readonly Param[] = []) =>
        turnstile.pass(() => session.query<Row>('*', sql, params)),
    },
    onNews: (listener) => listeners.add(listener),
    signals,
    statementsSent: () => statementsSent,
    async close() {
      clearInterval(maintenance)
      await turnstile.alone(async () => {})
      await session.client.end({ timeout: 5 })
      await stop()
    },
  }
}

/** How often the embedded database is tidied: it has no background process that does so. */
const MAINTENANCE_MS = 5 * 60 * 1000

/** Removes dead rows and tells the planner how much there is, a table at a time so that nobody waits long. */
async function maintain(turnstile: Turnstile, session: Session, role: string | null): Promise<void> {
  const tables = await turnstile.pass(() =>
    session.query<{ name: string }>(
      '*',
      "select relname as name from pg_stat_user_tables where schemaname = 'public'",
      [],
    ),
  )
  for (const { name } of tables) {
    // As the owner: only that one may. The statements leave together, so nothing comes between them.
    await turnstile
      .alone(() =>
        Promise.all([
          send(session.client, 'reset role'),
          send(session.client, `vacuum (analyze) ${name}`),
          role && send(session.client, `set role ${role}`),
        ]),
      )
      .catch(() => {}) // the next round tries again
  }
}

/**
 * The embedded server has one connection: single statements pass through one after the other, a transaction goes
 * alone. First come, first served, so a stream of reads cannot starve a write.
 */
class Turnstile {
  #gate: Promise<unknown> = Promise.resolve()
  #open = true

  pass<T>(statement: () => Promise<T>): Promise<T> {
    return this.#open ? statement() : this.#gate.then(statement)
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    this.#open = false
    const result = this.#gate.then(work)
    const gate = result
      .catch(() => {})
      .then(() => {
        if (this.#gate === gate) this.#open = true
      })
    this.#gate = gate
    return result
  }
}
