import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { ok, refused } from '#test/expect.ts'
import { ACCOUNT_KEYS } from '#test/fixtures/channel-account.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { assertNoMetadata, pictureOf } from '#test/fixtures/pictures.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: the three messengers, against a Graph API of our own. One file for one server and one provider,
// which all tests meet with accounts of their own: the tests are many and short, starting these takes time.

const graph = await startGraph()
const server = await startServer({ env: graph.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const OBJECTS = { social_messenger: 'page', photo_social: 'instagram' } as const

interface Shop extends Store {
  account: Any
  memberId: string
}

async function makeShop(channel: string, settings: object = {}): Promise<Shop> {
  const store = await makeStore(server, { settings })
  const externalId = String(Math.floor(Math.random() * 1e15))
  const body = { channel, externalId, accessToken: `${externalId}:token`, name: 'Acme page' }
  const account = ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, body), 201)
  return { ...store, account, memberId: store.owner.memberId }
}

/** A customer's message, as the channel's webhook brings it. */
async function write(
  shop: Shop,
  sender: string,
  text: string,
  more: { mid?: string; at?: number } = {},
): Promise<void> {
  const { channel, externalId } = shop.account
  const body =
    channel === 'phone_messenger'
      ? webhooks.whatsApp(
          externalId,
          webhooks.whatsAppText(sender, text, { ...more, ...(more.mid ? { id: more.mid } : {}) }),
        )
      : webhooks.messaging(
          OBJECTS[channel as 'photo_social'],
          externalId,
          webhooks.text(externalId, sender, text, more),
        )
  assert.equal(await graph.deliver(server.baseUrl, body), 200)
}

const conversations = async (shop: Shop): Promise<Any[]> => ok(await shop.api.get('/chat/conversations'))
const messages = async (shop: Shop, id: string): Promise<Any[]> =>
  ok(await shop.api.get(`/chat/conversations/${id}/messages?limit=100`))
const texts = async (shop: Shop, id: string) => (await messages(shop, id)).map(({ text }) => text)

async function firstConversation(shop: Shop): Promise<Any> {
  return until('a conversation', async () => (await conversations(shop))[0])
}

/** A conversation with one customer who has just written. */
async function begin(shop: Shop, text = 'Hello'): Promise<{ id: string; sender: string; contactId: string }> {
  const sender = String(Math.floor(Math.random() * 1e13) + 1e10)
  await write(shop, sender, text)
  const conversation = await until('the conversation', async () =>
    (await conversations(shop)).find(({ lastMessage }) => lastMessage?.text === text),
  )
  return { id: conversation.id, sender, contactId: conversation.customerUuid }
}

const reply = (shop: Shop, id: string, text: string) =>
  shop.api.post(`/chat/conversations/${id}/messages`, { text, memberId: shop.memberId })
const sentTo = (recipient: string) => graph.sends.filter((send) => send.recipient === recipient)

const CHANNELS = ['social_messenger', 'photo_social', 'phone_messenger'] as const

/** Defines a test for each of the three. */
function onEach(name: string, run: (channel: (typeof CHANNELS)[number]) => Promise<void>): void {
  test(name, async (t) => {
    for (const channel of CHANNELS) await t.test(channel, () => run(channel))
  })
}

onEach('spec C11.15: a customer writes, a member answers, the answer leaves', async (channel) => {
  const shop = await makeShop(channel)
  const { id, sender, contactId } = await begin(shop, 'Where is my parcel? 📦')
  const conversation = ok(await shop.api.get(`/chat/conversations/${id}`))
  assert.deepEqual(
    [conversation.channels, conversation.customerPhone, conversation.isChatBot],
    [[channel], null, false],
  )
  assert.equal(conversation.status, 'open')
  if (channel === 'phone_messenger') {
    const contact = ok(await shop.api.get(`/chat/customers/${contactId}`))
    assert.deepEqual([contact.phone, contact.name], [`+${sender}`, 'Kim'])
  }
  ok(await reply(shop, id, 'On its way!'), 201)
  const [sent] = await until('the reply at the provider', () => sentTo(sender).length > 0 && sentTo(sender))
  assert.deepEqual(
    [sent?.text, sent?.accountId, sent?.token],
    ['On its way!', shop.account.externalId, `${shop.account.externalId}:token`],
  )
  await write(shop, sender, 'Thanks')
  await until('the second message in the same conversation', async () => (await texts(shop, id)).length === 3)
  assert.equal((await conversations(shop)).length, 1)
})

onEach(
  'spec C11.13: a message that comes twice is one, and what it says about people stays theirs',
  async (channel) => {
    const shop = await makeShop(channel)
    const sender = String(Math.floor(Math.random() * 1e13) + 1e10)
    const mid = `m.${randomUUID()}`
    for (let i = 0; i < 3; i++) await write(shop, sender, 'Once', { mid })
    const { id } = await firstConversation(shop)
    for (let i = 0; i < 3; i++) await write(shop, sender, 'Once', { mid })
    await write(shop, sender, 'Then')
    await until('the last one', async () => (await texts(shop, id)).includes('Then'))
    assert.deepEqual((await texts(shop, id)).sort(), ['Once', 'Then'])
    await write(shop, `${sender}9`, 'Somebody else')
    await until('another conversation', async () => (await conversations(shop)).length === 2)
  },
)

onEach(
  'spec C11.9: a window that the provider says is closed closes ours until the customer writes',
  async (channel) => {
    const shop = await makeShop(channel)
    const { id, sender } = await begin(shop)
    const closed = {
      social_messenger: [10, 2018278],
      photo_social: [10, 2534022],
      phone_messenger: [131047, undefined],
    }
    const [code, subcode] = closed[channel] as [number, number | undefined]
    graph.troubles = [{ status: 400, code, ...(subcode ? { subcode } : {}) }]
    ok(await reply(shop, id, 'Too late'), 201)
    await until('a line that says so', async () =>
      (await texts(shop, id)).some((text) => /^Not delivered: .*window/.test(text)),
    )
    refused(await reply(shop, id, 'Once more'), 409, 'CHANNEL_UNAVAILABLE')
    await write(shop, sender, 'Are you there?')
    await until('it opens', async () => (await reply(shop, id, 'Yes!')).status === 201)
    await until('it leaves', () => sentTo(sender).some(({ text, id }) => text === 'Yes!' && id))
  },
)
test('spec C11.8: texts that are too long leave in parts, in order', async () => {
  const words = Array.from({ length: 700 }, (_, i) => `Word${i}.`)
    .join(' ')
    .slice(0, 4_990)
  for (const [channel, max] of [
    ['social_messenger', 2_000],
    ['photo_social', 1_000],
    ['phone_messenger', 4_096],
  ] as const) {
    const shop = await makeShop(channel)
    const { id, sender } = await begin(shop)
    ok(await reply(shop, id, words), 201)
    ok(await reply(shop, id, 'The end'), 201)
    const sent = await until('all parts', () => sentTo(sender).at(-1)?.text === 'The end' && sentTo(sender))
    assert.equal(
      sent
        .slice(0, -1)
        .map(({ text }) => text)
        .join(' '),
      words.trimEnd(),
    )
    for (const { text } of sent) assert.ok(Buffer.byteLength(text) <= max)
  }
})

test('spec C11.8: replies of one conversation leave in their order, also when the first has to wait', async () => {
  const shop = await makeShop('social_messenger')
  const { id, sender } = await begin(shop)
  graph.troubles = [{ status: 500, code: 2 }]
  for (const text of ['one', 'two', 'three']) ok(await reply(shop, id, text), 201)
  const taken = () =>
    sentTo(sender)
      .filter((send) => send.id !== null)
      .map(({ text }) => text)
  await until('all three', () => taken().length === 3)
  assert.deepEqual(taken(), ['one', 'two', 'three'])
})

test('spec C11.8: however many stand behind a reply that has to wait, it leaves when its time has come, and others’ do meanwhile', async () => {
  const shop = await makeShop('social_messenger')
  const waiting = await begin(shop, 'Hello')
  const other = await begin(shop, 'Good day')
  graph.troubles = Array.from({ length: 3 }, () => ({ status: 500, code: 2 }))
  ok(await reply(shop, waiting.id, 'first'), 201)
  await until('it is refused', () => sentTo(waiting.sender).length > 0)
  // More than one look at the queue takes in.
  await Promise.all(Array.from({ length: 210 }, async (_, i) => ok(await reply(shop, waiting.id, `then ${i}`), 201)))
  ok(await reply(shop, other.id, 'to somebody else'), 201)
  const taken = ({ sender }: { sender: string }) =>
    sentTo(sender).flatMap(({ id, text }) => (id === null ? [] : [text]))
  await until('the other’s', () => taken(other).length === 1)
  await until('the first', () => taken(waiting).length > 1)
  assert.equal(taken(waiting)[0], 'first')
})

test('spec C11.7: an account whose token is refused is broken: replies are refused, what waits goes on once it is connected again', async () => {
  const shop = await makeShop('photo_social')
  const { id, sender } = await begin(shop)
  graph.revoked.add(`${shop.account.externalId}:token`)
  ok(await reply(shop, id, 'Waiting'), 201)
  const path = `/operator/stores/${shop.shopId}/channels`
  const [broken] = await until('the account is broken', async () => {
    const accounts = ok(await shop.operator.get(path))
    return accounts[0].state === 'broken' && accounts
  })
  assert.match(broken.lastError, /token/)
  refused(await reply(shop, id, 'Not now'), 409, 'CHANNEL_UNAVAILABLE')
  const { channel, externalId } = shop.account
  const again = ok(await shop.operator.post(path, { channel, externalId, accessToken: `${externalId}:new` }), 201)
  assert.deepEqual([again.id, again.state, again.lastError], [shop.account.id, 'connected', null])
  await until('what waited leaves', () =>
    sentTo(sender).some(({ text, token }) => text === 'Waiting' && token.endsWith(':new')),
  )
})

test('spec C11.6, C11.7: a channel that was never connected keeps replies here; a removed account refuses them and takes nothing in', async () => {
  const shop = await makeShop('social_messenger')
  const { id, sender } = await begin(shop)
  const path = `/operator/stores/${shop.shopId}/channels`
  assert.deepEqual(ok(await shop.operator.delete(`${path}/${shop.account.id}`)), { id: shop.account.id })
  refused(await reply(shop, id, 'Nobody there'), 409, 'CHANNEL_UNAVAILABLE')
  const [account] = ok(await shop.operator.get(path))
  assert.deepEqual([account.state, account.lastError], ['disconnected', null])
  await write(shop, sender, 'Into the void')
  const other = await makeShop('photo_social')
  const { id: elsewhere } = await begin(other)
  await until('others go on', async () => (await texts(other, elsewhere)).length === 1)
  assert.deepEqual(await texts(shop, id), ['Hello'])
  refused(await shop.operator.delete(`${path}/unknown`), 404, 'NOT_FOUND')
})

test('spec C11.6: what an account answers holds no credentials, and an account belongs to one store', async () => {
  const shop = await makeShop('phone_messenger')
  assert.deepEqual(Object.keys(shop.account).sort(), ACCOUNT_KEYS)
  const { channel, externalId } = shop.account
  const other = await makeStore(server)
  const path = `/operator/stores/${other.shopId}/channels`
  refused(await other.operator.post(path, { channel, externalId, accessToken: 'x' }), 400, 'INVALID_PARAMS')
  for (const body of [
    {},
    { channel: 'online_store', externalId: '1', accessToken: 'x' },
    { channel, externalId: 'a b', accessToken: 'x' },
    { channel, externalId: '77', accessToken: 'x y' },
    { channel, externalId: '77', accessToken: 'x', address: 'a@b.c' },
    { channel: 'email' },
    { channel: 'email', address: 'nobody' },
    { channel: 'email', address: 'a@b.example', smtp: { url: 'http://b.example' } },
    { channel: 'email', address: 'a@b.example', accessToken: 'x' },
  ]) {
    refused(await other.operator.post(path, body), 400, 'INVALID_PARAMS')
  }
  assert.deepEqual(ok(await other.operator.get(path)), [])
  refused(await other.operator.delete(`${path}/${shop.account.id}`), 404, 'NOT_FOUND')
})

test('spec C11.14: the challenge is echoed for the right verify token only', async () => {
  const ask = async (query: string) => {
    const response = await fetch(`${server.baseUrl}/channels/meta?${query}`)
    return [response.status, await response.text()]
  }
  const right = `hub.mode=subscribe&hub.verify_token=${graph.verifyToken}`
  assert.deepEqual(await ask(`${right}&hub.challenge=1158201444`), [200, '1158201444'])
  for (const query of [
    'hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1',
    `hub.mode=unsubscribe&hub.verify_token=${graph.verifyToken}&hub.challenge=1`,
    right,
    '',
  ]) {
    assert.equal((await ask(query))[0], 403)
  }
})

test('spec C11.14: a webhook with a wrong signature is 401 and changes nothing; anything that is signed is 200', async () => {
  const shop = await makeShop('social_messenger')
  const { externalId } = shop.account
  const body = webhooks.messaging('page', externalId, webhooks.text(externalId, '1', 'Forged'))
  for (const signature of [null, '', 'sha256=', `sha256=${'0'.repeat(64)}`, 'sha1=abc', `sha256=${'z'.repeat(64)}`]) {
    assert.equal(await graph.deliver(server.baseUrl, body, signature), 401)
  }
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  for (const odd of [
    '',
    'no json',
    '[]',
    '{}',
    '{"object":"page"}',
    '{"object":"__proto__","entry":[{}]}',
    deep,
    '{"object":"page","entry":[null,1,{"id":5},{"id":"5","messaging":[null,{"sender":3}]}]}',
    '{"object":"whatsapp_business_account","entry":[{"changes":[{"value":{"metadata":{"phone_number_id":1},"messages":[{}]}}]}]}',
  ]) {
    assert.equal(await graph.deliver(server.baseUrl, odd), 200)
  }
  await write(shop, '2', 'Genuine')
  const { id } = await firstConversation(shop)
  assert.deepEqual(await texts(shop, id), ['Genuine'])
  assert.equal((await conversations(shop)).length, 1)
})

test('spec C11.15, C11.16: receipts, echoes and removals find their message', async () => {
  const shop = await makeShop('social_messenger', { ai: { enabled: true, channels: ['social_messenger'] } })
  const { externalId } = shop.account
  const { id, sender } = await begin(shop)
  const deliver = async (...events: object[]) =>
    assert.equal(await graph.deliver(server.baseUrl, webhooks.messaging('page', externalId, ...events)), 200)
  await until('the AI agent holds it and has asked back', () => sentTo(sender).length > 0)
  assert.equal(ok(await shop.api.get(`/chat/conversations/${id}`)).isChatBot, true)
  // Its own echo is known; somebody who answers in the provider's app ends the AI agent's hold.
  const before = (await texts(shop, id)).length
  for (const { text, id: mid } of sentTo(sender)) await deliver(webhooks.echo(externalId, sender, text, mid as string))
  await deliver(webhooks.echo(externalId, sender, 'This is Ann, from the page.'))
  await until('the echo', async () => (await texts(shop, id)).includes('This is Ann, from the page.'))
  assert.equal((await texts(shop, id)).length, before + 2) // with the line that she took over
  assert.equal(ok(await shop.api.get(`/chat/conversations/${id}`)).isChatBot, false)
  assert.ok(!sentTo(sender).some(({ text }) => text.includes('Ann')))
  const mid = `m.${randomUUID()}`
  await write(shop, sender, 'Never mind', { mid })
  await until('it is there', async () => (await texts(shop, id)).includes('Never mind'))
  await deliver({
    sender: { id: sender },
    recipient: { id: externalId },
    timestamp: 1,
    message: { mid, is_deleted: true },
  })
  await until('it is gone', async () => !(await texts(shop, id)).includes('Never mind'))
})

test('spec C11.15, C11.17: files follow the product’s rules for files; rejected ones are listed, and the text arrives anyway', async () => {
  const shop = await makeShop('social_messenger')
  const { externalId } = shop.account
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  graph.media.set('photo.heic', await pictureOf('rotated.heic'))
  graph.media.set('shoe.png', png).set('virus.exe', Buffer.from('MZ\x90\x00not a picture'))
  const attachments = ['shoe.png', 'photo.heic', 'virus.exe'].map((name) => ({
    type: 'image',
    payload: { url: `${graph.url}/media/${name}` },
  }))
  const event = webhooks.text(externalId, '5', 'Look', { message: { attachments } })
  assert.equal(await graph.deliver(server.baseUrl, webhooks.messaging('page', externalId, event)), 200)
  const { id } = await firstConversation(shop)
  const [message] = (await messages(shop, id)).filter(({ isNote }) => !isNote)
  assert.deepEqual(
    [message.text, message.files.length, message.files[0].name, message.contentType],
    ['Look', 2, 'shoe.png', undefined],
  )
  await assertNoMetadata(server.baseUrl, message.files[1])
  const file = await fetch(server.baseUrl + message.files[0].url)
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), png)
  assert.ok((await texts(shop, id)).some((text) => /virus\.exe.*not kept/.test(text)))
})

test('spec C11.15: however many messages stand behind one whose file takes long, others’ are read meanwhile, and all in order', async () => {
  const shop = await makeShop('social_messenger')
  const { externalId } = shop.account
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  graph.media.set('slow.png', promise)
  const attachments = [{ type: 'image', payload: { url: `${graph.url}/media/slow.png` } }]
  const deliver = async (...events: object[]) =>
    assert.equal(await graph.deliver(server.baseUrl, webhooks.messaging('page', externalId, ...events)), 200)
  await deliver(webhooks.text(externalId, '51', 'first', { message: { attachments } }))
  // More than one look at the queue takes in.
  const then = Array.from({ length: 210 }, (_, i) => `then ${i}`)
  await deliver(...then.map((text) => webhooks.text(externalId, '51', text)))
  await write(shop, '52', 'from somebody else')
  await until('the other’s', async () =>
    (await conversations(shop)).find(({ lastMessage }) => lastMessage?.text === 'from somebody else'),
  )
  const waiting = await until('the others', async () =>
    (await conversations(shop)).find(({ lastMessage }) => lastMessage?.text === 'then 209'),
  )
  const said: string[] = []
  for (let cursor = ''; said.length < 211; ) {
    const path = `/chat/conversations/${waiting.id}/messages?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { body } = await shop.api.get(path)
    said.push(...body.data.filter(({ isNote }: Any) => !isNote).map(({ text }: Any) => text))
    cursor = body.paging.nextCursor
    if (!cursor) break
  }
  assert.deepEqual(said, ['first', ...then])
  resolve(Buffer.from('none that is kept'))
})

test('spec C11.15: WhatsApp: people are known by their user id, with or without a number', async () => {
  const shop = await makeShop('phone_messenger')
  const { externalId } = shop.account
  const deliver = async (value: object) =>
    assert.equal(await graph.deliver(server.baseUrl, webhooks.whatsApp(externalId, value)), 200)
  const nameless = (userId: string, text: string) => ({
    contacts: [{ profile: { name: 'Lee' }, user_id: userId }],
    messages: [
      { from_user_id: userId, id: `wamid.${randomUUID()}`, timestamp: '1', type: 'text', text: { body: text } },
    ],
  })
  await deliver(webhooks.whatsAppText('4915112345678', 'By number', { userId: 'DE.a1' }))
  const { id } = await firstConversation(shop)
  await deliver(nameless('DE.a1', 'By id alone'))
  await until('the same conversation', async () => (await texts(shop, id)).length === 2)
  await deliver({ user_id_update: [{ wa_id: '4915112345678', user_id: { previous: 'DE.a1', current: 'DE.b2' } }] })
  await until(
    'all is read',
    async () => (await metric(server, 'parley_channel_inbound_pending', 'state="waiting"')) === 0,
  )
  await deliver(nameless('DE.b2', 'By the new id'))
  await until('the new id', async () => (await texts(shop, id)).includes('By the new id'))
  assert.equal((await conversations(shop)).length, 1)
})

test('spec C11.15: what a batch holds twice is read once, where it stands first', async () => {
  const shop = await makeShop('phone_messenger')
  const message = (id: string, body: string) => ({
    from: '4915100000042',
    id,
    timestamp: '1',
    type: 'text',
    text: { body },
  })
  const [one, two] = [message(`wamid.${randomUUID()}`, 'one'), message(`wamid.${randomUUID()}`, 'two')]
  const value = { contacts: [{ profile: { name: 'Lee' }, wa_id: '4915100000042' }], messages: [one, two, one] }
  assert.equal(await graph.deliver(server.baseUrl, webhooks.whatsApp(shop.account.externalId, value)), 200)
  const { id } = await firstConversation(shop)
  await until('both', async () => (await texts(shop, id)).length >= 2)
  assert.deepEqual(await texts(shop, id), ['one', 'two'])
})

test('spec C11.8: statuses that fail later show as failed', async () => {
  const shop = await makeShop('phone_messenger')
  const { id, sender } = await begin(shop)
  ok(await reply(shop, id, 'You will not get this'), 201)
  const [sent] = await until('it leaves', () => sentTo(sender).length > 0 && sentTo(sender))
  const errors = [{ code: 131026, title: 'Message undeliverable' }]
  const failed = webhooks.whatsApp(
    shop.account.externalId,
    webhooks.status(sent?.id as string, sender, 'failed', errors),
  )
  assert.equal(await graph.deliver(server.baseUrl, failed), 200)
  await until('a line that says so', async () =>
    (await texts(shop, id)).some((text) => /^Not delivered: .*131026/.test(text)),
  )
  assert.equal(ok(await shop.api.get(`/chat/conversations/${id}`)).isRead, false)
})

test('spec C11.15: notes and lines of the team stay here', async () => {
  const shop = await makeShop('photo_social')
  const { id, sender } = await begin(shop)
  ok(
    await shop.api.post(`/chat/conversations/${id}/messages`, {
      text: 'Internal',
      memberId: shop.memberId,
      isNote: true,
    }),
    201,
  )
  ok(await reply(shop, id, 'To the customer'), 201)
  await until('the reply', () => sentTo(sender).length > 0)
  assert.deepEqual(
    sentTo(sender).map(({ text }) => text),
    ['To the customer'],
  )
})
