import type { SecretBox } from '#base/secret-box.ts'
import type { Bus } from './bus/bus.ts'
import type { DirectLease } from './bus/direct-dispatcher.ts'
import type { QueueMessage, Signal } from './bus/messages.ts'
import type { Transport } from './bus/transport.ts'
import { SERIALIZATION_FAILURE } from './sql-states.ts'
import type { TenantCache } from './tenant-cache.ts'

export type Param = string | number | boolean | bigint | Date | null | readonly unknown[] | object

/**
 * For lists and searches by what people ask for, where a rare tag, a word or a span of time wants another plan than a common
 * one (docs/decisions/0100-generic-plans.md). Transactions have one plan for all.
 */
export type Planned = 'by value'

/** Statements of one store. In each of them `$1` is the store's id, put there by the driver; `params` start at `$2`. */
export interface Queries {
  readonly shopId: string
  /** The tables are spread over several servers by store (Citus), which takes fewer forms of statements. */
  readonly isSharded?: boolean
  /** With one plan for all stores and values, which no new store's size can lead astray, unless `planned` says otherwise. */
  query<Row = Record<string, unknown>>(sql: string, params?: readonly Param[], planned?: Planned): Promise<Row[]>
  /**
   * Runs a statement that takes rows in the order of an index: claims, and checks for due work. The planner has
   * one plan for it, however wrong its statistics are, if the statement is written for that: each `order by` has the
   * columns of an index behind those that are compared, with a limit; and what is written is found by `ctid`.
   */
  walk<Row = Record<string, unknown>>(sql: string, params?: readonly Param[]): Promise<Row[]>
  /** Runs a query without reading the values: each row is its columns' bytes in PostgreSQL's text form. For ready JSON. */
  queryBytes(sql: string, params?: readonly Param[], planned?: Planned): Promise<(Buffer | null)[][]>
  /** Encrypts what is stored and has to be read again. */
  readonly secrets: SecretBox
  /** What this process remembers of stores, so that not every act reads it. */
  readonly memory: TenantCache
  /** In a transaction: once it has committed, workers hear that there is something to do. */
  announce?(kind: QueueMessage['kind']): void
  /** In a transaction: runs `work` in this process once it has committed. */
  afterCommit?(work: () => void): void
  /** In a transaction: what it inserts deliveries with that this process sends; undefined where they have to be claimed. */
  leaseDeliveries?(): DirectLease | undefined
  /** Publishes for open sockets: in a transaction after its commit, otherwise immediately. The same signal twice is one. */
  signal(signal: Signal): void
}

/** Statements of a transaction. */
export interface Transaction extends Queries {
  /**
   * Sends the transaction's last statements and, in the same breath, its commit: one round trip less, and whatever is
   * locked is free sooner. `statements` must send all of them before it first waits; nothing may follow. (Should one
   * fail, PostgreSQL turns the commit into a rollback.)
   */
  last<T>(statements: () => Promise<T>): Promise<T>
  /** Runs `work` as a part of the transaction: when it fails, its own statements are undone and the others stay. */
  part<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/**
 * Thrown in a transaction whose rows turn out, once locked, to be others than those that were read before: it is run
 * again from its start.
 */
export class ChangedMeanwhile extends Error {
  readonly code = SERIALIZATION_FAILURE
  constructor() {
    super('what was read has changed before it was locked')
  }
}

/** The database cannot be reached or opened, or does not let the service work. The message says why, without its address. */
export class DatabaseRefused extends Error {}

/** The database has a schema that this version can neither use nor bring up to date. The message says what to do. */
export class UnknownSchema extends DatabaseRefused {}

/** One store's data: single statements, or several that stand or fall together. */
export interface Shop extends Queries {
  /**
   * All stores' statements and transactions take turns on one connection (the embedded database): long work is done in
   * transactions of some 20 ms each, so that nobody waits long for a turn.
   */
  readonly takesTurns: boolean
  /**
   * Runs `work` in a transaction and commits when it resolves. What collides with another one is run again (up to five
   * times in all), so `work` must have no effect but its statements. Locks are taken in one order: storage/locks.ts.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** Statements that belong to no single store: the directory, sweeps, the operator's list. Params start at `$1`. */
export interface SystemQueries {
  /** The tables are spread over several servers by store (Citus): statements over all stores are sent to each. */
  readonly isSharded?: boolean
  query<Row = Record<string, unknown>>(sql: string, params?: readonly Param[]): Promise<Row[]>
}

/** Statements that all see the data of one moment, of all stores, whatever is written meanwhile. */
export interface Snapshot extends SystemQueries {
  /** Rows as the bytes of their columns, in PostgreSQL's text form. */
  queryBytes(sql: string): Promise<(Buffer | null)[][]>
}

/**
 * The whole interface between the code and a database. Two drivers: a PostgreSQL server (`postgres.ts`) and the
 * embedded one (`embedded.ts`).
 */
export interface Database {
  shop(shopId: string): Shop
  readonly system: SystemQueries
  /** Secrets of all stores. */
  readonly secrets: SecretBox
  /** Runs `work` on the data of this moment, while the service goes on: for backups. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** What commits of this process, and of others, made known. */
  readonly bus: Bus
  /** The server's own way between processes. None where there is one process only. */
  readonly transport?: Transport
  /** SQL statements this process sent since it started. */
  statementsSent(): number
  /** Deadlocks that its transactions ended in, each of them run again. */
  deadlocks(): number
  /** Finishes what runs and closes the connections. */
  close(): Promise<void>
}

/** Rejects when the database cannot be reached. */
export async function ping(system: SystemQueries): Promise<void> {
  await system.query('select 1 as alive where $1::int = 1', [1])
}
