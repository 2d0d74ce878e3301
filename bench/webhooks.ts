import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Pool } from 'undici'
import { metric } from '#test/metrics.ts'
import { newId } from '../src/base/ids.ts'
import { createLogger } from '../src/base/logger.ts'
import { appendEvents, buildEvent } from '../src/core/webhooks/events.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { freshDatabase } from './database.ts'
import { cpuOf as cpuOfPid, median, rssOf as rssOfPid } from './measure.ts'
import { benchSecrets } from './secrets.ts'
import { type Running, start, startService } from './service.ts'

// npm run bench:webhooks — one hot endpoint against a raw TLS sender, latency under load, hanging neighbours, a
// backlog. On PostgreSQL (a database of its own on BENCH_SERVER_URL) or, with BENCH_EMBEDDED=1, on the embedded database.

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
const receiver = await start('bench/receiver.ts', env)
let service = await startService({ ...env, ...database })

try {
  await hotEndpoint()
  await latencies()
  await hangingNeighbours()
  await backlog()
} finally {
  await service.stop()
  await receiver.stop()
  rmSync(tls, { recursive: true, force: true })
}

/** One endpoint takes all it can get: deliveries a second beside the raw sender's, A B A B. */
async function hotEndpoint(): Promise<void> {
  const store = await makeStore(['/hot'])
  const rounds: Record<'rate' | 'cpuUs' | 'statements' | 'rawRate' | 'rawCpuUs' | 'ratio', number>[] = []
  for (let round = 0; round < 3; round++) {
    const raw = await rawSender(20_000)
    const ours = await drain(store, 20_000)
    const { rate, cpuUs, statements } = ours
    rounds.push({ rate, cpuUs, statements, rawRate: raw.rate, rawCpuUs: raw.cpuUs, ratio: ours.rate / raw.rate })
  }
  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((r) => r[name]))
  console.log('\nOne hot endpoint (20,000 deliveries a round, medians of 3)')
  console.table([
    {
      'ours/s': of('rate').toFixed(0),
      'raw/s': of('rawRate').toFixed(0),
      ratio: of('ratio').toFixed(2),
      'our CPU us': of('cpuUs').toFixed(0),
      'raw CPU us': of('rawCpuUs').toFixed(0),
      'statements a delivery': of('statements').toFixed(3),
      floor: 'ratio >= 0.5, statements <= 0.1',
    },
  ])
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
  const alone = await drain(healthy, 1_000)
  const hanging = await makeStore(Array.from({ length: 10 }, (_, i) => `/hang?${i}`))
  const beside = await drain(healthy, 1_000, hanging)
  console.log('\n1,000 deliveries while another store has ten hanging endpoints (floor: within 1.5 times)')
  console.table([
    { 'alone ms': alone.ms.toFixed(0), 'beside ms': beside.ms.toFixed(0), ratio: (beside.ms / alone.ms).toFixed(2) },
  ])
}

/** 100,000 due deliveries, with the memory while they drain. */
async function backlog(): Promise<void> {
  const store = await makeStore(['/backlog'])
  const drained = await drain(store, 100_000)
  console.log('\nA backlog of 100,000')
  console.table([
    {
      'rate/s': drained.rate.toFixed(0),
      'rss before MB': drained.rssBefore.toFixed(0),
      'rss peak MB': drained.rssPeak.toFixed(0),
    },
  ])
}

function cpu(running: Running): number {
  return cpuOfPid(running.pid)
}

function rss(running: Running): number {
  return rssOfPid(running.pid)
}

interface Store {
  shopId: string
  key: string
  memberId: string
  paths: string[]
}

async function makeStore(paths: string[]): Promise<Store> {
  const owner = { email: `o${Math.random()}@example.com` }
  const made = await service.operator<{ shopId: string; owner: { memberId: string } }>('POST', '/stores', {
    name: 'bench',
    plan: 'pro',
    owner,
  })
  const { key } = await service.operator<{ key: string }>('POST', `/stores/${made.shopId}/keys`, { name: 'bench' })
  const store = { shopId: made.shopId, key, memberId: made.owner.memberId, paths }
  const lines = Array.from({ length: 64 }, (_, i) => ({
    kind: 'conversation',
    data: { id: `c${i}`, channel: 'online_store' },
  }))
  await service.operator('POST', `/stores/${made.shopId}/import`, lines.map((line) => JSON.stringify(line)).join('\n'))
  for (const path of paths) {
    await call(store, '/chat/webhooks', { url: receiver.url + path, events: ['message.created'] })
  }
  return store
}

/** Puts due deliveries into the queue while the service is down, starts it and waits until all have arrived. */
async function drain(store: Store, count: number, hanging?: Store) {
  await service.stop()
  const filling = await openDatabase({
    databaseUrl: database.DATABASE_URL,
    dataDir: database.DATA_DIR ?? '',
    secrets: benchSecrets(),
    logger: createLogger('silent'),
  })
  if (hanging) await fill(filling, hanging, 200)
  await fill(filling, store, count)
  await filling.close()
  const before = (await received()).count
  service = await startService({ ...env, ...database })
  await until(async () => (await received()).count > before)
  const begun = {
    cpu: cpu(service),
    statements: await metric({ baseUrl: service.url }, 'parley_database_statements'),
    rss: rss(service),
    ...(await received()),
  }
  let rssPeak = begun.rss
  await until(async () => {
    rssPeak = Math.max(rssPeak, rss(service))
    return (await received()).count >= before + count
  })
  const end = await received()
  const taken = end.count - begun.count
  const ms = end.lastAt - begun.lastAt
  return {
    ms,
    rate: (taken / ms) * 1000,
    cpuUs: (cpu(service) - begun.cpu) / taken,
    statements: ((await metric({ baseUrl: service.url }, 'parley_database_statements')) - begun.statements) / taken,
    rssBefore: begun.rss,
    rssPeak,
  }
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
    await filling.shop(store.shopId).transaction((tx) => appendEvents(tx, events))
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

async function rawSender(count: number): Promise<{ rate: number; cpuUs: number }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['bench/raw-sender.ts', `${receiver.url}/raw`, String(count)],
    {
      env: { ...process.env, ...env },
    },
  )
  return JSON.parse(stdout)
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

async function received(): Promise<{ count: number; lastAt: number }> {
  return (await receiverCall('/count')) as { count: number; lastAt: number }
}

function receiverCall(path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    httpsRequest(receiver.url + path, { rejectUnauthorized: false, agent: false }, async (response) => {
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
