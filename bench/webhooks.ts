import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { Pool } from 'undici'
import { metric } from '#test/service/metrics.ts'
import { newId } from '../src/base/ids.ts'
import { createLogger } from '../src/base/logger.ts'
import { buildEvent } from '../src/core/webhooks/events.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { insertEvents } from '../src/storage/webhooks/events.ts'
import { freshDatabase } from './database.ts'
import { cpuOf, cpuOfPostgres, median, rssOf } from './measure.ts'
import { benchSecrets } from './secrets.ts'
import { type Running, start, startService } from './service.ts'

// npm run bench:webhooks — one hot endpoint against a raw TLS sender and against one that keeps its queue in the same
// database, latency under load, hanging neighbours, a backlog; with `-- hot` the first alone. On PostgreSQL (a database of
// its own on BENCH_SERVER_URL) or, with BENCH_EMBEDDED=1, on the embedded database, which no other process can use.
// BENCH_DELIVERIES changes the amount.

/**
 * Deliveries of a round to the hot endpoint. As many go before, uncounted: until then the compiler still works on what was
 * first called, which a service that runs for days has behind it.
 */
const HOT = Number(process.env.BENCH_DELIVERIES ?? 20_000)
const NOT_MEASURED: Drained = {
  ms: Number.NaN,
  rate: Number.NaN,
  statements: Number.NaN,
  cpuUs: Number.NaN,
  databaseCpuUs: Number.NaN,
  receiverCpuUs: Number.NaN,
  rssBefore: Number.NaN,
  rssPeak: Number.NaN,
}

const tls = mkdtempSync(join(tmpdir(), 'parley-bench-tls-'))
execFileSync(fileURLToPath(new URL('tls/make.sh', import.meta.url)), [tls])
const env = {
  TLS_DIR: tls,
  NODE_EXTRA_CA_CERTS: join(tls, 'ca.pem'),
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  LOG_LEVEL: 'info',
}
const database: Record<string, string> = process.env.BENCH_EMBEDDED
  ? { DATA_DIR: join(tls, 'data'), DATABASE_URL: '' }
  : {
      DATABASE_URL: await freshDatabase(
        process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres',
        'parley_bench_webhooks',
      ),
    }
/** To ask the receiver every few milliseconds: a connection each time would cost it more than what is measured. */
const asking = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
const observer = database.DATABASE_URL ? postgres(database.DATABASE_URL, { max: 1 }) : null
const receiver = await start('bench/receiver.ts', env)
let service = await startService({ ...env, ...database })

try {
  await hotEndpoint()
  if (process.argv[2] !== 'hot') {
    await latencies()
    await hangingNeighbours()
    await backlog()
  }
} finally {
  await service.stop()
  await receiver.stop()
  await observer?.end()
  asking.destroy()
  rmSync(tls, { recursive: true, force: true })
}

/** One endpoint takes all it can get, from the two least senders and from the service in turn. */
async function hotEndpoint(): Promise<void> {
  const [store, honest] = [await makeStore(['/hot']), await makeStore(['/honest'])]
  const rounds: Record<'raw' | 'honest' | 'ours', Drained>[] = []
  for (let round = 0; round < 3; round++) {
    const queue = { count: 2 * HOT, uncounted: HOT }
    rounds.push({
      raw: await rawSender(2 * HOT),
      honest: await honestSender(honest, queue),
      ours: await drain(store, queue),
    })
  }
  const of = (pick: (round: (typeof rounds)[number]) => number, digits = 0) => median(rounds.map(pick)).toFixed(digits)
  console.log(`\nOne hot endpoint (${HOT.toLocaleString('en')} deliveries a round, medians of 3; CPU in us a delivery)`)
  console.table(
    (['raw', 'honest', 'ours'] as const).map((who) => ({
      sender: { raw: 'raw, no queue', honest: 'raw, same writes', ours: 'ours' }[who],
      'a second': of((round) => round[who].rate),
      'ours to it': of((round) => round.ours.rate / round[who].rate, 2),
      CPU: of((round) => round[who].cpuUs),
      'CPU of the database': of((round) => round[who].databaseCpuUs),
      'CPU of the receiver': of((round) => round[who].receiverCpuUs),
    })),
  )
  console.log(`Statements a delivery: ${of((round) => round.ours.statements, 3)}`)
  console.log('Floors: 0.3 of the raw sender, 0.7 of the one with the same writes, 0.1 statements')
}

/** From the event to the first byte at the receiver, at steady rates. */
async function latencies(): Promise<void> {
  const store = await makeStore(['/steady'])
  const rows = []
  for (const rate of [50, 300, 1000]) {
    await receiverCall('/latency')
    const posted = await postSteadily(store, rate, 5)
    await until(async () => (await metric({ baseUrl: service.url }, 'parley_webhook_queue_depth')) === 0)
    const taken = ((await receiverCall('/latency')) as number[]).toSorted((a, b) => a - b)
    rows.push({
      'events/s asked': rate,
      'events/s posted': Math.round(posted),
      'median ms': taken[Math.floor(taken.length / 2)],
      'p99 ms': taken[Math.floor(taken.length * 0.99)],
    })
  }
  console.log('\nFrom event to first byte (floor: median under 10 ms at 300 events a second)')
  console.table(rows)
}

/** 1,000 deliveries of one store alone, and while another store's ten endpoints hang. */
async function hangingNeighbours(): Promise<void> {
  const healthy = await makeStore(['/healthy'])
  const alone = await drain(healthy, { count: 1_000 })
  const hanging = await makeStore(Array.from({ length: 10 }, (_, i) => `/hang?${i}`))
  const beside = await drain(healthy, { count: 1_000 }, hanging)
  console.log('\n1,000 deliveries while another store has ten hanging endpoints (floor: within 1.5 times)')
  console.table([
    { 'alone ms': alone.ms.toFixed(0), 'beside ms': beside.ms.toFixed(0), ratio: (beside.ms / alone.ms).toFixed(2) },
  ])
}

/** 100,000 due deliveries, with the memory while they drain. */
async function backlog(): Promise<void> {
  const store = await makeStore(['/backlog'])
  const drained = await drain(store, { count: 100_000 })
  console.log('\nA backlog of 100,000')
  console.table([
    {
      'rate/s': drained.rate.toFixed(0),
      'rss before MB': drained.rssBefore.toFixed(0),
      'rss peak MB': drained.rssPeak.toFixed(0),
    },
  ])
}

interface Store {
  shopId: string
  key: string
  memberId: string
  paths: string[]
  subscriptionIds: string[]
}

async function makeStore(paths: string[]): Promise<Store> {
  const owner = { email: `o${Math.random()}@example.com` }
  const made = await service.operator<{ shopId: string; owner: { memberId: string } }>('POST', '/stores', {
    name: 'bench',
    plan: 'pro',
    owner,
  })
  const { key } = await service.operator<{ key: string }>('POST', `/stores/${made.shopId}/keys`, { name: 'bench' })
  const store = { shopId: made.shopId, key, memberId: made.owner.memberId, paths, subscriptionIds: [] as string[] }
  const lines = Array.from({ length: 64 }, (_, i) => ({
    kind: 'conversation',
    data: { id: `c${i}`, channel: 'online_store' },
  }))
  await service.operator('POST', `/stores/${made.shopId}/import`, lines.map((line) => JSON.stringify(line)).join('\n'))
  for (const path of paths) {
    const subscription = { url: receiver.url + path, events: ['message.created'] }
    store.subscriptionIds.push(
      ((await call(store, '/chat/webhooks', subscription)) as { data: { id: string } }).data.id,
    )
  }
  return store
}

/** Puts due deliveries into the queue while the service is down, starts it and waits until all have arrived. */
async function drain(store: Store, queue: Queue, hanging?: Store): Promise<Drained> {
  await service.stop()
  await queueUp([...(hanging ? [{ store: hanging, count: 200 }] : []), { store, count: queue.count }])
  await receiverCall('/reset')
  service = await startService({ ...env, ...database })
  return watch(service, store, queue, () => metric({ baseUrl: service.url }, 'parley_database_statements_total'))
}

/** Drains the queue with a sender that does the same writes and nothing else. */
async function honestSender(store: Store, queue: Queue): Promise<Drained> {
  if (!database.DATABASE_URL) return NOT_MEASURED
  await service.stop()
  await queueUp([{ store, count: queue.count }])
  await receiverCall('/reset')
  const args = [receiver.url + store.paths[0], store.shopId, store.subscriptionIds[0] as string]
  const sender = await start('bench/honest-sender.ts', { ...env, ...database }, args)
  try {
    return await watch(sender, store, queue)
  } finally {
    await sender.stop()
    service = await startService({ ...env, ...database })
  }
}

interface Queue {
  count: number
  /** Number of first deliveries that are not counted. */
  uncounted?: number
}

interface Drained {
  /** From the first arrival to the last. */
  ms: number
  /** A second, until what became of the last one is stored. */
  rate: number
  statements: number
  cpuUs: number
  databaseCpuUs: number
  receiverCpuUs: number
  rssBefore: number
  rssPeak: number
}

/** Waits until a sender's deliveries have all arrived and are written off, and says what the counted ones cost. */
async function watch(
  sender: Running,
  store: Store,
  { count, uncounted = 1 }: Queue,
  statements = async () => 0,
): Promise<Drained> {
  const costs = async () =>
    [cpuOf(sender.pid), cpuOfPostgres('parley_bench_webhooks'), cpuOf(receiver.pid), await statements()] as const
  await until(async () => (await received()).count >= uncounted)
  const [begun, begunAt, costsBefore, rssBefore] = [await received(), Date.now(), await costs(), rssOf(sender.pid)]
  let rssPeak = rssBefore
  await until(async () => {
    rssPeak = Math.max(rssPeak, rssOf(sender.pid))
    return (await received()).count >= count
  })
  await until(async () => !(await isWaiting(store)))
  const [end, endedAt, costsAfter] = [await received(), Date.now(), await costs()]
  const counted = end.count - begun.count
  const each = (i: 0 | 1 | 2 | 3) => (costsAfter[i] - costsBefore[i]) / counted
  return {
    ms: end.lastAt - end.firstAt,
    rate: (counted / (endedAt - begunAt)) * 1000,
    cpuUs: each(0),
    databaseCpuUs: each(1),
    receiverCpuUs: each(2),
    statements: each(3),
    rssBefore,
    rssPeak,
  }
}

/** Whether a store has a delivery whose end is not stored. (The embedded database answers nobody else.) */
async function isWaiting({ shopId }: Store): Promise<boolean> {
  if (!observer) return false
  const rows = await observer`select from webhook_deliveries where shop_id = ${shopId} and status = 'pending' limit 1`
  return rows.length > 0
}

async function queueUp(queues: { store: Store; count: number }[]): Promise<void> {
  const filling = await openDatabase({
    databaseUrl: database.DATABASE_URL,
    dataDir: database.DATA_DIR ?? '',
    secrets: benchSecrets(),
    logger: createLogger('silent'),
  })
  for (const { store, count } of queues) await fill(filling, store, count)
  await filling.close()
  await observer?.unsafe('analyze events, webhook_deliveries') // as the server does by itself after a minute
}

/** Events with bodies of the usual size, each with its deliveries, in transactions of 1,000. */
async function fill(filling: Database, store: Store, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1_000) {
    const events = Array.from({ length: Math.min(1_000, count - made) }, () =>
      buildEvent(store.shopId, 'message.created', 'c', {
        messageId: newId(),
        text: 'Where is my order? '.repeat(8),
        senderType: 'customer',
        memberId: null,
        createdAt: new Date().toISOString(),
      }),
    )
    await filling.shop(store.shopId).transaction((tx) => insertEvents(tx, events))
  }
}

/** Posts replies at a steady rate for some seconds; answers the rate it reached. */
async function postSteadily(store: Store, rate: number, seconds: number): Promise<number> {
  const pool = new Pool(service.url, { connections: 32 })
  const begun = performance.now()
  const total = rate * seconds
  const posts: Promise<unknown>[] = []
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * rate))
    for (; sent < due; sent++) {
      const path = `/chat/conversations/c${sent % 64}/messages`
      const body = JSON.stringify({ text: 'On its way!', memberId: store.memberId })
      const headers = { 'x-api-key': store.key, 'content-type': 'application/json' }
      posts.push(pool.request({ method: 'POST', path, headers, body }).then((answer) => answer.body.dump()))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(posts)
  const reached = total / ((performance.now() - begun) / 1000)
  await pool.close()
  return reached
}

async function rawSender(count: number): Promise<Drained> {
  await receiverCall('/reset')
  const before = cpuOf(receiver.pid)
  const args = ['bench/raw-sender.ts', `${receiver.url}/raw`, String(count)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })
  const receiverCpuUs = (cpuOf(receiver.pid) - before) / count
  return { ...NOT_MEASURED, databaseCpuUs: 0, receiverCpuUs, ...JSON.parse(stdout) }
}

async function call(store: Store, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'x-api-key': store.key, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

async function received(): Promise<{ count: number; firstAt: number; lastAt: number }> {
  return (await receiverCall('/count')) as { count: number; firstAt: number; lastAt: number }
}

function receiverCall(path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    httpsRequest(receiver.url + path, { agent: asking }, async (response) => {
      resolve(JSON.parse((await response.toArray()).join('')))
    })
      .on('error', reject)
      .end()
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 180_000
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error('gave up after three minutes')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
