import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { WebSocket } from 'ws'
import type { Store } from '#test/fixtures/factories.ts'
import { Crowd } from '#test/processes/crowd.ts'
import type { Shopper } from '#test/processes/shoppers.ts'
import { metric } from '#test/service/metrics.ts'
import { freshDatabase } from './database.ts'
import { cpuOf, cpuOfPostgres } from './measure.ts'
import { SERVICE, start } from './service.ts'

// npm run bench:sockets — what a shopper's socket costs one process and its PostgreSQL server that comes back when another
// process was lost: CPU time and statements from the connect until it was sent where things stand. In few stores, and in many.
// BENCH_SERVER_URL names the server, on this machine; a database of its own. BENCH_SOCKETS and BENCH_AT_ONCE change the amounts.

const NAME = process.env.BENCH_NAME ?? 'parley_bench_sockets'
const serverUrl = process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 3_000)
/** Sockets that open side by side. */
const AT_ONCE = Number(process.env.BENCH_AT_ONCE ?? 200)
const KINDS = { 'in four stores': 4, 'in many stores, ten each': SOCKETS / 10 }
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

const databaseUrl = await freshDatabase(serverUrl, NAME)
const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
const env = {
  ...SERVICE,
  DATABASE_URL: databaseUrl,
  STOREFRONT_LIMIT_PER_IP: '0',
  ROLE: 'web',
  NODE_OPTIONS: `--import ${new URL('../test/service/quick-passwords.js', import.meta.url)} ${process.env.BENCH_NODE_OPTIONS ?? ''}`,
}
const service = await start('src/main.ts', env, [])
const url = `${service.url.replace(/^http/, 'ws')}/storefront/socket`

async function makeCrowd(stores: number): Promise<Shopper[]> {
  const made: object[] = []
  for (let i = 0; i < stores; i++) {
    const owner = { email: `owner-${randomUUID()}@example.com`, password: 'correct horse battery' }
    made.push(await service.operator('POST', '/stores', { name: 'Bench', plan: 'pro', owner }))
  }
  const crowd = new Crowd()
  await crowd.make(databaseUrl, made as Store[], SOCKETS)
  // A store's shoppers do not come one after the other.
  return crowd.shoppers
    .map((shopper, i) => ({ shopper, turn: i % (SOCKETS / stores) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ shopper }) => shopper)
}

function open(shopper: Shopper): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('open', () => socket.send(JSON.stringify({ type: 'hello', ...shopper })))
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.once('message', () => resolve(socket))
  })
}

const figures = async () => [
  cpuOf(service.pid),
  cpuOfPostgres(NAME),
  await metric({ baseUrl: service.url }, 'parley_database_statements_total'),
]

const rows: Record<string, string | number>[] = []
async function comeBack(what: string, shoppers: Shopper[]): Promise<void> {
  // As another process left them.
  await sql`update conversations set is_online = true`
  await sql`vacuum analyze`
  await sleep(1_000)
  const before = await figures()
  const begun = performance.now()
  const sockets: WebSocket[] = []
  let next = 0
  const one = async () => {
    while (next < shoppers.length) sockets.push(await open(shoppers[next++] as Shopper))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  const ms = performance.now() - begun
  await sleep(500) // what is still written
  const after = await figures()
  const each = (i: number) => ((after[i] as number) - (before[i] as number)) / shoppers.length
  rows.push({
    'sockets come back': what,
    'service us': Math.round(each(0)),
    'PostgreSQL us': Math.round(each(1)),
    statements: Number(each(2).toFixed(2)),
    'a second': Math.round((shoppers.length / ms) * 1000),
  })
  for (const socket of sockets) socket.terminate()
  // Waits until they are shown as offline.
  while ((await sql`select from presence limit 1`).length > 0) await sleep(500)
  await sleep(1_000)
}

const crowds: [string, Shopper[]][] = []
for (const [what, stores] of Object.entries(KINDS)) crowds.push([what, await makeCrowd(stores)])
for (const [, shoppers] of crowds) await comeBack('', shoppers) // compiled meanwhile
rows.length = 0
for (let i = 0; i < ROUNDS; i++) for (const [what, shoppers] of crowds) await comeBack(what, shoppers)
console.table(rows)
await sql.end()
await service.stop()
process.exit()
