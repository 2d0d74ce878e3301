import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { ok } from '#test/expect.ts'
import { addContact, importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Numbers and addresses of other customers cannot be tried out: look-ups of the widget and of the AI agent count together.

const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1', STOREFRONT_LIMIT_PER_IP: '' } })
const ANA = 'ana@shop.example'
const TOTAL = '219.90'
const RIGHT = { key: '48217', email: ANA }
const WRONG = { key: '99999', email: ANA }

async function makeShop(): Promise<Store> {
  const settings = { ai: { enabled: true, skills: { orderTracking: true } }, widget: { orders: true } }
  const store = await makeStore(server, { settings })
  const total = { amount: TOTAL, currencyCode: 'EUR' }
  const order = { orderNumber: '#48217', email: ANA, createdAt: '2026-01-05T10:00:00Z', status: 'open', total }
  assert.deepEqual((await importLines(store, [{ kind: 'order', data: order }])).rejected, [])
  return store
}

/** A browser at an IP address. */
async function open(store: Store, ipAddress: string) {
  const from = { 'x-forwarded-for': ipAddress }
  const { token } = ok(await createClient(server.baseUrl, from).post('/storefront/sessions', { appId: store.appId }))
  const api = createClient(server.baseUrl, { ...from, 'x-app-id': store.appId, authorization: `Bearer ${token}` })
  let answers = 0
  return {
    api,
    lookUp: async (body: object) => (await api.post('/storefront/orders', body)).status,
    /** Asks the AI agent, which answers: whether it tells the order. */
    async ask(text: string): Promise<boolean> {
      const said = ok(await api.post('/storefront/messages', { clientId: randomUUID(), text }), 201)
      const path = `/chat/conversations/${said.conversation.id}/messages?limit=100`
      const lines = await until('an answer', async () => {
        const bot = ok(await store.api.get(path)).filter(
          ({ isBot, isNote }: Record<string, unknown>) => isBot && !isNote,
        )
        return bot.length > answers && bot
      })
      answers = lines.length
      return lines.at(-1).text.includes(TOTAL)
    },
  }
}

/** Limits start again with the minute of the clock: what ran into the next one runs again. */
async function inOneMinute(run: () => Promise<void>): Promise<void> {
  const minute = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const started = minute()
    const outcome = await run().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (minute() !== started) continue
    if (outcome) throw outcome.error
    return
  }
}

const times = async (count: number, run: (i: number) => Promise<unknown>) => {
  for (let i = 0; i < count; i++) await run(i)
}

test('spec C10.8: a visitor’s look-ups count once for the widget and the AI agent', async () => {
  await inOneMinute(async () => {
    const store = await makeShop()
    const asking = await open(store, '198.51.100.1')
    assert.equal(await asking.ask(`Where is my order #48217? ${ANA}`), true)
    const typing = await open(store, '198.51.100.2')
    await times(10, async () => assert.equal(await typing.lookUp(WRONG), 404))
    assert.equal(await typing.lookUp(RIGHT), 429)
    assert.equal(await typing.ask(`Where is my order #48217? ${ANA}`), false, 'not by the AI agent either')
  })
})

test('spec C10.8: each number that the AI agent looks up counts, two of a turn at most', async () => {
  await inOneMinute(async () => {
    const store = await makeShop()
    const { ask, lookUp } = await open(store, '198.51.100.3')
    assert.equal(await ask(`Where are my orders #90001 #90002 #48217? ${ANA}`), false, 'the third number')
    assert.equal(await ask(`Where is my order #48217? not.me@shop.example ${ANA}`), false, 'the second address')
    const statuses: number[] = []
    await times(9, async () => statuses.push(await lookUp(WRONG)))
    // Two and one were looked up before.
    assert.deepEqual(statuses, [...Array.from({ length: 7 }, () => 404), 429, 429])
  })
})

test('spec C10.8: look-ups of a network count together, whichever of its IPv6 addresses they come from', async () => {
  await inOneMinute(async () => {
    const store = await makeShop()
    const network = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:1`
    const statuses: number[] = []
    await times(7, async (i) => {
      const { lookUp } = await open(store, `${network}::${i + 1}`)
      await times(10, async (j) => statuses.push(await lookUp({ key: '99999', email: `c${i * 10 + j}@shop.example` })))
    })
    assert.deepEqual([statuses.indexOf(429), statuses.length], [60, 70])
    assert.equal(await (await open(store, `${network}:ffff::1`)).ask(`Where is my order #48217? ${ANA}`), false)
    const elsewhere = network.replace(/1$/, '2')
    assert.equal(await (await open(store, `${elsewhere}::1`)).ask(`Where is my order #48217? ${ANA}`), true)
  })
})

test('spec C10.8: look-ups of one typed address count over all networks; its owner, whom the shop vouches for, gets the order', async () => {
  const store = await makeShop()
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`, {}), 201)
  await addContact(store, { platformId: 'ana', email: ANA })
  const statuses: number[] = []
  await times(4, async (i) => {
    const { lookUp } = await open(store, `192.0.2.${i + 1}`)
    await times(10, async () => statuses.push(await lookUp(WRONG)))
  })
  // A window of 15 minutes may end on the way: then it takes as many again.
  if (!statuses.includes(429)) {
    await times(3, async (i) => {
      const { lookUp } = await open(store, `192.0.2.${i + 101}`)
      await times(10, async () => statuses.push(await lookUp(WRONG)))
    })
  }
  const first = statuses.indexOf(429)
  assert.ok(first >= 30, `the first 429 is number ${first}`)
  assert.equal(await (await open(store, '192.0.2.201')).lookUp(RIGHT), 429)
  assert.equal(await (await open(store, '192.0.2.202')).ask(`Where is my order #48217? ${ANA}`), false)
  assert.equal(await (await open(store, '192.0.2.203')).lookUp({ key: '99999', email: 'ben@shop.example' }), 404)
  const ana = await open(store, '192.0.2.204')
  const hash = createHmac('sha256', secret).update('ana').digest('hex')
  ok(await ana.api.post('/storefront/identify', { id: 'ana', hash }))
  assert.equal(await ana.ask('Where is my order #48217?'), true)
})
