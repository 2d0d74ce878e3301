import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/factories.ts'
import { type Server, startServer } from '#test/server.ts'
import { until } from '#test/until.ts'

// Contract, section 11: an accepted reply leaves, and a webhook that was answered is read, whatever happens to the
// process. KILLS: how often it is killed (200 for the figures in docs/channels/messengers.md).

const KILLS = Number(process.env.KILLS ?? 3)
/** A lease, and time to do what it held. */
const LATE_MS = 180_000

// They mostly wait for leases to end, so they do at the same time.
describe('a kill loses nothing', { concurrency: true }, () => {
  test('§11 a kill loses no reply and no customer’s message, and doubles only what nobody answered for', async () => {
    const graph = await startGraph()
    const server = await startServer({ env: graph.env })
    const store = await makeStore(server)
    const externalId = '1001'
    const account = { channel: 'phone_messenger', externalId, accessToken: 'token' }
    ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, account), 201)
    const sender = '4915112345678'
    const receive = (text: string) =>
      graph.deliver(server.baseUrl, webhooks.whatsApp(externalId, webhooks.whatsAppText(sender, text)))
    assert.equal(await receive('first'), 200)
    const list = () => store.api.get('/chat/conversations')
    const { id } = await until('the conversation', async () => ok(await list())[0])

    const figures = await killAndCheck(server, store, {
      id,
      first: 'first',
      receive: async (text) => (await receive(text)) === 200,
      sent: () => graph.sends.map(({ text }) => text),
    })
    if (process.env.KILLS) console.log(figures)
  })

  test('§11 a kill loses no mail that was taken and no reply by mail', async () => {
    const world = await startMailWorld()
    const server = await startServer({ env: world.env })
    const store = await makeStore(server)
    const address = 'support@shop.example'
    const { id: accountId } = ok(
      await store.operator.post(`/operator/stores/${store.shopId}/channels`, { channel: 'email', address }),
      201,
    )
    assert.ok(accountId)
    const from = 'kim@customer.example'
    const first = randomUUID()
    await world.send({ from, to: address, subject: 'First', text: first })
    const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
    ok(
      await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hello', memberId: store.owner.memberId }),
      201,
    )
    const [sent] = await until('the reply', async () => {
      const mails = await world.sentTo(from)
      return mails.length > 0 && mails
    })
    const to = sent?.replyTo?.[0]?.address as string
    const figures = await killAndCheck(server, store, {
      id,
      first,
      receive: (text) => world.send({ from, to, subject: 'Re', text }).then(() => true),
      sent: () =>
        world.sink.mails.map(
          ({ raw }) =>
            /[\da-f]{8}-[\da-f-]{27}(?=\r\n)/.exec(raw.toString().split('\r\n\r\n').slice(1).join('\r\n\r\n'))?.[0] ??
            '',
        ),
    })
    if (process.env.KILLS) console.log(figures)
  })
})

interface Traffic {
  /** The one conversation, and the customer's first words in it. */
  id: string
  first: string
  /** Hands in a customer's message; whether the service said yes. */
  receive: (text: string) => Promise<boolean>
  /** The texts that the provider took. */
  sent: () => string[]
}

/** Kills the service again and again while messages come and go; at the end all that it said yes to is there. */
async function killAndCheck(server: Server, store: Store, { id, first, receive, sent }: Traffic): Promise<string> {
  /** What the service said yes to. */
  const [replied, received] = [[] as string[], [first]]
  for (let kill = 0; kill < KILLS; kill++) {
    let isUp = true
    const busy = Array.from({ length: 6 }, async (_, i) => {
      while (isUp) {
        const text = randomUUID()
        const accepted =
          i % 2 === 0
            ? (await store.api.post(`/chat/conversations/${id}/messages`, { text, memberId: store.owner.memberId }))
                .status === 201
            : await receive(text)
        if (accepted) (i % 2 === 0 ? replied : received).push(text)
      }
    })
    const ended = Promise.all(busy.map((one) => one.catch(() => {}))) // cut off: nobody said yes
    await sleep(150 + Math.random() * 250)
    await server.kill()
    isUp = false
    await ended
    await server.restart()
  }

  const sends = () => Map.groupBy(sent(), (text) => text)
  await until('all replies at the provider', () => replied.every((text) => sends().has(text)), LATE_MS + KILLS * 2_000)
  const read = async (): Promise<string[]> => {
    const texts: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const { body } = await store.api.get(`/chat/conversations/${id}/messages?limit=100${more}`)
      texts.push(...body.data.map((message: { text: string }) => message.text))
      cursor = body.paging.nextCursor
    }
    return texts
  }
  await until(
    'all customers’ messages',
    async () => {
      const kept = new Set(await read())
      return received.every((text) => kept.has(text))
    },
    LATE_MS,
  )
  const kept = await read()
  assert.equal(new Set(kept).size, kept.length, 'a message is there twice')
  const doubled = [...sends()].filter(([text, same]) => text && same.length > 1).length
  const figures = `${KILLS} kills, ${replied.length} replies, ${received.length} customers’ messages, ${doubled} sent twice`
  // At most what was on its way at each kill: the conversation’s one message.
  assert.ok(doubled <= KILLS, figures)
  return figures
}
