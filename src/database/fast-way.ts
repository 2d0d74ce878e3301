import type { ParameterOrJSON, Sql } from 'postgres'
import type { Logger } from '#base/logger.ts'
import type { Param } from './database.ts'

// The only file that uses what postgres.js does not publish (docs/decisions/0098-untenured-queries.md).

/** Starts a statement now. Its rows are objects or, where `isRaw`, the bytes of the columns. */
type Way = <T>(client: Sql, sql: string, params: readonly Param[], isRaw: boolean) => Promise<T>

/** The client's public call. */
const publicWay: Way = <T>(client: Sql, sql: string, params: readonly Param[], isRaw: boolean) => {
  const query = client.unsafe(sql, params as ParameterOrJSON<never>[], { prepare: params.length > 0 })
  return (isRaw ? query.raw() : query).execute() as Promise<unknown> as Promise<T>
}

let way = publicWay

export const start: Way = (client, sql, params, isRaw) => way(client, sql, params, isRaw)

/**
 * Makes statements leave the fast way, after a trial on a client that is connected. Where the client is another one than
 * this file was written for, they leave by its public call: with the same answers, for 20 % more of the processor.
 */
export async function chooseWay(client: Sql, logger: Logger): Promise<void> {
  const error = await tryFastWay(client)
  way = error === undefined ? fastWay : publicWay
  if (error !== undefined) logger.warn({ error }, 'the database client is not the expected one: statements cost more')
}

/** Says what is not as expected. */
async function tryFastWay(client: Sql): Promise<string | undefined> {
  const fields = Object.keys(queryOf(client)).sort().join(' ')
  if (fields !== QUERY_FIELDS) return `a query has the fields ${fields}`
  try {
    const rows = fastWay<{ someNumber: number }[]>(client, 'select $1::int as some_number', [7], false)
    const values = fastWay<[Buffer][]>(client, 'select $1::text', ['é'], true)
    const answers = [(await rows)[0]?.someNumber, String((await values)[0]?.[0])].join(' ')
    return answers === '7 é' ? undefined : `the answers were ${answers}`
  } catch (error) {
    return String(error)
  }
}

interface ClientQuery {
  handler(statement: object): void
}

/** A query of the client's own. It is never sent, for nobody awaits it. */
const queryOf = (client: Sql) => client.unsafe('') as unknown as ClientQuery

const QUERY_FIELDS =
  'active args cancelled canceller executed handler options reject resolve signature state statement strings tagged'

/** What each client hands its queries to. */
const handlers = new WeakMap<Sql, ClientQuery['handler']>()

function handlerOf(client: Sql) {
  const known = handlers.get(client)
  if (known) return known
  const { handler } = queryOf(client)
  handlers.set(client, handler)
  return handler
}

/**
 * Hands the client an object with the fields that postgres.js 3.4.9 reads and fills, instead of its own query. That one is
 * made with `this.resolve = (x) => ...`, and V8 puts a function that is written so among its old objects at once: each
 * kept its statement, rows and all, until the next full collection.
 */
const fastWay: Way = <T>(client: Sql, sql: string, params: readonly Param[], isRaw: boolean) => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const hasParams = params.length > 0
  handlerOf(client)({
    strings: [sql],
    args: params,
    options: { prepare: hasParams, simple: !hasParams },
    isRaw,
    resolve,
    reject,
    tagged: false,
    origin: '', // of the error's stack
    state: null,
    active: false,
    cancelled: null,
    // What the client fills in. V8 reads it faster when every statement has it from the beginning.
    prepare: false,
    string: '',
    signature: '',
    parameters: undefined,
    prepared: false,
    describeFirst: false,
    statement: null,
    parsing: false,
  })
  return promise
}
