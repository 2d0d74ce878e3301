import { join } from 'node:path'
import type { Logger } from '#base/logger.ts'
import type { SecretBox } from '#base/secret-box.ts'
import { Bus } from '#database/bus/bus.ts'
import type { Database, Param, Shop, Transaction } from '#database/database.ts'
import { chooseWay } from '#database/fast-way.ts'
import { migrate } from '#database/migrate.ts'
import { send, statementsSent } from '#database/send.ts'
import { deadlocks, PipelinedSession, runTransaction } from '#database/session.ts'
import { TenantCache } from '#database/tenant-cache.ts'
import { makeDirectory, makePrivate } from './directory.ts'
import { FairLock } from './fair-lock.ts'
import { lockDirectory } from './lock.ts'
import { MAINTENANCE_MS, maintain } from './maintenance.ts'
import { connect, startOnData, stopServer, workOf } from './server.ts'
import { removeSnapshot, snapshotByCopy } from './snapshot.ts'
import { copyMigrated } from './template.ts'

/**
 * Opens the embedded PostgreSQL (PGlite) under `dataDir`. It runs on a thread of its own and speaks the wire protocol
 * over a stream, so the same client serves both databases and the HTTP thread never waits for a query.
 * A directory that another process has open is refused.
 */
export async function openEmbedded(dataDir: string, secrets: SecretBox, logger: Logger): Promise<Database> {
  makeDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    const directory = join(dataDir, 'pg')
    await removeSnapshot(dataDir)
    await copyMigrated(directory)
    const server = await startOnData(directory)
    const session = new PipelinedSession({ client: connect(server) })
    await chooseWay(session.client, logger)
    const { role } = await migrate((sql, params) => send(session.client, sql, params), logger)
    if (role) await send(session.client, `set role ${role}`)
    // The template's files and those of earlier versions are 0666, and PGlite makes new ones so whatever the umask is: what
    // it makes later lies in directories that no other account can enter.
    makePrivate(directory)
    return embeddedDatabase({ dataDir, session, role, secrets, worked: () => workOf(server) }, async () => {
      await stopServer(server)
      unlock()
    })
  } catch (error) {
    unlock()
    throw error
  }
}

interface Opened {
  dataDir: string
  session: PipelinedSession
  role: string | null
  secrets: SecretBox
  /** How long the server has worked in all, in milliseconds. */
  worked: () => number
}

function embeddedDatabase({ dataDir, session, role, secrets, worked }: Opened, stop: () => Promise<void>): Database {
  const lock = new FairLock({ worked })
  const snapshots = new FairLock()
  const bus = new Bus()
  const memory = new TenantCache(bus)
  const shop = (shopId: string): Shop => ({
    shopId,
    query: <Row>(sql: string, params: readonly Param[] = []) =>
      lock.shared(shopId, () => session.query<Row>(shopId, sql, [shopId, ...params])),
    walk: <Row>(sql: string, params: readonly Param[] = []) =>
      lock.shared(shopId, () => session.walk<Row>(shopId, sql, [shopId, ...params])),
    queryBytes: (sql, params = []) => lock.shared(shopId, () => session.queryBytes(shopId, sql, [shopId, ...params])),
    secrets,
    memory,
    takesTurns: true,
    signal: (signal) => bus.publish(shopId, signal),
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      runTransaction((attempt) =>
        lock.exclusive(shopId, () => attempt(session, { bus, memory, secrets, shopId }, work)),
      ),
  })
  const tidy = () =>
    maintain(
      (sql) => lock.shared('*', () => session.query('*', sql, [])),
      (sql) => lock.exclusive('*', () => asOwner(session, role, sql)),
    )
  const maintenance = setInterval(() => void tidy().catch(() => {}), MAINTENANCE_MS)
  maintenance.unref()
  return {
    shop,
    secrets,
    system: {
      query: <Row>(sql: string, params: readonly Param[] = []) =>
        lock.shared('*', () => session.query<Row>('*', sql, params)),
    },
    // One at a time: each takes the disk space of the data again.
    snapshot: (work) =>
      snapshots.exclusive('*', () =>
        snapshotByCopy(
          dataDir,
          (copy) =>
            // What the checkpoint has to write is written before the service waits for it.
            lock
              .shared('*', () => asOwner(session, role, 'checkpoint'))
              .then(() =>
                lock.exclusive('*', async () => {
                  await asOwner(session, role, 'checkpoint')
                  const [log] = await asOwner<{ redo: string; current: string }>(session, role, LOG_SEGMENTS)
                  await copy(log as { redo: string; current: string })
                }),
              ),
          work,
        ),
      ),
    bus,
    statementsSent,
    deadlocks,
    async close() {
      clearInterval(maintenance)
      await lock.exclusive('*', async () => {})
      await session.client.end({ timeout: 5 })
      await stop()
    },
  }
}

/** Which segments of the write-ahead log a server reads that starts from the last checkpoint. */
const LOG_SEGMENTS =
  'select redo_wal_file as redo, pg_walfile_name(pg_current_wal_insert_lsn()) as current from pg_control_checkpoint()'

/** Runs what only the owner may. The statements leave together, so nothing comes between them. */
async function asOwner<Row>(session: PipelinedSession, role: string | null, statement: string): Promise<Row[]> {
  const [, answer] = await Promise.all([
    send(session.client, 'reset role'),
    send<Row>(session.client, statement),
    role && send(session.client, `set role ${role}`),
  ])
  return answer
}
