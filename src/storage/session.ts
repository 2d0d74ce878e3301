import postgres, { type Sql } from 'postgres'
import { parse as parseArray } from 'postgres-array'
import type { News, Param, Transaction } from './database.ts'
import type { HasClient } from './line.ts'
import type { Signal, Signals } from './signals.ts'

/** Sends one statement: simple protocol without params, else a prepared statement that stays on its connection. */
export type Send = <Row = Record<string, unknown>>(sql: string, params?: readonly Param[]) => Promise<Row[]>

/** An array of texts or uuids in PostgreSQL's own notation. */
function arrayLiteral(items: readonly unknown[]): string {
  return `{${items.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

const arrayType = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: arrayLiteral,
  parse: (text: string) => parseArray(text),
})

/**
 * What every client of ours has in common. Column names come back in camelCase; nothing is said on notices. The two
 * array types that are used are named here: to look them up at each connect would cost a query, and one that nobody
 * catches when the connection dies meanwhile.
 */
export const clientOptions = {
  fetch_types: false,
  types: { textArray: arrayType(1009), uuidArray: arrayType(2951) },
  transform: { column: { from: postgres.toCamel } },
  onnotice: () => {},
  max_lifetime: null,
  connect_timeout: 10,
} satisfies postgres.Options<Record<string, postgres.PostgresType>>

/**
 * Sends a statement now. (The client by itself would wait until somebody awaits the answer, and statements would leave
 * in another order than they were given: sessions and transactions depend on that order.)
 */
export function send<Row>(client: Sql, sql: string, params: readonly Param[] = []): Promise<Row[]> {
  return start(client, sql, params).execute() as unknown as Promise<Row[]>
}

/** The same for values as bytes. */
export function sendForBytes(client: Sql, sql: string, params: readonly Param[]): Promise<(Buffer | null)[][]> {
  return start(client, sql, params).raw().execute() as unknown as Promise<(Buffer | null)[][]>
}

/** Statements this process sent since it started; a metric. */
export let statementsSent = 0

function start(client: Sql, sql: string, params: readonly Param[]) {
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
  readonly #line: HasClient
  #shopId = ''
  /** The client that was told the store. Another one has not been. */
  #told: Sql | undefined

  constructor(line: HasClient) {
    this.#line = line
  }

  query<Row>(shopId: string, sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#twice(() => send<Row>(this.#clientFor(shopId), sql, params))
  }

  queryBytes(shopId: string, sql: string, params: readonly Param[]): Promise<(Buffer | null)[][]> {
    return this.#twice(() => sendForBytes(this.#clientFor(shopId), sql, params))
  }

  /** Where the connection was lost between the two statements, row-level security refuses to guess the store. */
  async #twice<T>(statement: () => Promise<T>): Promise<T> {
    try {
      return await statement()
    } catch (error) {
      if ((error as { code?: string }).code !== '42704') throw error
      this.#told = undefined
      return await statement()
    }
  }

  #clientFor(shopId: string): Sql {
    const { client } = this.#line
    if (this.#told === client && this.#shopId === shopId) return client
    this.#told = client
    this.#shopId = shopId
    send(client, setShop(shopId, 'session')).catch(() => {
      this.#told = undefined
    })
    return client
  }

  /** For a connection that has only this session (the embedded database). */
  get client(): Sql {
    return this.#line.client
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

/** Who is told of a commit. */
export interface Told {
  listeners: NewsListeners
  signals: Signals
}

type Attempt = <T>(line: HasClient, told: Told, shopId: string, work: (tx: Transaction) => Promise<T>) => Promise<T>

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

const connectionLost = () => Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' })

const attemptTransaction: Attempt = async (line, { listeners, signals }, shopId, work) => {
  const { client } = line
  /** Nothing of a transaction may be sent on another connection than the one it began on. */
  const say = <T>(statement: () => Promise<T>): Promise<T> =>
    line.client === client ? statement() : Promise.reject(connectionLost())
  const told = new Set<News>()
  const signalled = new Map<string, Signal>()
  const begun = send(client, `begin; ${setShop(shopId, 'local')}`)
  begun.catch(() => {}) // reported by the statement that follows it
  let committed: Promise<unknown> | undefined
  const tx: Transaction = {
    shopId,
    query: (sql, params = []) => say(() => send(client, sql, [shopId, ...params])),
    queryBytes: (sql, params = []) => say(() => sendForBytes(client, sql, [shopId, ...params])),
    announce: (news) => told.add(news),
    signal: (signal) => signalled.set(JSON.stringify(signal), signal),
    last(statements) {
      const result = statements()
      committed = say(() => send(client, 'commit'))
      committed.catch(() => {}) // reported below
      return result
    },
  }
  try {
    const result = await work(tx)
    await begun
    await (committed ?? say(() => send(client, 'commit')))
    for (const news of told) listeners.tell(shopId, news)
    for (const signal of signalled.values()) signals.tell(shopId, signal)
    return result
  } catch (error) {
    await say(() => send(client, 'rollback')).catch(() => {}) // the connection is gone, and with it the transaction
    // Row-level security refuses to guess the store: its `begin` went down with the connection.
    throw (error as { code?: string }).code === '42704' ? connectionLost() : error
  }
}
