import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { addConversation, makeStore, type Store } from '../fixtures/factories.ts'
import { type CleanUp, cleanUpAll, openServer } from '../service/server.ts'
import { until } from '../until.ts'
import { createDatabase, onCitus, serverUrl } from './database.ts'

// `npm run citus:operations`: does to a real cluster, under load, what docs/operate/citus.md tells operators to do, in its
// words, and prints what requests saw of it. Needs TEST_CITUS_URL (a coordinator with its workers), CITUS_SPARE=host:port
// (a node with Citus that is not a worker yet), and the shell commands CITUS_STOP and CITUS_START for a worker other than
// these; without the two, no worker is lost.

const { CITUS_SPARE, CITUS_STOP, CITUS_START } = process.env
if (!onCitus || !CITUS_SPARE) throw new Error('set TEST_DATABASE=citus, TEST_CITUS_URL and CITUS_SPARE=host:port')
const STORES = 12
const [spareHost, sparePort] = CITUS_SPARE.split(':') as [string, string]
const doc = readFileSync(new URL('../../docs/operate/citus.md', import.meta.url), 'utf8')

/** The statements in a section of the page. */
function statementsUnder(heading: string): string[] {
  const section = doc.split(/^## /m).find((each) => each.startsWith(heading)) ?? ''
  const found = [...section.matchAll(/```sql\n([^`]*)```/g)].flatMap((match) => (match[1] as string).split(/;\n/))
  if (found.length === 0) throw new Error(`docs/operate/citus.md has no statements under ${heading}`)
  return found.map((each) => each.trim()).filter((each) => each !== '')
}

interface Seen {
  answers: number
  refused: Map<number, number>
  slowestMs: number
}

const cleanUp: CleanUp = []
const database = await createDatabase()
cleanUp.push(() => database.drop())
const name = new URL(database.url).pathname.slice(1)
const server = await openServer(cleanUp, { env: { DATABASE_URL: database.url } })
const sql = postgres(database.url, { max: 1, onnotice: () => {} })
cleanUp.push(() => sql.end())
const stores: { store: Store; id: string; seen: Seen }[] = []
const nothing = (): Seen => ({ answers: 0, refused: new Map(), slowestMs: 0 })
for (let i = 0; i < STORES; i++) {
  const store = await makeStore(server)
  stores.push({ store, id: (await addConversation(store)).id, seen: nothing() })
}

let isOver = false
let written = 0
async function load(one: (typeof stores)[number]): Promise<void> {
  while (!isOver) {
    const begun = performance.now()
    const { memberId } = one.store.owner
    const path = `/chat/conversations/${one.id}/messages`
    const { status } = await one.store.api.post(path, { text: 'Hello', memberId }).catch(() => ({ status: 0 }))
    const { seen } = one
    seen.answers++
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begun)
    if (status === 201) written++
    else seen.refused.set(status, (seen.refused.get(status) ?? 0) + 1)
    await sleep(20)
  }
}

/** Runs a step under load and tells what requests saw. */
async function watch(what: string, step: () => Promise<void>): Promise<number> {
  for (const one of stores) one.seen = nothing()
  const begun = performance.now()
  await step()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const all = stores.map(({ seen }) => seen)
  const refused = all.flatMap((seen) => [...seen.refused])
  const kinds = Object.entries(Object.groupBy(refused, ([status]) => status)).map(
    ([status, counts]) => `${status}: ${counts?.reduce((sum, [, count]) => sum + count, 0)}`,
  )
  const touched = all.filter((seen) => seen.refused.size > 0).length
  const answers = all.reduce((sum, seen) => sum + seen.answers, 0)
  const slowest = Math.round(Math.max(...all.map((seen) => seen.slowestMs)))
  const told = refused.length > 0 ? `refused ${kinds.join(', ')} of ${touched} stores` : 'none refused'
  console.log(`${what}: ${seconds} s, ${answers} requests, ${told}; slowest ${slowest} ms`)
  return refused.length
}

const SPARE = { "'worker-3.internal', 5432": `'${spareHost}', ${sparePort}` }

async function run(heading: string, replace: Record<string, string> = SPARE): Promise<void> {
  for (let text of statementsUnder(heading)) {
    for (const [from, to] of Object.entries(replace)) text = text.replaceAll(from, to)
    await sql.unsafe(text)
  }
}

/** The worker that has a store, and another one, as the page names workers: the rebalancer may have put the store on either. */
async function placesFor(shopId: string): Promise<[from: string, to: string]> {
  const places = await sql<{ place: string; has: boolean }[]>`
    select format('%L, %s', nodename, nodeport) as place,
      bool_or(shardid = get_shard_id_for_distribution_column('shops', ${shopId}::text)) as has
    from citus_shards where table_name = 'shops'::regclass group by 1`
  return [true, false].map((has) => places.find((each) => each.has === has)?.place as string) as [string, string]
}

let failures = 0
try {
  const loads = stores.map(load)
  await watch('before', () => sleep(3_000))
  const spare = new URL(serverUrl())
  spare.host = CITUS_SPARE
  const onSpare = async (path: string, text: string) => {
    spare.pathname = path
    const client = postgres(spare.href, { max: 1, onnotice: () => {} })
    await client.unsafe(text).finally(() => client.end())
  }
  await onSpare('postgres', `create database ${name}`)
  cleanUp.push(() => onSpare('postgres', `drop database if exists ${name} with (force)`))
  await onSpare(name, 'create extension citus')
  failures += await watch('add a worker and move shards to it', () => run('Add a worker'))
  const { shopId } = (stores[0] as (typeof stores)[number]).store
  const [from, to] = await placesFor(shopId)
  const replace = { shop_large: shopId, "'worker-1.internal', 5432": from, "'worker-3.internal', 5432": to }
  failures += await watch('isolate a store and move it', () => run('A very large store', replace))
  failures += await watch('drain the worker and remove it', () => run('Take a worker away'))
  if (CITUS_STOP && CITUS_START) {
    await watch('lose a worker', async () => {
      execFileSync('sh', ['-c', CITUS_STOP], { stdio: 'ignore' })
      await sleep(5_000)
    })
    const ready = (await fetch(`${server.baseUrl}/readyz`)).status
    console.log(`  /readyz ${ready}; the log: ${/"msg":"cannot look[^"]*"/.exec(server.logs())?.[0]}`)
    await watch('get it back', async () => {
      execFileSync('sh', ['-c', CITUS_START], { stdio: 'ignore' })
      for (const one of stores) {
        const before = one.seen.answers - [...one.seen.refused.values()].reduce((sum, count) => sum + count, 0)
        await until('every store to be served', () => {
          const now = one.seen.answers - [...one.seen.refused.values()].reduce((sum, count) => sum + count, 0)
          return now > before
        })
      }
    })
    failures += await watch('after', () => sleep(3_000))
  }
  isOver = true
  await Promise.all(loads)
  await sql.unsafe("set app.shop_id = '*'")
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::int as count from messages where text = 'Hello'`
  console.log(`answered with 201: ${written}; in the database: ${count}`)
  if (count < written) failures++
} finally {
  isOver = true
  await cleanUpAll(cleanUp)
}
process.exit(failures === 0 ? 0 : 1)
