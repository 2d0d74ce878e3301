import type { Sql } from 'postgres'
import type { HasClient } from './connection.ts'
import type { Param } from './database.ts'
import { type Send, send, sendForBytes } from './send.ts'
import type { Session } from './session.ts'
import { NO_STORE_SET } from './sql-states.ts'
import { begin, setIndexOnlyPlan } from './tenant-session.ts'

// Citus: a PostgreSQL server, the coordinator, that spreads tables over others, its workers, by store
// (docs/operate/citus.md, docs/decisions/0064-row-level-security-on-citus.md).

/** Whether the database's tables are spread. */
export async function isCitus(send: Send): Promise<boolean> {
  return (await send("select 1 from pg_extension where extname = 'citus'")).length > 0
}

/**
 * For a transaction that changes tables: each worker sees all of it on one connection, as row-level security lets the
 * owner of the tables. Settings inside of migrations stay here: workers have them from the beginning.
 */
export async function beforeMigrations(send: Send): Promise<void> {
  await send("set local citus.multi_shard_modify_mode = 'sequential'")
  await send("set local citus.propagate_set_commands = 'local'")
  await send("set local app.shop_id = '*'")
  await send("set local citus.propagate_set_commands = 'none'")
}

/** Settings reach the workers again. */
export async function afterMigrations(send: Send): Promise<void> {
  await send("set local citus.propagate_set_commands = 'local'")
}

/**
 * A migration's statements. Once tables are spread, each goes by itself: a change of one takes the whole text that it came
 * in to the workers. A statement ends with a line that ends with `;`, but for a function's body between two `$$`.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let lines: string[] = []
  let isInBody = false
  for (const line of text.split('\n').map((each) => each.replace(/--.*/, '').trimEnd())) {
    if (line === '') continue
    lines.push(line)
    if (line.split('$$').length % 2 === 0) isInBody = !isInBody
    if (isInBody || !line.endsWith(';')) continue
    statements.push(lines.join('\n'))
    lines = []
  }
  if (lines.length > 0) throw new Error(`a migration's last statement has no end: ${lines.join(' ')}`)
  return statements
}

/** Tables that workers should have and don't: `after.sql` spreads them. */
export async function undistributedTables(send: Send): Promise<string[]> {
  const rows = await send<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'shop_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select 1 from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))
     order by c.oid`,
  )
  return rows.map(({ name }) => name)
}

/**
 * The coordinator speaks to workers as the role that speaks to it, so that role may sign in there. Workers that are added
 * later get it from the coordinator. Answers what workers said that could not be asked.
 */
export async function letRoleIntoWorkers(send: Send, role: string): Promise<{ worker: string; reason: string }[]> {
  const create = `do $do$ begin
    if not exists (select 1 from pg_roles where rolname = '${role}') then create role ${role} login;
    elsif not (select rolcanlogin from pg_roles where rolname = '${role}') then alter role ${role} login; end if;
  exception when duplicate_object or unique_violation then null; -- another service's start was faster
  end $do$`
  await send(create)
  return send(
    `select nodename || ':' || nodeport as worker, result as reason from run_command_on_workers($1) where not success`,
    [create],
  )
}

/**
 * What the service's connections set there. The store that a transaction names reaches the workers, where row-level
 * security asks for it; and a statement that would look at several shards, so at other stores, is refused. Each statement is
 * planned for its store: a plan for any store, which PostgreSQL makes from the sixth time on, does not know that two tables
 * with `shop_id = $1` each lie in one shard.
 */
export const CITUS_SETTINGS = {
  'citus.propagate_set_commands': 'local',
  'citus.multi_task_query_log_level': 'error',
  plan_cache_mode: 'force_custom_plan',
}

/**
 * Single statements on Citus. Workers hear of a store only inside a transaction, so each statement gets one of its own:
 * all of it is sent at once.
 */
export class ShardedSession implements Session {
  readonly #connection: HasClient

  constructor(connection: HasClient) {
    this.#connection = connection
  }

  query<Row>(shopId: string, sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#alone(shopId, (client) => send<Row>(client, sql, params))
  }

  walk<Row>(shopId: string, sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#alone(shopId, async (client) => {
      const [, rows] = await Promise.all([
        setIndexOnlyPlan(client, true, { scope: 'local', isSharded: true }),
        send<Row>(client, sql, params),
      ])
      return rows
    })
  }

  queryBytes(shopId: string, sql: string, params: readonly Param[]): Promise<(Buffer | null)[][]> {
    return this.#alone(shopId, (client) => sendForBytes(client, sql, params))
  }

  /** A connection lost between naming the store and the statement: workers refuse without a store. */
  async #alone<T>(shopId: string, statement: (client: Sql) => Promise<T>): Promise<T> {
    try {
      return await this.#try(shopId, statement)
    } catch (error) {
      if ((error as { code?: string }).code !== NO_STORE_SET) throw error
      return await this.#try(shopId, statement)
    }
  }

  async #try<T>(shopId: string, statement: (client: Sql) => Promise<T>): Promise<T> {
    const { client } = this.#connection
    const sent = [begin(client, shopId, true), statement(client), send(client, 'commit')] as const
    const [begun, answer, committed] = await Promise.allSettled(sent)
    if (answer.status === 'rejected') throw answer.reason
    if (begun.status === 'rejected') throw begun.reason
    if (committed.status === 'rejected') throw committed.reason
    return answer.value
  }
}
