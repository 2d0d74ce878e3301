import postgres, { type Sql } from 'postgres'

/** A server on which tests make databases. */
export class TestServer {
  readonly sql: Sql

  constructor(sql: Sql) {
    this.sql = sql
  }

  async list(): Promise<string[]> {
    return (await this.sql<{ datname: string }[]>`select datname from pg_database`).map(({ datname }) => datname)
  }

  async create(name: string): Promise<void> {
    await this.sql.unsafe(`create database ${name}`)
  }

  async copy(template: string, name: string): Promise<void> {
    await this.sql.unsafe(`create database ${name} template ${template}`)
  }

  async rename(from: string, to: string): Promise<void> {
    await this.sql.unsafe(`alter database ${from} rename to ${to}`)
  }

  async give(name: string, role: string): Promise<void> {
    await this.sql.unsafe(`alter database ${name} owner to ${role}`)
  }

  async drop(name: string): Promise<void> {
    await this.sql.unsafe(`drop database if exists ${name} with (force)`)
  }
}

interface Node {
  host: string
  port: number
  isCoordinator: boolean
}

/**
 * A Citus coordinator and its workers: a database is one on each of them. The one at the given URL has the extension,
 * and knows the workers.
 */
export class CitusServer extends TestServer {
  readonly #url: string

  constructor(sql: Sql, url: string) {
    super(sql)
    this.#url = url
  }

  override async create(name: string): Promise<void> {
    await this.createOnNodes(name)
    await this.spread(name)
  }

  /** The database on each node; none knows of the others. */
  async createOnNodes(name: string): Promise<void> {
    await this.#onNodes((sql) => sql.unsafe(`create database ${name}`))
  }

  /** Makes one of them the coordinator's. */
  async spread(name: string): Promise<void> {
    await this.#onNodes((sql) => sql`create extension citus`, name)
    const nodes = await this.#nodes()
    const connect = async (sql: Sql) => {
      for (const { host, port, isCoordinator } of nodes) {
        if (isCoordinator) await sql`select citus_set_coordinator_host(${host}, ${port})`
        else await sql`select citus_add_node(${host}, ${port})`
      }
    }
    await on(this.#url, name, connect)
  }

  override async copy(template: string, name: string): Promise<void> {
    await this.#onNodes((sql) => sql.unsafe(`create database ${name} template ${template}`))
  }

  /** Under its new name nobody may connect to it: only so can it be copied, for Citus keeps a process in each database. */
  override async rename(from: string, to: string): Promise<void> {
    await this.#onNodes(async (sql) => {
      await sql.unsafe(`alter database ${from} allow_connections false`)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${from}`
      while ((await sql`select 1 from pg_stat_activity where datname = ${from}`).length > 0);
      await sql.unsafe(`alter database ${from} rename to ${to}`)
    })
  }

  override async give(name: string, role: string): Promise<void> {
    await this.#onNodes((sql) => sql.unsafe(`alter database ${name} owner to ${role}`))
  }

  /** A connection that was cut in the middle of a commit leaves it prepared, which no dropping by force gets past. */
  override async drop(name: string): Promise<void> {
    await this.#onNodes(async (sql, url) => {
      const left = await sql<{ gid: string }[]>`select gid from pg_prepared_xacts where database = ${name}`
      const end = (there: Sql) => Promise.all(left.map(({ gid }) => there.unsafe(`rollback prepared '${gid}'`)))
      if (left.length > 0) await on(url, name, end)
      await sql.unsafe(`drop database if exists ${name} with (force)`)
    })
  }

  async #nodes(): Promise<Node[]> {
    return this.sql<Node[]>`
      select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node where isactive
      order by groupid`
  }

  async #onNodes(work: (sql: Sql, url: string) => Promise<unknown>, database?: string): Promise<void> {
    const each = (await this.#nodes()).map(({ host, port }) => {
      const url = new URL(this.#url)
      url.hostname = host
      url.port = String(port)
      return on(url.href, database, (sql) => work(sql, url.href))
    })
    await Promise.all(each)
  }
}

async function on(server: string, database: string | undefined, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const url = new URL(server)
  if (database) url.pathname = `/${database}`
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
