import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { dataOf, graphqlOf } from '#test/clients/graphql.ts'
import { onCitus, onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'

// Whatever the planner believes of a store, what is asked for by its key is found by its key. Here it believes the worst:
// tables were counted while others had all of their rows, so this one seems to have one at most, or as few as they have, and
// any index that begins with the store as good as the key. (The embedded database counts its tables itself; Citus plans by itself.)

const skip = !onPostgres || onCitus ? 'looks into a PostgreSQL server' : false
const EACH = 400
const ROUNDS = 8
/** A table of so few pages, such as the one of stores, is read whole for less than its index costs. */
const FEW_PAGES = 10
/** A server process tells what it read after a second, and what it read last after ten of idleness. */
const TOLD_MS = 11_500

async function fill(server: { baseUrl: string }, store: Store, count: number) {
  const made: { visitor: TestVisitor; id: string }[] = []
  const one = async () => {
    while (made.length < count) {
      const visitor = await makeVisitor(server, store)
      made.push({ visitor, id: (await visitor.say('Where is my order?')).conversation.id })
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return made
}

/** As many members as the store has conversations, with much to say: a small table is found in whichever way it is read. */
const addMembers = (sql: postgres.Sql, { shopId }: Store, count: number) =>
  sql`insert into members (shop_id, id, email, email_key, full_name, created_at)
    select ${shopId}, 'm' || i, 'm' || i || '@example.com', 'm' || i || '@example.com', repeat('M', 300), now()
    from generate_series(1, ${count}::int) i`

/** Other stores, and how many conversations each of them has. */
const OTHERS: [what: string, stores: number, each: number][] = [
  ['one other store has all that was counted', 1, 400],
  ['all stores that were counted are small', 60, 7],
]

for (const [what, stores, count] of OTHERS)
  test(`spec C5.4: what is asked for by its key reads no more than that, where ${what}`, { skip }, async () => {
    const server = await startServer({ env: { ROLE: 'web' } })
    const sql = postgres(server.env.DATABASE_URL as string, { max: 1, onnotice: () => {} })
    after(() => sql.end())
    for (const { name } of await sql`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`)
      await sql`alter table ${sql(name)} set (autovacuum_enabled = off)`
    for (let i = 0; i < stores; i++) {
      const other = await makeStore(server)
      await addMembers(sql, other, count)
      await fill(server, other, count)
    }
    await sql`analyze`
    const store = await makeStore(server)
    const memberId = store.owner.memberId
    const inbox = await signInOwner(server, store)
    const ask = graphqlOf(server, store)
    await addMembers(sql, store, EACH)
    const made = await fill(server, store, EACH)

    const fetched = async (): Promise<Record<string, number>> => {
      await sleep(TOLD_MS)
      const rows = await sql`select t.relname as name, (t.seq_tup_read + coalesce(t.idx_tup_fetch, 0))::int as count
      from pg_stat_user_tables t join pg_class c on c.oid = t.relid where c.relpages > ${FEW_PAGES}`
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
    }
    const round = async (i: number) => {
      const { visitor, id } = made[i] as (typeof made)[number]
      ok(await store.api.get('/chat/conversations?limit=20'))
      dataOf(await ask('{ customers(first: 10) { nodes { id } } }'))
      const path = `/chat/conversations/${id}`
      ok(await store.api.get(path))
      ok(await store.api.get(`${path}/messages`))
      ok(await store.api.post(`${path}/messages`, { text: 'On its way', memberId }), 201)
      ok(await store.api.post(`${path}/tags`, { tags: ['late'] }))
      ok(await store.api.post(`${path}/state`, { status: 'resolved', memberId }))
      ok(await inbox.get(`/api/chat/conversations/${id}`))
      ok(await visitor.api.get('/storefront/messages'))
      await visitor.say('Thanks')
      const socket = await visitor.connect()
      socket.close()
    }
    // As many on each connection as a server process needs to keep its plans.
    for (let i = 0; i < 40; i++) await round(i)
    const before = await fetched()
    for (let i = 0; i < ROUNDS; i++) await round(100 + i)
    const now = await fetched()
    const each = Object.entries(now).map(([name, count]) => [name, Math.round((count - (before[name] ?? 0)) / ROUNDS)])
    const tooMuch = each.filter(([, count]) => Number(count) > EACH / 4)
    assert.deepEqual(Object.fromEntries(tooMuch), {})
    for (const looked of ['contacts', 'conversations', 'members', 'messages', 'visitors']) {
      assert.ok(
        each.some(([name, count]) => name === looked && Number(count) > 0),
        looked,
      )
    }
  })
