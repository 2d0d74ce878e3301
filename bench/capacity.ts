import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { WebSocket } from 'ws'
import { parley } from '#test/database/backup.ts'
import { metric } from '#test/service/metrics.ts'
import { freshDatabase } from './database.ts'
import { cpuOf, cpuOfPostgres } from './measure.ts'
import { type Running, SERVICE, start } from './service.ts'

// npm run bench:capacity — what one of each thing costs one process and its PostgreSQL server, in CPU time, memory and bytes:
// the figures of docs/operate/capacity.md. BENCH_SERVER_URL names the server, on this machine; a database of its own. The WAL
// is all that the server writes meanwhile: nothing else should use it.

const NAME = 'parley_bench_capacity'
const serverUrl = process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
const databaseUrl = await freshDatabase(serverUrl, NAME)
const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 4_000)
const IDLE_MS = 60_000
/** A visitor may say 15 things a minute. */
const EACH = 6
const VISITORS = 500
const tls = mkdtempSync(join(tmpdir(), 'parley-bench-tls-'))
execFileSync(fileURLToPath(new URL('tls/make.sh', import.meta.url)), [tls])
const env = { TLS_DIR: tls, NODE_EXTRA_CA_CERTS: join(tls, 'ca.pem'), WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
const receiver = await start('bench/receiver.ts', env)
const service = await start('src/main.ts', {
  ...SERVICE,
  ...env,
  DATABASE_URL: databaseUrl,
  STOREFRONT_LIMIT_PER_IP: '0',
})

interface Shopper {
  token: string
  appId: string
}

const rows: Record<string, string | number>[] = []

/** Runs work that does something `count` times, and notes what one took. */
async function cost(what: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const wal = async () => Number((await sql`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)[0]?.bytes)
  const before = [cpuOf(service.pid), cpuOfPostgres(NAME), await wal()] as const
  await work()
  const after = [cpuOf(service.pid), cpuOfPostgres(NAME), await wal()] as const
  const each = (i: 0 | 1 | 2) => Math.round((after[i] - before[i]) / count)
  rows.push({ what, times: count, 'service us': each(0), 'PostgreSQL us': each(1), 'WAL bytes': each(2) })
}

/** Some side by side, as requests come. */
async function times(count: number, act: (i: number) => Promise<unknown>, sideBySide = 8): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < count) await act(next++)
  }
  await Promise.all(Array.from({ length: sideBySide }, one))
}

interface Store {
  shopId: string
  appId: string
  apiKey: string
  owner: { memberId: string }
}

async function makeStore({ operator }: Running): Promise<Store> {
  const email = `owner-${randomUUID()}@example.com`
  const owner = { email, password: 'correct horse battery' }
  const store = await operator<Store>('POST', '/stores', { name: 'Bench', plan: 'pro', owner })
  const { key } = await operator<{ key: string }>('POST', `/stores/${store.shopId}/keys`, { name: 'bench' })
  return { ...store, apiKey: key }
}

const TEXT = 'Where is my order? The tracking page has not changed for three days.'
const store = await makeStore(service)
const key = { 'x-api-key': store.apiKey }
const own = ({ token, appId }: Shopper) => ({ 'x-app-id': appId, authorization: `Bearer ${token}` })
const makeShopper = async (appId: string): Promise<Shopper> => ({
  token: (await service.post<{ token: string }>('/storefront/sessions', { appId })).token,
  appId,
})
const say = (shopper: Shopper, text = TEXT) =>
  service.post<{ conversation: { id: string } }>('/storefront/messages', { clientId: randomUUID(), text }, own(shopper))
const reply = (id: string) =>
  service.post(`/chat/conversations/${id}/messages`, { text: TEXT, memberId: store.owner.memberId }, key)

function open({ token, appId }: Shopper): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${service.url.replace(/^http/, 'ws')}/storefront/socket`, {
      perMessageDeflate: false,
    })
    socket.once('open', () => socket.send(JSON.stringify({ type: 'hello', appId, token })))
    socket.once('error', reject)
    socket.once('message', () => resolve(socket))
    setInterval(() => socket.send('{"type":"ping"}'), 25_000).unref()
  })
}

const many = async (count: number, { appId } = store): Promise<Shopper[]> => {
  const made: Shopper[] = []
  await times(count, async () => void made.push(await makeShopper(appId)))
  return made
}

// What runs first is compiled meanwhile: it is not counted.
const first = await many(VISITORS)
const ids: string[] = []
await times(VISITORS * 4, async (i) => {
  ids[i % VISITORS] = (await say(first[i % VISITORS] as Shopper)).conversation.id
})
await times(3_000, (i) => reply(ids[i % VISITORS] as string))

// As an hour later in a store's life: the planner knows the tables.
await sql`vacuum analyze`

const shoppers: Shopper[] = []
await cost('a visitor comes (session)', VISITORS, async () => void shoppers.push(...(await many(VISITORS))))
await cost('their first message', VISITORS, () => times(VISITORS, (i) => say(shoppers[i] as Shopper)))
const untilNextMinute = () => sleep(60_000 - (Date.now() % 60_000) + 200)
await untilNextMinute()
await cost('a message by a visitor', VISITORS * EACH, () =>
  times(VISITORS * EACH, (i) => say(shoppers[i % VISITORS] as Shopper)),
)
await cost('a message by REST', 4_000, () => times(4_000, (i) => reply(ids[i % VISITORS] as string)))

const listening = await Promise.all(first.map(open))
await cost('the same, to a shopper with an open socket', 4_000, async () => {
  await times(4_000, (i) => reply(ids[i % VISITORS] as string))
  await sleep(1_000)
})
for (const socket of listening) socket.terminate()
await sleep(10_000) // they are shown as gone

await service.post('/chat/webhooks', { url: `${receiver.url}/hook`, events: ['message.created'] }, key)
await cost('a message by REST, delivered to a webhook', 2_000, async () => {
  await times(2_000, (i) => reply(ids[i % VISITORS] as string))
  while ((await metric({ baseUrl: service.url }, 'parley_webhook_queue_depth')) > 0) await sleep(100)
})

const idle = await many(SOCKETS, await makeStore(service))
await times(SOCKETS, (i) => say(idle[i] as Shopper))
const sockets: WebSocket[] = []
await cost('a socket opens', SOCKETS, () =>
  times(SOCKETS, async (i) => void sockets.push(await open(idle[i] as Shopper))),
)
await sleep(10_000)
await cost('an idle socket for a minute', SOCKETS, () => sleep(IDLE_MS))
for (const socket of sockets) socket.terminate()
await sleep(2_000)

const ai = await makeStore(service)
await service.operator('PATCH', `/stores/${ai.shopId}`, { settings: { ai: { enabled: true } } })
const article = { kind: 'faq', data: { id: 'a', question: 'Do you ship to Norway?', answer: 'Yes.', url: null } }
await service.operator('POST', `/stores/${ai.shopId}/import`, JSON.stringify(article))
const asking = Array.from({ length: 600 }, () => makeShopper(ai.appId))
const answered = async (count: number) => {
  for (;;) {
    const [row] =
      await sql`select count(*)::int as n from messages where shop_id = ${ai.shopId} and sender_type = 'bot'`
    if (row?.n >= count) return
    await sleep(200)
  }
}
const ask = async (from: number, to: number) => {
  await times(to - from, async (i) => void (await say((await asking[from + i]) as Shopper, 'Do you ship to Norway?')))
  await answered(to)
}
await Promise.all(asking)
await ask(0, 300)
await cost('an AI turn, with the first message that it answers', 300, () => ask(300, 600))

await sql`vacuum analyze`
const [size] = await sql`
  select count(*)::int as messages, (select sum(pg_total_relation_size(c.oid))::float8 from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace) as bytes,
    pg_total_relation_size('messages')::float8 as in_messages from messages`
console.log(`${cpus()[0]?.model}, ${cpus().length} processors, Node ${process.version}`)
console.table(rows)
console.log(
  `a message of ${TEXT.length} letters: ${Math.round(size?.in_messages / size?.messages)} bytes in its table with its indexes, ` +
    `${Math.round(size?.bytes / size?.messages)} with all else that was written (${size?.messages} messages)`,
)
const file = join(tls, 'backup')
const made = await parley(['backup', file], { baseUrl: service.url, operatorToken: SERVICE.OPERATOR_TOKEN })
if (made.code !== 0) throw new Error(made.stderr)
console.log(
  `in a backup: ${Math.round(statSync(file).size / size?.messages)} bytes a message; real words compress less`,
)
await sql.end()
await service.stop()
await receiver.stop()
rmSync(tls, { recursive: true })
process.exit()
