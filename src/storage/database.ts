import type { Channel, Signal, Signals } from './signals.ts'

export type Param = string | number | boolean | bigint | Date | null | readonly unknown[] | object

/** Statements of one store. In each of them `$1` is the store's id, put there by the driver; `params` start at `$2`. */
export interface Queries {
  readonly shopId: string
  query<Row = Record<string, unknown>>(sql: string, params?: readonly Param[]): Promise<Row[]>
  /** The same without reading the values: each row is its columns' bytes in PostgreSQL's text form. For ready JSON. */
  queryBytes(sql: string, params?: readonly Param[]): Promise<(Buffer | null)[][]>
  /** In a transaction: once it has committed, whoever waits for the store's events, or holds its queue, is told. */
  announce?(news: News): void
  /** Tells open sockets: in a transaction once it has committed, else at once. The same signal twice is one. */
  signal(signal: Signal): void
}

/** What a commit may tell: new events, or that a subscription was paused, resumed or deleted. */
export type News = 'events' | 'queue'

/** Statements of a transaction. */
export interface Transaction extends Queries {
  /**
   * Sends the transaction's last statements and, in the same breath, its commit: one round trip less, and whatever is
   * locked is free sooner. `statements` must send all of them before it first waits; nothing may follow. (Should one
   * fail, PostgreSQL turns the commit into a rollback.)
   */
  last<T>(statements: () => Promise<T>): Promise<T>
}

/** One store's data: single statements, or several that stand or fall together. */
export interface Shop extends Queries {
  /**
   * Runs `work` in a transaction and commits when it resolves. A deadlock repeats it (up to three times in all), so
   * `work` must have no effect but its statements.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** Statements that belong to no single store: the directory, sweeps, the operator's list. Params start at `$1`. */
export interface SystemQueries {
  query<Row = Record<string, unknown>>(sql: string, params?: readonly Param[]): Promise<Row[]>
}

/**
 * The whole interface between the code and a database. Two drivers: a PostgreSQL server (`postgres.ts`) and the
 * embedded one (`embedded.ts`).
 */
export interface Database {
  shop(shopId: string): Shop
  readonly system: SystemQueries
  /** Calls `listener` with a store's id after each commit that had news; of other processes' as far as wake.ts goes. */
  onNews(listener: (shopId: string, news: News) => void): void
  /** What open sockets are told, of this process and of others. */
  readonly signals: Signals
  /** The server's own way between processes. None where there is one process only. */
  readonly channel?: Channel
  /** SQL statements this process sent since it started. */
  statementsSent(): number
  /** Finishes what runs and closes the connections. */
  close(): Promise<void>
}

/** Which parts a process runs: one that only serves wakes those that only deliver (wake.ts). */
export type ProcessRole = 'web' | 'worker' | 'all'

/** Rejects when the database cannot be reached. */
export async function ping(system: SystemQueries): Promise<void> {
  await system.query('select 1 as alive where $1::int = 1', [1])
}
