import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { freshDatabase } from './database.ts'
import { SERVICE, start, startService } from './service.ts'

// npm run bench:neighbours — how long a store's POST message takes alone, and while another store sends its heaviest
// legal requests over one door after another, two at a time without a break. On the embedded database or, with
// BENCH_SERVER_URL, on a database of its own on that server. Goal: 50 ms more at the 99th percentile, at most.

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const GOAL_MS = 50
const scratch = mkdtempSync(join(tmpdir(), 'parley-bench-'))
execFileSync(fileURLToPath(new URL('tls/make.sh', import.meta.url)), [scratch], { stdio: 'ignore' })
const env: Record<string, string> = {
  TLS_DIR: scratch,
  NODE_EXTRA_CA_CERTS: join(scratch, 'ca.pem'),
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  DATA_DIR: join(scratch, 'data'),
  STOREFRONT_LIMIT_PER_IP: '0',
  LOG_LEVEL: 'warn',
  ...(process.env.BENCH_SERVER_URL
    ? { DATABASE_URL: await freshDatabase(process.env.BENCH_SERVER_URL, 'parley_bench_neighbours') }
    : {}),
}
const receiver = await start('bench/receiver.ts', env)
const service = await startService({ ...env, LOG_LEVEL: 'info' })

interface Store {
  shopId: string
  appId: string
  key: string
  conversationId: string
}

async function makeStore(name: string): Promise<Store> {
  const { shopId, appId } = await service.operator<Store>('POST', '/stores', { name, plan: 'plus' })
  const { key } = await service.operator<{ key: string }>('POST', `/stores/${shopId}/keys`, { name: 'bench' })
  const line = JSON.stringify({ kind: 'conversation', data: { id: 'c', channel: 'online_store' } })
  await service.operator('POST', `/stores/${shopId}/import`, line)
  return { shopId, appId, key, conversationId: 'c' }
}

const send = async (path: string, headers: Record<string, string>, body?: string | object, method = 'POST') => {
  const isLines = typeof body === 'string' // of an import
  const text = isLines ? body : JSON.stringify(body)
  const response = await fetch(service.url + path, {
    method,
    headers: { 'content-type': isLines ? 'application/x-ndjson' : 'application/json', ...headers },
    ...(text === undefined ? {} : { body: text }),
  })
  return { status: response.status, text: await response.text() }
}

const [quiet, loud] = [await makeStore('Quiet'), await makeStore('Loud')]
const api = { 'x-api-key': loud.key }
const graphql = { 'x-api-id': loud.appId, 'x-api-secret': loud.key }
const mcp = { 'x-app-id': loud.appId, authorization: `Bearer ${loud.key}` }
const operator = { authorization: `Bearer ${SERVICE.OPERATOR_TOKEN}` }
const many = (n: number, each: (i: number) => string, separator = ' ') =>
  Array.from({ length: n }, (_, i) => each(i)).join(separator)
let count = 0
const say = { text: 'x'.repeat(5_000), asCustomer: true }
await service.operator('POST', `/stores/${loud.shopId}/sample-data`, { contacts: 2_000, conversations: 300, seed: 1 })
const session = JSON.parse((await send('/storefront/sessions', {}, { appId: loud.appId })).text) as {
  data: { token: string }
}
const shopper = { 'x-app-id': loud.appId, authorization: `Bearer ${session.data.token}` }
const contactLine = (i: number) =>
  JSON.stringify({ kind: 'contact', data: { id: `b${i}`, type: 'guest', name: 'A B' } })

/** What the loud store sends, again and again. */
const FLOODS: Record<string, () => Promise<unknown>> = {
  'REST: messages': () => send('/chat/conversations/c/messages', api, say),
  'REST: lists': () => send('/chat/conversations?limit=100', api, undefined, 'GET'),
  'REST: 20,000 tags on a new conversation': async () => {
    const id = `t${count++}`
    const line = JSON.stringify({ kind: 'conversation', data: { id, channel: 'online_store' } })
    await send(`/operator/stores/${loud.shopId}/import`, operator, line)
    await send(`/chat/conversations/${id}/tags`, api, { tags: Array.from({ length: 20_000 }, (_, i) => `${id}-${i}`) })
  },
  'GraphQL: all contacts': () => send('/graphql', graphql, { query: '{ customers { nodes { id email fullName } } }' }),
  'GraphQL: 600 look-ups': () =>
    send('/graphql', graphql, { query: `{ ${many(600, (i) => `a${count + i}: customer(id: "${count++}") { id }`)} }` }),
  'GraphQL: schema, no credentials': () =>
    send(
      '/graphql',
      {},
      { query: `{ ${many(150, (i) => `a${i}: __schema { types { name fields { name } } }`)} #${count++} }` },
    ),
  'MCP: searches': () =>
    send('/mcp', mcp, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'faq_retrieval', arguments: { query: many(40, (i) => `return refund shipping size${i}`) } },
    }),
  'storefront: messages': () =>
    send('/storefront/messages', shopper, { clientId: crypto.randomUUID(), text: 'x'.repeat(5_000) }),
  'storefront: uploads of 9 MB': () =>
    send('/storefront/files?name=a.txt', { ...shopper, 'content-type': 'text/plain' }, 'x'.repeat(9 * 2 ** 20)),
  'import: 5,000 contacts': () =>
    send(`/operator/stores/${loud.shopId}/import`, operator, many(5_000, contactLine, '\n')),
  'import: a conversation of 2,000 messages': () => {
    const createdAt = new Date().toISOString()
    const messages = Array.from({ length: 2_000 }, (_, i) => ({ id: i, text: 'Hello', createdAt }))
    const data = { id: `i${count++}`, channel: 'online_store', messages }
    return send(`/operator/stores/${loud.shopId}/import`, operator, JSON.stringify({ kind: 'conversation', data }))
  },
  'sample data': () =>
    service.operator('POST', `/stores/${loud.shopId}/sample-data`, { contacts: 500, conversations: 300, seed: 2 }),
}

/** Milliseconds of the quiet store's messages, one after another. */
async function measureQuiet(seconds: number): Promise<number[]> {
  const workerData = { url: service.url, key: quiet.key, seconds }
  const worker = new Worker(new URL('neighbours/quiet.ts', import.meta.url), { workerData })
  const [times] = await once(worker, 'message')
  return times
}

const forSeconds = (seconds: number) => {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}

const rows: Record<string, string | number>[] = []
function report(name: string, alone: number[], beside: number[], floods: number): void {
  const at = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? 0
  const [p50, p99] = [at(alone, 0.5), at(alone, 0.99)]
  const more = at(beside, 0.99) - p99
  const row = {
    flood: name,
    requests: floods,
    'alone p50': p50.toFixed(1),
    'p99 ': p99.toFixed(1),
    'beside p50': at(beside, 0.5).toFixed(1),
    p99: at(beside, 0.99).toFixed(1),
    'more at p99': more.toFixed(1),
    goal: more <= GOAL_MS ? 'met' : 'MISSED',
  }
  rows.push(row)
  console.log(Object.values(row).join('\t'))
}

async function beside(name: string, flood: () => Promise<unknown>): Promise<void> {
  const alone = await measureQuiet(SECONDS / 2)
  const isOver = forSeconds(SECONDS)
  let floods = 0
  const flooding = Array.from({ length: 2 }, async () => {
    while (!isOver()) {
      await flood()
      floods++
    }
  })
  const times = await measureQuiet(SECONDS)
  await Promise.all(flooding)
  report(name, alone, times, floods)
}

/** Five thousand deliveries are due at once, of ten subscriptions. */
async function webhookBacklog(): Promise<void> {
  const ids: string[] = []
  for (let i = 0; i < 10; i++) {
    const url = `${receiver.url}/${i}`
    const { text } = await send('/chat/webhooks', api, { url, events: ['message.created'] })
    ids.push((JSON.parse(text) as { data: { id: string } }).data.id)
  }
  const alone = await measureQuiet(SECONDS / 2)
  // Each message makes ten deliveries, in parallel to their being sent: the queue grows as fast as it can.
  for (let i = 0; i < 25; i++) {
    await Promise.all(
      Array.from({ length: 20 }, () => send('/chat/conversations/c/messages', api, { ...say, text: 'x' })),
    )
  }
  report('webhooks: 5,000 deliveries', alone, await measureQuiet(SECONDS), 500)
  for (const id of ids) await send(`/chat/webhooks/${id}`, api, undefined, 'DELETE')
}

try {
  await measureQuiet(3)
  const only = process.env.BENCH_ONLY
  if (!only || 'webhooks'.includes(only)) await webhookBacklog()
  for (const [name, flood] of Object.entries(FLOODS)) if (!only || name.includes(only)) await beside(name, flood)
  console.table(rows)
} finally {
  await service.stop()
  await receiver.stop()
  rmSync(scratch, { recursive: true, force: true })
}
