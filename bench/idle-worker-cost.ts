import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { freshDatabase } from './database.ts'
import { cpuOf, cpuOfPostgres, median } from './measure.ts'
import { start, startService } from './service.ts'

// npm run bench:sweeps — what a worker costs while nothing is due, by the number of stores, and what others' queues do
// to one store's deliveries: ten hanging endpoints, a long backlog. On PostgreSQL (a database of its own on
// BENCH_SERVER_URL). STORES: 100,000 unless told, each with 10 subscriptions. BACKLOG: 1,000,000 due deliveries.

const STORES = Number(process.env.STORES ?? 100_000)
const BACKLOG = Number(process.env.BACKLOG ?? 1_000_000)
const IDLE_S = 30
const MESSAGES = 100
const DATABASE = 'parley_bench_sweeps'

const tls = mkdtempSync(join(tmpdir(), 'parley-bench-tls-'))
execFileSync(fileURLToPath(new URL('tls/make.sh', import.meta.url)), [tls])
const env = { TLS_DIR: tls, NODE_EXTRA_CA_CERTS: join(tls, 'ca.pem'), WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
const DATABASE_URL = await freshDatabase(
  process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres',
  DATABASE,
)
const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} })
const receiver = await start('bench/receiver.ts', env)
const service = await startService({ ...env, DATABASE_URL })
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Store {
  shopId: string
  key: string
  memberId: string
}

try {
  const few = await idle()
  await fill()
  const many = await idle()
  console.log(`\nIdle, in percent of a core over ${IDLE_S} s`)
  console.table([
    { stores: 1, worker: few.worker, database: few.database },
    { stores: STORES, worker: many.worker, database: many.database, floor: 'worker < 2' },
  ])

  const store = await makeStore(['/steady'])
  const quiet = await latencies(store)
  await makeStore(Array.from({ length: 10 }, (_, i) => `/hang?${i}`)).then((hanging) => addBacklog(hanging, 10_000))
  await sleep(3_000) // until a sweep has found them
  const besideHanging = await latencies(store)
  await makeStore(Array.from({ length: 10 }, (_, i) => `/hot?${i}`)).then((busy) => addBacklog(busy, BACKLOG))
  for (const { count } = await received(); (await received()).count === count; ) await sleep(100)
  const besideBacklog = await latencies(store)
  console.log(`\nFrom the event to the first byte, ${MESSAGES} messages, milliseconds`)
  console.table([
    { beside: `${STORES} idle stores`, ...quiet, floor: 'median < 10' },
    { beside: 'and ten hanging endpoints of a store', ...besideHanging },
    { beside: `and ${BACKLOG} due deliveries of another`, ...besideBacklog },
  ])
} finally {
  await service.stop()
  await receiver.stop()
  await sql.end()
  rmSync(tls, { recursive: true, force: true })
}

/** CPU time of the worker and of its database's connections, while nothing is due. */
async function idle(): Promise<{ worker: string; database: string }> {
  await sleep(3_000)
  const before = [cpuOf(service.pid), cpuOfPostgres(DATABASE)] as const
  await sleep(IDLE_S * 1_000)
  const percent = (us: number) => (us / (IDLE_S * 10_000)).toFixed(2)
  return { worker: percent(cpuOf(service.pid) - before[0]), database: percent(cpuOfPostgres(DATABASE) - before[1]) }
}

/** Stores that do nothing, each with ten active subscriptions. */
async function fill(): Promise<void> {
  await sql.unsafe(
    `insert into shops (shop_id, app_id, name, plan, installed_at, created_at)
     select 'idle_' || i, 'app_idle_' || i, 'idle', 'pro', now(), now() from generate_series(1, ${STORES}) i`,
  )
  await sql.unsafe(
    `insert into webhook_subscriptions
       (shop_id, id, url, url_hash, events, secret, activated_at, created_at, updated_at)
     select 'idle_' || i, 's' || j, 'https://127.0.0.1:1/' || j, j::text, '{message.created}', '', now(), now(), now()
     from generate_series(1, ${STORES}) i, generate_series(1, 10) j`,
  )
  await sql.unsafe('vacuum analyze shops, webhook_subscriptions')
}

async function makeStore(paths: string[]): Promise<Store> {
  const made = await service.operator<{ shopId: string; owner: { memberId: string } }>('POST', '/stores', {
    name: 'bench',
    plan: 'pro',
    owner: { email: `o${Math.random()}@example.com` },
  })
  const { key } = await service.operator<{ key: string }>('POST', `/stores/${made.shopId}/keys`, { name: 'bench' })
  const line = JSON.stringify({ kind: 'conversation', data: { id: 'c', channel: 'online_store' } })
  await service.operator('POST', `/stores/${made.shopId}/import`, line)
  const store = { shopId: made.shopId, key, memberId: made.owner.memberId }
  for (const path of paths)
    await post(store, '/chat/webhooks', { url: receiver.url + path, events: ['message.created'] })
  return store
}

/** Puts due deliveries into a store's queue, spread over its subscriptions. */
async function addBacklog({ shopId }: Store, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(
      `insert into events (shop_id, id, type, occurred_at, body)
       select $1, 'backlog_' || i, 'message.created', now(), '{}' from generate_series(1, ${count / 10}) i`,
      [shopId],
    )
    await tx.unsafe(
      `insert into webhook_deliveries (shop_id, id, subscription_id, event_id, next_at, created_at)
       select $1, gen_random_uuid(), s.id, e.id, now(), now()
       from webhook_subscriptions s, events e where s.shop_id = $1 and e.shop_id = $1`,
      [shopId],
    )
  })
  // As autovacuum does within a minute: plans made while the tables were small go.
  await sql.unsafe('analyze events, webhook_deliveries')
}

/** From the event to its arrival, one message after the other. */
async function latencies(store: Store) {
  await receiverCall('/latency?/steady')
  const before = await received()
  for (let i = 0; i < MESSAGES; i++) {
    await post(store, '/chat/conversations/c/messages', { text: `message ${i}`, memberId: store.memberId })
    await sleep(50)
  }
  const after = await received()
  await sleep(3_000)
  const times = ((await receiverCall('/latency?/steady')) as number[]).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
  const others = after.count - before.count - MESSAGES
  return { median: median(times), p99: at(0.99), most: at(1), arrived: times.length, 'others’ meanwhile': others }
}

async function received(): Promise<{ count: number }> {
  return (await receiverCall('/count')) as { count: number }
}

async function post(store: Store, path: string, body: object): Promise<void> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'x-api-key': store.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}

function receiverCall(path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request(receiver.url + path, { rejectUnauthorized: false, agent: false }, async (response) => {
      resolve(JSON.parse((await response.toArray()).join('')))
    })
      .on('error', reject)
      .end()
  })
}
