import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { Pool } from 'undici'
import { metric } from '#test/service/metrics.ts'
import { freshDatabase } from './database.ts'
import { cpuOf, cpuOfPostgres, median } from './measure.ts'
import { SERVICE, start } from './service.ts'

// npm run bench:delivery [-- DIR] — a posted message until a webhook has it: at 40 per second, and as fast as it goes; on
// PostgreSQL, in a database of its own on BENCH_SERVER_URL. DIR: another checkout, which takes turns with this one.

const RATE = 40
const STEADY_S = Number(process.env.BENCH_SECONDS ?? 10)
const BURST = Number(process.env.BENCH_MESSAGES ?? 3_000)
const ROUNDS = 3
const CONVERSATIONS = 64
const serverUrl = process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
const tls = mkdtempSync(join(tmpdir(), 'parley-bench-tls-'))
execFileSync(fileURLToPath(new URL('tls/make.sh', import.meta.url)), [tls])
const env = { TLS_DIR: tls, NODE_EXTRA_CA_CERTS: join(tls, 'ca.pem'), WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
const receiver = await start('bench/receiver.ts', env)

/** A service with a store whose webhook wants every message. */
async function prepare(name: string, directory: string) {
  const database = `parley_bench_delivery_${name}`
  const { start } = (await import(join(directory, 'bench/service.ts'))) as typeof import('./service.ts')
  const service = await start('src/main.ts', {
    ...SERVICE,
    ...env,
    DATABASE_URL: await freshDatabase(serverUrl, database),
  })
  const owner = { email: `owner@${name}.example` }
  const made = await service.operator<{ shopId: string; owner: { memberId: string } }>('POST', '/stores', {
    name,
    plan: 'pro',
    owner,
  })
  const { key } = await service.operator<{ key: string }>('POST', `/stores/${made.shopId}/keys`, { name: 'bench' })
  const lines = Array.from({ length: CONVERSATIONS }, (_, i) =>
    JSON.stringify({ kind: 'conversation', data: { id: `c${i}`, channel: 'online_store' } }),
  )
  await service.operator('POST', `/stores/${made.shopId}/import`, lines.join('\n'))
  const webhook = { url: `${receiver.url}/${name}`, events: ['message.created'] }
  await service.post('/chat/webhooks', webhook, { 'x-api-key': key })
  const pool = new Pool(service.url, { connections: 16 })
  const body = JSON.stringify({ text: 'On its way!', memberId: made.owner.memberId })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const post = async (i: number) => {
    const path = `/chat/conversations/c${i % CONVERSATIONS}/messages`
    const answer = await pool.request({ method: 'POST', path, headers, body })
    const { data } = (await answer.body.json()) as { data: { id: string } }
    return data.id
  }
  return { name, service, database, post, close: () => pool.close().then(service.stop) }
}

type Side = Awaited<ReturnType<typeof prepare>>

const isQuiet = async ({ service }: Side) =>
  (await metric({ baseUrl: service.url }, 'parley_webhook_queue_depth')) === 0

async function analyze({ database }: Side): Promise<void> {
  const sql = postgres(Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href, { max: 1 })
  await sql`vacuum analyze`
  await sql.end()
}

/** Milliseconds from before each request to its arrival, and what one message cost. */
async function steadily(side: Side): Promise<Record<string, number>> {
  const count = RATE * STEADY_S
  await ask('/reset')
  const cpu = () => [cpuOf(side.service.pid), cpuOfPostgres(side.database)] as const
  const before = cpu()
  const sentAt = new Map<string, number>()
  const begun = Date.now()
  const posts = []
  for (let i = 0; i < count; i++) {
    await sleep(Math.max(0, begun + (i * 1_000) / RATE - Date.now()))
    const at = performance.timeOrigin + performance.now()
    posts.push(side.post(i).then((id) => sentAt.set(id, at)))
  }
  await Promise.all(posts)
  while (!(await isQuiet(side))) await sleep(50)
  await sleep(300)
  const after = cpu()
  const arrived = (await ask('/arrivals')) as Record<string, number>
  const taken = [...sentAt].map(([id, at]) => (arrived[id] as number) - at).toSorted((a, b) => a - b)
  return {
    'p50 ms': taken[Math.floor(count * 0.5)] as number,
    'p99 ms': taken[Math.floor(count * 0.99)] as number,
    'service us': (after[0] - before[0]) / count,
    'PostgreSQL us': (after[1] - before[1]) / count,
  }
}

/** Messages per second until the last one has arrived. */
async function fast(side: Side): Promise<Record<string, number>> {
  await ask('/reset')
  const before = [cpuOf(side.service.pid), cpuOfPostgres(side.database)] as const
  const begun = performance.now()
  let next = 0
  const one = async () => {
    while (next < BURST) await side.post(next++)
  }
  await Promise.all(Array.from({ length: 16 }, one))
  while (((await ask('/count')) as { count: number }).count < BURST) await sleep(5)
  const seconds = (performance.now() - begun) / 1_000
  while (!(await isQuiet(side))) await sleep(20)
  const after = [cpuOf(side.service.pid), cpuOfPostgres(side.database)] as const
  return {
    'delivered a second': BURST / seconds,
    'service us at full speed': (after[0] - before[0]) / BURST,
    'PostgreSQL us at full speed': (after[1] - before[1]) / BURST,
  }
}

function ask(path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    httpsRequest(receiver.url + path, { rejectUnauthorized: false }, async (response) => {
      resolve(JSON.parse((await response.toArray()).join('')))
    })
      .on('error', reject)
      .end()
  })
}

const here = fileURLToPath(new URL('..', import.meta.url))
const [other] = process.argv.slice(2)
const sides = [...(other ? [await prepare('other', resolve(other))] : []), await prepare('this', here)]
const rounds = new Map<Side, Record<string, number>[]>(sides.map((side) => [side, []]))
try {
  for (const side of sides) {
    await fast(side) // the compiler still works on what runs first
    await analyze(side) // as the server does by itself after a minute
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 ? sides.toReversed() : sides) {
      rounds.get(side)?.push({ ...(await steadily(side)), ...(await fast(side)) })
    }
  }
  const table = sides.map((side) => {
    const of = rounds.get(side) as Record<string, number>[]
    const names = Object.keys(of[0] as object)
    return [side.name, Object.fromEntries(names.map((name) => [name, median(of.map((one) => one[name] as number))]))]
  }) as [string, Record<string, number>][]
  console.table(
    Object.fromEntries(
      table.map(([name, values]) => [
        name,
        Object.fromEntries(Object.entries(values).map(([title, value]) => [title, Math.round(value * 10) / 10])),
      ]),
    ),
  )
  const [before, after] = table.map(([, values]) => values)
  if (before && after) {
    const ratios = Object.keys(before).map((name) => [
      name,
      Math.round(((after[name] as number) / (before[name] as number)) * 100) / 100,
    ])
    console.table({ 'this to other': Object.fromEntries(ratios) })
  }
} finally {
  for (const side of sides) await side.close()
  await receiver.stop()
  rmSync(tls, { recursive: true, force: true })
}
