import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { depth } from '#test/depth.ts'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { type OwnServer, startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: an accepted reply leaves, and a webhook or a mail that was taken is read, whatever happens to the
// process.

/** How often the process is killed; 200 for the figures in docs/decisions/0037-channel-queues.md. */
const KILLS = depth(1, 3)
/** How long the service carries messages before it is killed, at most, once it has taken a reply for each channel. */
const UP_MS = 1_000
/** A lease, and time to do what it held. */
const LATE_MS = 180_000

const BYTES = { 'content-type': 'application/octet-stream' }
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/
const PAGE = '2001'
const WHATSAPP = '1001'
const MAILBOX = 'support@shop.example'
const MAILER = 'kim@customer.example'

/** A conversation on a channel, with one customer. */
interface Traffic {
  channel: string
  id: string
  /** What the service said yes to: members' replies, and the customer's messages, of which it has some before. */
  replied: string[]
  received: string[]
  /** A member's reply, with a file of the same word; whether the service said yes. */
  reply: (text: string) => Promise<boolean>
  /** Hands in a customer's message; whether the service said yes. */
  receive: (text: string) => Promise<boolean>
  /** The texts that the provider took, and `file:` with the words of files. */
  sent: () => string[]
}

test('spec C11.13, C13.1: a kill loses nothing on any channel, and doubles only what nobody answered for', async () => {
  const [graph, world] = [await startGraph(), await startMailWorld()]
  const server = await startServer({ ownProcess: true, env: { ...world.env, ...graph.env } })
  const store = await makeStore(server)
  const connect = async (channel: string, account: object) =>
    ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, { channel, ...account }), 201)
  /** The conversation that a customer's first words have begun. */
  const begin = async (channel: string, receive: Traffic['receive'], sent: Traffic['sent']): Promise<Traffic> => {
    const first = randomUUID()
    assert.ok(await receive(first))
    const { id } = await until(`the conversation of ${channel}`, async () =>
      ok(await store.api.get(`/chat/conversations?channel=${channel}`)).at(0),
    )
    const { inbox } = await signInMember(server, store)
    const reply = async (text: string) => {
      const upload = await inbox.call('POST', '/api/chat/files?name=a.pdf', `%PDF-1.4\n${text}`, BYTES)
      if (upload.status !== 201) return false
      const words = { text, files: [upload.body.data.id] }
      return (await inbox.post(`/api/chat/conversations/${id}/messages`, words)).status === 201
    }
    return { channel, id, replied: [], received: [first], reply, receive, sent }
  }

  const overGraph = async (channel: string, externalId: string, sender: string, body: (text: string) => object) => {
    await connect(channel, { externalId, accessToken: `${externalId}:token` })
    return begin(
      channel,
      async (text) => (await graph.deliver(server.baseUrl, body(text))) === 200,
      () =>
        graph.sends
          .filter(({ recipient }) => recipient === sender)
          .map(({ text, file }) => (file ? `file:${UUID.exec(file.bytes.toString())?.[0]}` : text)),
    )
  }
  const messaging = (object: 'page' | 'instagram', sender: string) => (text: string) =>
    webhooks.messaging(object, PAGE, webhooks.text(PAGE, sender, text))
  const mailed = async (): Promise<Traffic> => {
    await connect('email', { address: MAILBOX })
    let to = MAILBOX
    const traffic = await begin(
      'email',
      (text) => world.send({ from: MAILER, to, subject: 'Kim', text }).then(() => true),
      () => world.sink.mails.flatMap(({ raw }) => wordsOf(raw.toString())),
    )
    // The answer to a reply goes to the address that the reply names.
    assert.ok(await traffic.reply('Hello'))
    const sent = await until('the reply', async () => (await world.sentTo(MAILER))[0])
    to = sent.replyTo?.[0]?.address as string
    return traffic
  }
  const all = [
    await overGraph('phone_messenger', WHATSAPP, '4915112345678', (text) =>
      webhooks.whatsApp(WHATSAPP, webhooks.whatsAppText('4915112345678', text)),
    ),
    await overGraph('social_messenger', PAGE, '31', messaging('page', '31')),
    await overGraph('photo_social', PAGE, '32', messaging('instagram', '32')),
    await mailed(),
  ]

  for (let kill = 0; kill < KILLS; kill++) await killUnderLoad(server, all)
  for (const traffic of all) await checkAll(store, traffic)
})

/** The text of a mail, and the words of its file. */
function wordsOf(mail: string): string[] {
  const body = mail.split('\r\n\r\n').slice(1).join('\r\n\r\n')
  const text = /[\da-f]{8}-[\da-f-]{27}(?=\r\n)/.exec(body)?.[0]
  const file = UUID.exec(Buffer.from(/\r\n(JVBERi0[\w+/=\r\n]+)/.exec(body)?.[1] ?? '', 'base64').toString())?.[0]
  return [text ?? '', ...(file ? [`file:${file}`] : [])]
}

/** Kills the service while replies and customers’ messages come on every channel. */
async function killUnderLoad(server: OwnServer, all: Traffic[]): Promise<void> {
  let isUp = true
  const replies = () => all.reduce((sum, { replied }) => sum + replied.length, 0)
  const before = replies()
  const busy = all.flatMap(({ replied, received, reply, receive }) => [
    { done: replied, act: reply },
    { done: received, act: receive },
    { done: received, act: receive },
  ])
  const loops = busy.map(async ({ done, act }) => {
    while (isUp) {
      const text = randomUUID()
      if (await act(text)) done.push(text)
    }
  })
  const ended = Promise.allSettled(loops) // those that are cut off: nobody said yes
  await until('replies', () => replies() >= before + all.length)
  await sleep(UP_MS * Math.random())
  await server.kill()
  isUp = false
  await ended
  await server.restart()
}

/** All that the service said yes to is at the provider, and in the conversation, there once. */
async function checkAll(store: Store, { channel, id, replied, received, sent }: Traffic): Promise<void> {
  const sends = () => Map.groupBy(sent(), (text) => text)
  const late = LATE_MS + KILLS * 2_000
  await until(
    `all replies and files at ${channel}`,
    () => replied.every((text) => sends().has(text) && sends().has(`file:${text}`)),
    late,
  )
  await until(
    `all customers’ messages of ${channel}`,
    async () => {
      const kept = new Set(await textsOf(store, id))
      return received.every((text) => kept.has(text))
    },
    late,
  )
  const kept = await textsOf(store, id)
  assert.equal(new Set(kept).size, kept.length, `${channel}: a message is there twice`)
  // A mail has text and file in one; a messenger sends each as a message of its own.
  const isSend = (text: string) => text !== '' && !(channel === 'email' && text.startsWith('file:'))
  const doubled = [...sends()].filter(([text, same]) => isSend(text) && same.length > 1).length
  const figures = `${channel}: ${KILLS} kills, ${replied.length} replies, ${received.length} customers’ messages, ${doubled} sent twice`
  console.log(figures)
  // At most what was on its way at each kill: the conversation’s one message.
  assert.ok(doubled <= KILLS, figures)
}

async function textsOf(store: Store, id: string): Promise<string[]> {
  const texts: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { body } = await store.api.get(`/chat/conversations/${id}/messages?limit=100${more}`)
    texts.push(...body.data.map((message: { text: string }) => message.text))
    cursor = body.paging.nextCursor
  }
  return texts
}
