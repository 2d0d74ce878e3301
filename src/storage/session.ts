import postgres, { type ReservedSql, type Sql } from 'postgres'
import type { News, Param, Transaction } from './database.ts'

/** Sends one statement: simple protocol without params, else a prepared statement that stays on its connection. */
export type Send = <Row = Record<string, unknown>>(sql: string, params?: readonly Param[]) => Promise<Row[]>

/** What every client of ours has in common. Column names come back in camelCase; nothing is said on notices. */
export const clientOptions = {
  transform: { column: { from: postgres.toCamel } },
  onnotice: () => {},
  max_lifetime: null,
  connect_timeout: 10,
} satisfies postgres.Options<Record<string, postgres.PostgresType>>

/**
 * Sends a statement now. (The client by itself would wait until somebody awaits the answer, and statements would leave
 * in another order than they were given: sessions and transactions depend on that order.)
 */
export function send<Row>(client: Sql | ReservedSql, sql: string, params: readonly Param[] = []): Promise<Row[]> {
  return start(client, sql, params).execute() as unknown as Promise<Row[]>
}

/** The same for values as bytes. */
export function sendForBytes(
  client: Sql | ReservedSql,
  sql: string,
  params: readonly Param[],
): Promise<(Buffer | null)[][]> {
  return start(client, sql, params).raw().execute() as unknown as Promise<(Buffer | null)[][]>
}

/** Statements this process sent since it started; a metric. */
export let statementsSent = 0

function start(client: Sql | ReservedSql, sql: string, params: readonly Param[]) {
  statementsSent++
  return client.unsafe(sql, params as never[], { prepare: params.length > 0 })
}

const SHOP_ID = /^[\w-]{1,64}$|^\*$/

/** The statement that tells row-level security which store the next ones belong to. A literal, as Citus asks. */
function setShop(shopId: string, scope: 'local' | 'session'): string {
  if (!SHOP_ID.test(shopId)) throw new Error(`not a store id: ${JSON.stringify(shopId)}`)
  return `set ${scope} app.shop_id = '${shopId}'`
}

/**
 * One pipelined connection that remembers which store it last spoke for. Statements leave in the order they are
 * given, so naming the store is only needed when it changes, and costs no round trip.
 */
export class Session {
  readonly #client: Sql
  #shopId = ''

  constructor(client: Sql) {
    this.#client = client
  }

  /** The connection was closed: the next one starts without a store. */
  forgetShop(): void {
    this.#shopId = ''
  }

  query<Row>(shopId: string, sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#as(shopId, () => send<Row>(this.#client, sql, params))
  }

  queryBytes(shopId: string, sql: string, params: readonly Param[]): Promise<(Buffer | null)[][]> {
    return this.#as(shopId, () => sendForBytes(this.#client, sql, params))
  }

  async #as<T>(shopId: string, statement: () => Promise<T>): Promise<T> {
    try {
      this.#nameShop(shopId)
      return await statement()
    } catch (error) {
      // The connection was replaced between the two statements, and row-level security refused to guess the store.
      if ((error as { code?: string }).code !== '42704') throw error
      this.forgetShop()
      this.#nameShop(shopId)
      return await statement()
    }
  }

  #nameShop(shopId: string): void {
    if (this.#shopId === shopId) return
    this.#shopId = shopId
    send(this.#client, setShop(shopId, 'session')).catch(() => this.forgetShop())
  }

  /** For a connection that has only this session (the embedded database). */
  get client(): Sql {
    return this.#client
  }

  end(): Promise<void> {
    return this.#client.end({ timeout: 5 })
  }
}

type Listener = (shopId: string, news: News) => void

/** Who is told, after a commit, what is new in a store. */
export class NewsListeners {
  readonly #listeners: Listener[] = []

  add(listener: Listener): void {
    this.#listeners.push(listener)
  }

  tell(shopId: string, news: News): void {
    for (const listener of this.#listeners) listener(shopId, news)
  }
}

type Attempt = <T>(
  client: Sql | ReservedSql,
  listeners: NewsListeners,
  shopId: string,
  work: (tx: Transaction) => Promise<T>,
) => Promise<T>

/** Tries a transaction up to three times: a deadlock or a serialization failure is nobody's fault and passes. */
export async function runTransaction<T>(run: (attempt: Attempt) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run(attemptTransaction)
    } catch (error) {
      const code = (error as { code?: string }).code
      if (tries === 3 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

const attemptTransaction: Attempt = async (client, listeners, shopId, work) => {
  const told = new Set<News>()
  const begun = send(client, `begin; ${setShop(shopId, 'local')}`)
  begun.catch(() => {}) // reported by the statement that follows it
  let committed: Promise<unknown> | undefined
  const tx: Transaction = {
    shopId,
    query: (sql, params = []) => send(client, sql, [shopId, ...params]),
    queryBytes: (sql, params = []) => sendForBytes(client, sql, [shopId, ...params]),
    announce: (news) => told.add(news),
    last(statements) {
      const result = statements()
      committed = send(client, 'commit')
      committed.catch(() => {}) // reported below
      return result
    },
  }
  try {
    const result = await work(tx)
    await begun
    await (committed ?? send(client, 'commit'))
    for (const news of told) listeners.tell(shopId, news)
    return result
  } catch (error) {
    await send(client, 'rollback').catch(() => {}) // the connection is gone, and with it the transaction
    throw error
  }
}
