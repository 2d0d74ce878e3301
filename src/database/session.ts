import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { SecretBox } from '#base/secret-box.ts'
import type { Bus } from './bus/bus.ts'
import type { BusMessage } from './bus/messages.ts'
import type { HasClient } from './connection.ts'
import type { Param, Transaction } from './database.ts'
import { send, sendForBytes } from './send.ts'
import {
  DEADLOCK,
  KEY_TAKEN,
  NO_STORE_SET,
  PARENT_GONE,
  SERIALIZATION_FAILURE,
  TRANSACTION_HAD_FAILED,
} from './sql-states.ts'
import type { TenantCache } from './tenant-cache.ts'
import { begin, setIndexOnlyPlan, setShop } from './tenant-session.ts'

/** Sends single statements of stores over one connection. */
export interface Session {
  query<Row>(shopId: string, sql: string, params: readonly Param[]): Promise<Row[]>
  walk<Row>(shopId: string, sql: string, params: readonly Param[]): Promise<Row[]>
  queryBytes(shopId: string, sql: string, params: readonly Param[]): Promise<(Buffer | null)[][]>
}

/**
 * One pipelined connection that remembers its settings: the current store, and whether only index scans are planned
 * (`walk`). Statements are sent in the order they are given, so a setting is sent only when it changes, without a round trip.
 */
export class PipelinedSession implements Session {
  readonly #connection: HasClient
  #shopId = ''
  #isWalking = false
  /** The client whose store was set. A new one has none. */
  #setOn: Sql | undefined

  constructor(connection: HasClient) {
    this.#connection = connection
  }

  query<Row>(shopId: string, sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#retryOnce(() => send<Row>(this.#clientFor(shopId, false), sql, params))
  }

  walk<Row>(shopId: string, sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#retryOnce(() => send<Row>(this.#clientFor(shopId, true), sql, params))
  }

  queryBytes(shopId: string, sql: string, params: readonly Param[]): Promise<(Buffer | null)[][]> {
    return this.#retryOnce(() => sendForBytes(this.#clientFor(shopId, false), sql, params))
  }

  /** A connection lost between setting the store and the statement: row-level security refuses without a store. */
  async #retryOnce<T>(statement: () => Promise<T>): Promise<T> {
    try {
      return await statement()
    } catch (error) {
      if ((error as { code?: string }).code !== NO_STORE_SET) throw error
      this.#setOn = undefined
      return await statement()
    }
  }

  #clientFor(shopId: string, isWalking: boolean): Sql {
    const { client } = this.#connection
    const isNew = this.#setOn !== client
    if (isWalking !== (this.#isWalking && !isNew))
      setIndexOnlyPlan(client, isWalking, { scope: 'session' }).catch(() => {})
    this.#isWalking = isWalking
    if (!isNew && this.#shopId === shopId) return client
    this.#setOn = client
    this.#shopId = shopId
    send(client, setShop(shopId, 'session')).catch(() => {
      this.#setOn = undefined
    })
    return client
  }

  /** For a connection that has only this session (the embedded database). */
  get client(): Sql {
    return this.#connection.client
  }
}

/** What a transaction belongs to. */
interface Scope {
  bus: Bus
  memory: TenantCache
  secrets: SecretBox
  shopId: string
  /** On Citus. */
  isSharded?: boolean
}

type Attempt = <T>(connection: HasClient, scope: Scope, work: (tx: Transaction) => Promise<T>) => Promise<T>

/** A deadlock or a serialization failure: both sides would meet again, so each waits for a while of its own. */
const COLLISIONS = [DEADLOCK, SERIALIZATION_FAILURE]
/** Another transaction has committed between a read and a write of this one: the next run reads what it left, without a wait. */
const OVERTAKEN = [KEY_TAKEN, PARENT_GONE]
const TRIES = 5
const TRIES_OVERTAKEN = 3
/** The longest wait after the first collision; it doubles with each further one. */
const BACK_OFF_MS = 50

let deadlocked = 0

/** Deadlocks that transactions of this process ended in since it started; a metric. There should be none. */
export const deadlocks = (): number => deadlocked

/** Tries a transaction up to `TRIES` times; after a collision it waits for a random time, longer each time. */
export async function runTransaction<T>(run: (attempt: Attempt) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run(attemptTransaction)
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (code === DEADLOCK) deadlocked++
      const isOvertaken = OVERTAKEN.includes(code)
      if (!isOvertaken && !COLLISIONS.includes(code)) throw error
      if (tries === (isOvertaken ? TRIES_OVERTAKEN : TRIES)) throw error
      if (!isOvertaken) await sleep(Math.random() * BACK_OFF_MS * 2 ** (tries - 1))
    }
  }
}

const connectionLost = () => Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' })

const attemptTransaction: Attempt = async (connection, { bus, memory, secrets, shopId, isSharded = false }, work) => {
  const { client } = connection
  /** What the first statement that failed was refused for; those sent with it are only told that one had failed. */
  let cause: unknown
  /** Nothing of a transaction may be sent on another connection than the one it began on. */
  const run = async <T>(statement: () => Promise<T>): Promise<T> => {
    if (connection.client !== client) throw connectionLost()
    try {
      return await statement()
    } catch (error) {
      cause ??= error
      throw error
    }
  }
  const messages = new Map<string, BusMessage>()
  const afterCommit: (() => void)[] = []
  const publish = (message: BusMessage) => messages.set(JSON.stringify(message), message)
  const begun = begin(client, shopId, isSharded)
  begun.catch(() => {}) // reported by the statement that follows it
  let committed: Promise<unknown> | undefined
  const tx: Transaction = {
    shopId,
    isSharded,
    query: (sql, params = []) => run(() => send(client, sql, [shopId, ...params])),
    async walk<Row>(sql: string, params: readonly Param[] = []) {
      const statements = [
        run(() => setIndexOnlyPlan(client, true, { scope: 'local', isSharded })),
        run(() => send<Row>(client, sql, [shopId, ...params])),
        run(() => setIndexOnlyPlan(client, false, { scope: 'local', isSharded })),
      ] as const
      return (await Promise.all(statements))[1]
    },
    queryBytes: (sql, params = []) => run(() => sendForBytes(client, sql, [shopId, ...params])),
    secrets,
    memory,
    announce: (kind) => publish({ kind }),
    afterCommit: (work) => afterCommit.push(work),
    leaseDeliveries: () => bus.directDispatcher?.leaseDeliveries(shopId),
    signal: publish,
    last(statements) {
      const result = statements()
      committed = run(() => send(client, 'commit'))
      committed.catch(() => {}) // reported below
      return result
    },
    async part(work) {
      await run(() => send(client, 'savepoint part'))
      try {
        const result = await work({ ...tx, last: (statements) => statements() })
        await run(() => send(client, 'release savepoint part'))
        return result
      } catch (error) {
        await run(() => send(client, 'rollback to savepoint part'))
        cause = undefined
        throw error
      }
    },
  }
  try {
    const result = await work(tx)
    await begun
    await (committed ?? run(() => send(client, 'commit')))
    for (const message of messages.values()) bus.publish(shopId, message)
    for (const work of afterCommit) work()
    return result
  } catch (error) {
    await run(() => send(client, 'rollback')).catch(() => {}) // the connection is gone, and with it the transaction
    const { code } = error as { code?: string }
    if (code === TRANSACTION_HAD_FAILED && cause) throw cause
    // Row-level security refuses to guess the store: its `begin` went down with the connection.
    throw code === NO_STORE_SET ? connectionLost() : error
  }
}
