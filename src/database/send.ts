import postgres, { type Sql } from 'postgres'
import { parse as parseArray } from 'postgres-array'
import type { Param } from './database.ts'
import { start } from './fast-way.ts'

/** Sends one statement: simple protocol without params, otherwise a prepared statement that stays on its connection. */
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

/** JavaScript reads the years 0 to 99 of PostgreSQL's own form as 19xx or 20xx; of ISO 8601's it does not. */
const parseTime = (text: string) =>
  new Date(text.startsWith('00') ? text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00') : text)
const TIME = {
  to: 1184,
  from: [1082, 1114, 1184],
  serialize: (time: Date | string) => new Date(time).toISOString(),
  parse: parseTime,
}

/**
 * What every client of ours has in common. Column names come back in camelCase; notices are ignored. The two
 * array types that are used are named here: to look them up at each connect would cost a query, whose error is not caught when the connection is lost.
 */
export const clientOptions = {
  fetch_types: false,
  types: { textArray: arrayType(1009), uuidArray: arrayType(2951), date: TIME },
  transform: { column: { from: postgres.toCamel } },
  onnotice: () => {},
  max_lifetime: null,
  connect_timeout: 10,
} satisfies postgres.Options<Record<string, postgres.PostgresType>>

let sent = 0

/** Statements this process sent since it started; a metric. */
export const statementsSent = (): number => sent

/** Sends a statement now: statements leave in the order they are given, which sessions and transactions depend on. */
export function send<Row>(client: Sql, sql: string, params: readonly Param[] = []): Promise<Row[]> {
  sent++
  return start(client, sql, params, false)
}

/** Sends a statement and returns values as bytes. */
export function sendForBytes(client: Sql, sql: string, params: readonly Param[]): Promise<(Buffer | null)[][]> {
  sent++
  return start(client, sql, params, true)
}
