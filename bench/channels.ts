import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { metric } from '#test/service/metrics.ts'
import { SERVICE, start } from './service.ts'

// npm run bench:channels — webhooks at a steady rate: how long each takes to be answered, beside a bare server that checks
// the same signature and stores nothing; how long until the customer's message can be read; and how many replies leave
// a second through a provider that answers at once. BENCH_RATE, BENCH_SECONDS, BENCH_DATABASE_URL (empty: embedded).

const RATE = Number(process.env.BENCH_RATE ?? 100)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const REPLIES = Number(process.env.BENCH_REPLIES ?? 500)
const SENDERS = 50
const secret = randomUUID()
const databaseUrl = process.env.BENCH_DATABASE_URL
const sign = (body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** A provider that takes everything. */
let sent = 0
const provider = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ messages: [{ id: `wamid.${++sent}` }] }))
  })
}).listen(0, '127.0.0.1')
/** The floor: the same signature checked, nothing stored. */
const bare = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const isRight = sign(Buffer.concat(chunks).toString()) === request.headers['x-hub-signature-256']
  response.writeHead(isRight ? 200 : 401).end()
}).listen(0, '127.0.0.1')
await Promise.all([once(provider, 'listening'), once(bare, 'listening')])
const urlOf = (server: typeof bare) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const service = await start('src/main.ts', {
  ...SERVICE,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: `/tmp/parley-bench-channels-${process.pid}` }),
  META_APP_SECRET: secret,
  META_VERIFY_TOKEN: 'bench',
  META_GRAPH_URL: `${urlOf(provider)}/v24.0`,
  CHANNEL_ALLOW_CIDRS: '127.0.0.0/8',
})
const { shopId, owner } = await service.operator<{ shopId: string; owner: { memberId: string } }>('POST', '/stores', {
  name: 'Bench',
  plan: 'pro',
  owner: { email: `owner-${randomUUID()}@example.com` },
})
const { key } = await service.operator<{ key: string }>('POST', `/stores/${shopId}/keys`, { name: 'bench' })
const externalId = String(Date.now())
const account = { channel: 'phone_messenger', externalId, accessToken: 'token' }
await service.operator('POST', `/stores/${shopId}/channels`, account)

const webhookOf = (n: number) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        changes: [
          {
            value: {
              metadata: { phone_number_id: externalId },
              contacts: [{ profile: { name: 'Kim' }, wa_id: `4915${n % SENDERS}0000000` }],
              messages: [
                {
                  from: `4915${n % SENDERS}0000000`,
                  id: `wamid.${randomUUID()}`,
                  timestamp: String(Math.floor(Date.now() / 1000)),
                  type: 'text',
                  text: { body: `Message ${n}` },
                },
              ],
            },
          },
        ],
      },
    ],
  })

/** Milliseconds of each answer, at a steady rate. */
async function load(url: string, seconds = SECONDS): Promise<number[]> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; n < RATE * seconds; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / RATE - performance.now()))
    const body = webhookOf(n)
    running.push(
      (async () => {
        const sentAt = performance.now()
        const response = await fetch(url, { method: 'POST', headers: { 'x-hub-signature-256': sign(body) }, body })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`answered ${response.status}`)
        times.push(performance.now() - sentAt)
      })(),
    )
  }
  await Promise.all(running)
  return times.sort((a, b) => a - b)
}

const at = (times: number[], part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
// Code that has not run yet is slow.
await load(`${service.url}/channels/meta`, 2)
const floor = await load(urlOf(bare))
const times = await load(`${service.url}/channels/meta`)
const answered = performance.now()
while ((await metric({ baseUrl: service.url }, 'parley_channel_inbound_pending', 'state="waiting"')) > 0)
  await sleep(20)
const behind = performance.now() - answered
console.log(`${RATE} webhooks a second for ${SECONDS} s, milliseconds to the answer`)
console.log(`  bare server  p50 ${at(floor, 0.5)}  p99 ${at(floor, 0.99)}`)
console.log(`  service      p50 ${at(times, 0.5)}  p99 ${at(times, 0.99)}  (goal: p99 100)`)
console.log(`  all of them readable ${behind.toFixed(0)} ms after the last answer`)

const api = { 'x-api-key': key, 'content-type': 'application/json' }
const listed = await fetch(`${service.url}/chat/conversations?limit=50`, { headers: api })
const { data } = (await listed.json()) as { data: { id: string }[] }
const before = sent
const begun = performance.now()
const reply = async (n: number) => {
  const body = JSON.stringify({ text: `Reply ${n}`, memberId: owner.memberId })
  const path = `${service.url}/chat/conversations/${data[n % data.length]?.id}/messages`
  const response = await fetch(path, { method: 'POST', headers: api, body })
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`)
}
for (let n = 0; n < REPLIES; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => reply(n + i)))
const accepted = performance.now()
while (sent - before < REPLIES) await sleep(5)
const left = performance.now()
console.log(`${REPLIES} replies in ${data.length} conversations`)
console.log(
  `  accepted at ${(REPLIES / ((accepted - begun) / 1000)).toFixed(0)} a second, all left ${(left - accepted).toFixed(0)} ms after the last was accepted`,
)

await service.stop()
provider.close()
bare.close()
