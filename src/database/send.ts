import postgres, { type Sql } from 'postgres'
import { parse as parseArray } from 'postgres-array'
import type { Param } from './database.ts'

/** Sends one statement: simple protocol without params, else a prepared statement that stays on its connection. */
export type Send = <Row = Record<string, unknown>>(sql: string, params?: readonly Param[]) => Promise<Row[]>

/** An array of texts or uuids in PostgreSQL's own notation, in which null alone is not quoted. */
function arrayLiteral(items: readonly unknown[]): string {
  const parts = items.map((item) => (item === null ? 'NULL' : `"${String(item).replace(/["\\]/g, '\\$&')}"`))
  return `{${parts.join(',')}}`
}

const arrayType = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: arrayLiteral,
  parse: (text: string) => parseArray(text),
})

/**
 * What every client of ours has in common. Column names come back in camelCase; notices are ignored. The two
 * array types that are used are named here: to look them up at each connect would cost a query, whose error is not caught when the connection is lost.
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

let sent = 0

/** Statements this process sent since it started; a metric. */
export const statementsSent = (): number => sent

function start(client: Sql, sql: string, params: readonly Param[]) {
  sent++
  return client.unsafe(sql, params as never[], { prepare: params.length > 0 })
}
