import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { startMailServer } from '#test/doubles/mail-server.ts'
import { ok } from '#test/expect.ts'
import { addContact, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { eml, makeMailShop, parts } from '#test/fixtures/mail-shop.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11.10, C11.13: what a mail is known by: its Message-ID in any mailbox, the id that a relay gave it, the service's own mail.

const world = await startMailWorld()
const server = await startServer({ env: world.env })
/** A service without a door of its own: mail leaves by a relay, and comes in by POST. */
const relay = await startMailServer()
const env = {
  SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
  MAIL_FROM: 'Parley <service@parley.test>',
  MISSED_REPLY_AFTER: '1s',
}
const doorless = await startServer({ env: { ...env, CHANNEL_ALLOW_CIDRS: '127.0.0.0/8' } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

test('spec C11.13: one mail to two mailboxes of a store is one message in one conversation, and so is its answer', async () => {
  const shop = await makeMailShop(server, world, { settings: { ai: { enabled: true, channels: ['email'] } } })
  const info = `info-${randomUUID()}@shop.example`
  await shop.connect({ channel: 'email', address: info })
  const toBoth = (headers: Record<string, string>, text: string, to: string[]) => {
    const all = { From: `Carla <${shop.customer}>`, 'Message-ID': `<${randomUUID()}@customer.example>`, ...headers }
    const raw = eml({ ...all, To: to.join(', ') }, text)
    return {
      atOnce: () => world.send({ envelope: { from: shop.customer, to }, raw }),
      eachAlone: () => Promise.all(to.map((one) => world.send({ envelope: { from: shop.customer, to: one }, raw }))),
    }
  }
  for (const way of ['atOnce', 'eachAlone'] as const) {
    const text = `Hello ${way}`
    await toBoth({ Subject: 'A question' }, text, [info, shop.address])[way]()
    const { id } = await until(text, async () => {
      for (const one of await shop.list())
        if ((await shop.messages(one.id)).some((said) => said.text === text)) return one
    })
    const { replyTo, messageId } = await shop.answer(id)
    await toBoth({ 'In-Reply-To': messageId }, `And on Sunday? ${way}`, [replyTo, shop.address, info])[way]()
    await shop.settle()
    const counted = (await Promise.all((await shop.list()).map((one) => shop.messages(one.id)))).flat()
    for (const said of [text, `And on Sunday? ${way}`]) {
      assert.equal(counted.filter((one) => one.text === said).length, 1, said)
    }
    assert.ok((await shop.messages(id)).some((one) => one.text === `And on Sunday? ${way}`))
  }
})

/** A store of the service without a door, whose mailbox gets mail by POST. */
async function makeShop(mailbox: object = {}) {
  const store: Store = await makeStore(doorless)
  const address = `help-${randomUUID()}@shop.example`
  const path = `/operator/stores/${store.shopId}/channels`
  const { id } = ok(await store.operator.post(path, { channel: 'email', address, ...mailbox }), 201)
  const { secret } = ok(await store.operator.post(`${path}/${id}/inbound-secret`), 201)
  const customer = `carla-${randomUUID()}@customer.example`
  const list = async (): Promise<Any[]> => ok(await store.api.get('/chat/conversations'))
  const messages = async (conversation: string): Promise<Any[]> =>
    ok(await store.api.get(`/chat/conversations/${conversation}/messages`))
  async function post(headers: Record<string, string>, body: string): Promise<void> {
    const raw = eml(
      { From: `Carla <${customer}>`, To: address, 'Message-ID': `<${randomUUID()}@c.example>`, ...headers },
      body,
    )
    const response = await fetch(`${doorless.baseUrl}/channels/email/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', authorization: `Basic ${btoa(`any:${secret}`)}` },
      body: raw,
    })
    assert.equal(response.status, 202)
  }
  return { ...store, address, customer, list, messages, post }
}

const sentTo = (address: string) =>
  until(`mail to ${address}`, () => relay.mails.find(({ recipients }) => recipients.includes(address)))
const headerIn = (raw: Buffer, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw.toString().replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim()

const report = (to: string, messageId: string) =>
  parts(
    'report; report-type=delivery-status',
    'Content-Type: text/plain\n\nCould not be delivered.',
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; relay.example\n\nFinal-Recipient: rfc822; ${to}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user\n`,
    `Content-Type: text/rfc822-headers\n\nMessage-ID: ${messageId}\nTo: ${to}\nReferences: <first-{id}@customer.example>\n`,
  )

test('spec C11.8, C11.10: a mail that a relay gave its own Message-ID is known by the id in the relay’s answer', async () => {
  for (const isTold of [true, false]) {
    const shop = await makeShop()
    const inbox = await signInOwner(doorless, shop)
    const first = `first-${shop.customer.split('@')[0]}`
    await shop.post({ 'Message-ID': `<${first}@customer.example>`, Subject: 'A question' }, 'Where is it?')
    const { id } = await until('the conversation', async () => (await shop.list())[0])
    const relayed = `relay-${randomUUID()}`
    relay.says = isTold ? `Ok ${relayed}` : 'taken'
    const body = { text: 'On its way', memberId: shop.owner.memberId }
    ok(await shop.api.post(`/chat/conversations/${id}/messages`, body), 201)
    await sentTo(shop.customer)
    const ours = `<${relayed}@relay.example>`
    const stateOf = async () =>
      (ok(await inbox.get(`/api/chat/conversations/${id}/messages`)) as Any[]).find(({ text }) => text === 'On its way')
        .delivery.state
    await until('it is sent', async () => (await stateOf()) === 'sent')
    relay.says = 'taken'
    if (isTold) {
      await shop.post({ 'In-Reply-To': ours, Subject: 'Re: A question' }, 'Without references')
      await until('the answer', async () => (await shop.messages(id)).some(({ text }) => text === 'Without references'))
      // A relay’s id may be guessed: it opens the conversation to its customer alone.
      const stranger = `eve-${randomUUID()}@elsewhere.example`
      await shop.post({ From: stranger, 'In-Reply-To': ours, Subject: 'Re: A question' }, 'By a stranger')
      await until('the stranger', async () => (await shop.list()).length === 2)
    }
    const { type, body: text } = report(shop.customer, ours)
    await shop.post(
      { From: 'MAILER-DAEMON@relay.example', Subject: 'Failure', 'Content-Type': type },
      text.replaceAll('first-{id}', first),
    )
    await until('it has failed', async () => (await stateOf()) === 'failed')
    assert.equal((await shop.list()).length, isTold ? 2 : 1)
  }
})

/** Has a shopper whose address the shop knows chat, leave, and be answered. */
async function missedReply(store: Store) {
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`, {}), 201)
  const [platformId, email] = [`customer-${randomUUID()}`, `kim-${randomUUID()}@customer.example`]
  await addContact(store, { platformId, email })
  const visitor = await makeVisitor(doorless, store)
  const hash = createHmac('sha256', secret).update(platformId).digest('hex')
  ok(await visitor.api.post('/storefront/identify', { id: platformId, hash }))
  const { conversation } = await visitor.say('How high is it?')
  const body = { text: '40 cm.', memberId: store.owner.memberId }
  ok(await store.api.post(`/chat/conversations/${conversation.id}/messages`, body), 201)
  return { id: conversation.id as string, email, visitor }
}

test('spec C11.10, C11.19: an answer to the mail about missed replies, or to a copy, goes into the chat that it tells of', async () => {
  const shop = await makeShop({ smtp: { url: `smtp://127.0.0.1:${relay.port}` } })
  const { id, email, visitor } = await missedReply(shop)
  const { raw } = await sentTo(email)
  assert.ok(headerIn(raw, 'From')?.includes(shop.address))
  assert.doesNotMatch(raw.toString(), /not read/)
  ok(await visitor.api.post('/storefront/transcript', { conversationId: id, email, timeZone: 'UTC' }), 202)
  const copy = await until('the copy', () => relay.mails.filter(({ recipients }) => recipients.includes(email))[1])
  for (const [mail, text] of [
    [raw, 'Thank you'],
    [copy.raw, 'And how wide?'],
  ] as const) {
    const named = headerIn(mail, 'Message-ID') as string
    await shop.post({ From: email, 'In-Reply-To': named, References: named, Subject: 'Re: x' }, text)
    await until(text, async () => (await shop.messages(id)).some((said) => said.text === text))
  }
  assert.equal((await shop.list()).length, 1)
})

test('spec C11.19: where no mail comes in, a mail about missed replies says that answers are not read', async () => {
  const store = await makeStore(doorless)
  const { email } = await missedReply(store)
  const { raw } = await sentTo(email)
  assert.equal(headerIn(raw, 'Reply-To'), undefined)
  assert.match(raw.toString(), /Answers to this email are not read\./)
})
