import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { metric } from '#test/service/metrics.ts'
import { AI_AGENT_WAITS_MS } from '../src/core/limits.ts'
import { SERVICE, start } from './service.ts'

// npm run bench:agent-speed — how long a customer waits for the AI agent's offline answer, from the commit of their
// message to its frame on their socket, the moment in which a quick row is waited for apart; and how many turns one
// process does in a second. BENCH_TURNS, BENCH_ASKED and BENCH_AGENT_DATABASE_URL (empty: the embedded database).

const TURNS = Number(process.env.BENCH_TURNS ?? 2_000)
const ASKED = Number(process.env.BENCH_ASKED ?? 200)
const databaseUrl = process.env.BENCH_AGENT_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test'

const QUESTIONS = [
  ['Do you ship to Norway?', 'Yes. Parcels to Norway take four to six days.'],
  ['How do I return an item?', 'Send it back within 30 days with the label from the parcel.'],
  ['Which cards do you take?', 'We take Visa, Mastercard and PayPal.'],
  ['How do I wash the wool blanket?', 'By hand in cold water, then dry it flat.'],
  ['Do you have a shop in Berlin?', 'Yes, in Torstrasse, open from ten to seven.'],
] as const
const ARTICLES = QUESTIONS.flatMap(([question, answer], i) => [
  { kind: 'faq', data: { id: `a${i}`, question, answer, url: null } },
  ...Array.from({ length: 5 }, (_, n) => ({
    kind: 'faq',
    data: {
      id: `a${i}-${n}`,
      question: `Is model ${i}${n} of the lamp dimmable?`,
      answer: `Model ${i}${n} is.`,
      url: null,
    },
  })),
])

const directory = `/tmp/parley-bench-agent-${process.pid}`
const env = {
  ...SERVICE,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: directory }),
  STOREFRONT_LIMIT_PER_IP: '0',
}
// Without a worker first: turns pile up.
const web = await start('src/main.ts', { ...env, ROLE: databaseUrl ? 'web' : 'all' })
const { shopId, appId } = await web.operator<{ shopId: string; appId: string }>('POST', '/stores', {
  name: 'Bench',
  plan: 'pro',
  owner: { email: `owner-${randomUUID()}@example.com`, password: 'correct horse battery' },
})
await web.operator('PATCH', `/stores/${shopId}`, { settings: { ai: { enabled: true } } })
await web.operator('POST', `/stores/${shopId}/import`, ARTICLES.map((line) => JSON.stringify(line)).join('\n'))
if (databaseUrl)
  for (let i = 0; i < TURNS; i += 20) await Promise.all(Array.from({ length: 20 }, (_, n) => say(web.url, i + n)))
await web.stop()

const service = await start('src/main.ts', env)
if (databaseUrl) {
  const begun = performance.now()
  while ((await metric({ baseUrl: service.url }, 'parley_ai_jobs_pending')) > 0) await sleep(20)
  const seconds = (performance.now() - begun) / 1000
  console.log(`${TURNS} turns: ${(TURNS / seconds).toFixed(0)} a second`)
}
const waits: number[] = []
for (let i = 0; i < ASKED; i++) waits.push(await measure(i))
waits.sort((a, b) => a - b)
const at = (share: number) => waits[Math.floor(waits.length * share)]?.toFixed(1)
console.log(`message to answer beyond ${AI_AGENT_WAITS_MS} ms, ms: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`)
await service.stop()

async function call<T>(url: string, path: string, token: string | null, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-app-id': appId, authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/storefront${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

/** A new visitor's question; returns what their socket needs. */
async function say(url: string, i: number): Promise<{ token: string }> {
  const { token } = await call<{ token: string }>(url, '/sessions', null, { appId })
  await send(url, token, i)
  return { token }
}

function send(url: string, token: string, i: number) {
  return call(url, '/messages', token, { clientId: randomUUID(), text: QUESTIONS[i % QUESTIONS.length]?.[0] })
}

/** From the answer to one's message until the AI agent's is there, in milliseconds. */
async function measure(i: number): Promise<number> {
  const { token } = await call<{ token: string }>(service.url, '/sessions', null, { appId })
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/storefront/socket`)
  await new Promise((resolve) => socket.once('open', resolve))
  const { promise, resolve } = Promise.withResolvers<number>()
  const ready = Promise.withResolvers<void>()
  socket.on('message', (data) => {
    const text = String(data)
    if (text.includes('"type":"ready"')) ready.resolve()
    if (/"type":"bot"/.test(text)) resolve(performance.now())
  })
  socket.send(JSON.stringify({ type: 'hello', appId, token }))
  await ready.promise
  await send(service.url, token, i)
  const committed = performance.now()
  const answered = await promise
  socket.close()
  return answered - committed - AI_AGENT_WAITS_MS
}
