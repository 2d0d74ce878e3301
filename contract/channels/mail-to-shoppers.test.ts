import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Email } from 'postal-mime'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, makeStore, type Store } from '#test/fixtures/factories.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: what the service mails to shoppers. Anybody can type anybody's address into a chat.

const world = await startMailWorld()
const server = await startServer({ env: { ...world.env, MISSED_REPLY_AFTER: '1s' } })
const OWN = 'https://shop.example'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

interface Chat {
  store: Store
  visitor: TestVisitor
  email: string
  id: string
}

async function makeShop(settings: object = { allowedOrigins: [OWN] }): Promise<Store> {
  const store = await makeStore(server, { name: 'Lamps & Co', settings })
  const account = { channel: 'email', address: `help-${randomUUID()}@shop.example` }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, account), 201)
  return store
}

const someone = () => `kim-${randomUUID()}@customer.example`

/** A visitor who typed an address, looked at pages, wrote, and left. */
async function chat(store: Store, { email = someone(), pages = [] as string[], text = 'How high is it?' } = {}) {
  const visitor = await makeVisitor(server, store)
  ok(await visitor.api.patch('/storefront/visitor', { email }))
  if (pages.length > 0) ok(await visitor.api.post('/storefront/pages', { pages: pages.map((url) => ({ url })) }))
  const { conversation } = await visitor.say(text)
  return { store, visitor, email, id: conversation.id } as Chat
}

const reply = async ({ store, id }: Pick<Chat, 'store' | 'id'>, text = '40 cm.') =>
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, memberId: store.owner.memberId }), 201)

const mailed = (email: string, count = 1): Promise<Email> =>
  until(`${count} mails to ${email}`, async () => {
    const mails = await world.sentTo(email)
    return mails.length >= count ? mails.at(-1) : undefined
  })

/** Waits until what was said in a store before is looked at: a later shopper there has their mail. */
async function passed(store: Store): Promise<void> {
  const later = await chat(store)
  await reply(later)
  await mailed(later.email)
}

const answer = (mail: Email, more: object = {}) =>
  world.send({
    from: mail.to?.[0]?.address as string,
    to: mail.replyTo?.[0]?.address as string,
    inReplyTo: mail.messageId as string,
    subject: `Re: ${mail.subject}`,
    text: 'I did not chat, but where is my order 48217?',
    ...more,
  })

const messages = async ({ store, id }: Chat): Promise<Any[]> =>
  ok(await store.api.get(`/chat/conversations/${id}/messages`))
const shown = async ({ visitor, id }: Chat): Promise<string[]> =>
  ok(await visitor.api.get(`/storefront/messages?conversationId=${id}`)).map(({ text }: Any) => text)

test('spec C11.19: a mail about missed replies links to the store’s own site alone, without a word of the visitor’s', async () => {
  const store = await makeShop()
  const linksOf = async (shop: Store, page: string) => {
    const one = await chat(shop, { pages: [page] })
    await reply(one)
    return (await mailed(one.email)).text?.match(/https?:\S*.*/gs) ?? []
  }
  assert.deepEqual(await linksOf(store, `${OWN}/lamps?note=Your account is locked`), [`${OWN}/\n`])
  assert.deepEqual(await linksOf(store, `${OWN}/a\r\n\r\nYour account is locked: call 0123`), [`${OWN}/\n`])
  for (const page of [
    'https://evil.example/lamps-and-co/login',
    `${OWN}.evil.example/`,
    `${OWN}@evil.example/`,
    'https://evil.example/\nhttps://shop.example/',
  ])
    assert.deepEqual(await linksOf(store, page), [], page)
  assert.deepEqual(await linksOf(await makeShop({}), `${OWN}/lamps`), [])
})

test('spec C11.19: an address that nobody has proven gets one mail until it answers, and its answer is not shown in the chat', async () => {
  const store = await makeShop()
  const one = await chat(store)
  await reply(one, 'First')
  const mail = await mailed(one.email)
  // None of these is an answer: an absence note, and mail that anybody may have sent under that address.
  await answer(mail, { headers: { 'Auto-Submitted': 'auto-replied' }, text: 'I am away' })
  await answer(mail, { inReplyTo: undefined, text: 'Forged' })
  const other = await chat(store, { email: one.email })
  await reply(one, 'Second')
  await reply(other, 'To another chat')
  await passed(store)
  assert.equal((await world.sentTo(one.email)).length, 1)

  await answer(mail)
  const begun = await until('a conversation of the sender’s', async () =>
    (ok(await store.api.get('/chat/conversations')) as Any[]).find(({ lastMessage }) => /48217/.test(lastMessage.text)),
  )
  assert.notEqual(begun.id, one.id)
  assert.deepEqual([begun.channels, begun.customerEmail], [['email'], one.email])
  assert.match((await messages({ ...one, id: begun.id })).map(({ text }) => text).join('\n'), new RegExp(one.id))
  assert.deepEqual((await shown(one)).toSorted(), ['First', 'How high is it?', 'Second'])
  await reply(one, 'Third')
  assert.match((await mailed(one.email, 2)).text ?? '', /Second[\s\S]*Third/)
})

test('spec C11.19: a shopper whose address the shop knows gets each mail, and their answer is shown in the chat', async () => {
  const store = await makeShop()
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`, {}), 201)
  const [id, email] = [`customer-${randomUUID()}`, someone()]
  await addContact(store, { platformId: id, email })
  const visitor = await makeVisitor(server, store)
  const hash = createHmac('sha256', secret).update(id).digest('hex')
  ok(await visitor.api.post('/storefront/identify', { id, hash }))
  const { conversation } = await visitor.say('How high is it?')
  const one = { store, visitor, email, id: conversation.id as string }
  await reply(one, 'First')
  await mailed(email)
  await reply(one, 'Second')
  await answer(await mailed(email, 2), { text: 'Thank you' })
  await until('the answer in the chat', async () => (await shown(one)).includes('Thank you'))
  const ask = () => visitor.api.post('/storefront/transcript', { conversationId: one.id, email, timeZone: 'UTC' })
  for (let i = 0; i < 3; i++) ok(await ask(), 202)
  const refusal = await ask()
  refused(refusal, 429, 'RATE_LIMITED')
  assert.equal(refusal.headers.get('retry-after'), '900')
  // An address that they type themselves is proven by nobody.
  ok(await visitor.api.patch('/storefront/visitor', { email: someone() }))
  await answer((await world.sentTo(email))[0] as Email, { text: 'Who is this?' })
  await until('a conversation of the sender’s', async () =>
    (ok(await store.api.get('/chat/conversations')) as Any[]).some(
      ({ lastMessage }) => lastMessage.text === 'Who is this?',
    ),
  )
  assert.ok(!(await shown(one)).includes('Who is this?'))
})

test('spec C11.19: an unproven address gets five mails a day at most, whatever the stores', async () => {
  const email = someone()
  const stores = await Promise.all(Array.from({ length: 6 }, () => makeShop()))
  for (const store of stores) {
    await reply(await chat(store, { email }))
    await passed(store)
  }
  assert.equal((await world.sentTo(email)).length, 5)
})

test('spec C11.19: a copy of a conversation links nowhere that the visitor chose; an unproven address gets one until it answers', async () => {
  const store = await makeShop()
  const text = 'Log in at https://evil.example/login or evil.example, as on https://shop.example/lamps'
  const one = await chat(store, { text })
  ok(await one.visitor.api.patch('/storefront/visitor', { name: 'www.evil.example' }))
  await one.visitor.say('And this?')
  await reply(one, 'See https://carrier.example/track')
  const stranger = someone()
  const ask = () =>
    one.visitor.api.post('/storefront/transcript', { conversationId: one.id, email: stranger, timeZone: 'UTC' })
  ok(await ask(), 202)
  const mail = await until('the copy', async () =>
    (await world.sentTo(stranger)).find(({ subject }) => /conversation/i.test(subject ?? '')),
  )
  assert.doesNotMatch(mail.text ?? '', /evil/)
  assert.match(mail.text ?? '', /Log in at \[…\] or \[…\] as on https:\/\/shop\.example\/lamps/)
  assert.match(mail.text ?? '', /https:\/\/carrier\.example\/track/)
  refused(await ask(), 429, 'RATE_LIMITED')
  await answer(mail)
  await until('another copy', async () => (await ask()).status === 202)
})
