import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { readEvents } from '#test/fixtures/events.ts'
import { addContact, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Conversations that members begin.

const world = await startMailWorld()
const server = await startServer({ env: world.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const PATH = '/api/chat/conversations'

async function makeDesk() {
  const store = await makeStoreWithEvents(server, {
    settings: { ai: { enabled: true, channels: ['email', 'online_store'] } },
  })
  const connect = async (address: string) =>
    ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, { channel: 'email', address }), 201)
  const [support, sales] = [`support-${randomUUID()}@shop.example`, `sales-${randomUUID()}@shop.example`]
  const accounts = [await connect(support), await connect(sales)]
  return {
    store,
    support,
    sales,
    accounts,
    ...(await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })),
  }
}

const newAddress = () => `kim-${randomUUID()}@customer.example`
const messages = async (store: Store, id: string): Promise<Any[]> =>
  ok(await store.api.get(`/chat/conversations/${id}/messages`))
const mailTo = (address: string, nth = 0) => until('the mail', async () => (await world.sentTo(address))[nth])

test('spec C13.4: a member writes first by email: new contact, new thread, three events, assigned to them', async () => {
  const { store, inbox, member, support } = await makeDesk()
  const email = newAddress()
  const start = {
    channel: 'email',
    email,
    name: 'Kim Park',
    subject: 'Your lamp is back',
    text: 'It is in stock again.',
  }
  const begun = ok(await inbox.post(PATH, start), 201)
  assert.deepEqual(
    [begun.channels, begun.customerEmail, begun.customerName, begun.memberId, begun.isChatBot, begun.status],
    [['email'], email, 'Kim Park', member.id, false, 'open'],
  )
  const mail = await mailTo(email)
  assert.deepEqual([mail.subject, mail.inReplyTo, mail.from?.address], ['Your lamp is back', undefined, support])
  assert.match(mail.replyTo?.[0]?.address ?? '', /^reply\+/)
  const events = await readEvents(server, store.shopId)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['customer.created', 'conversation.created', 'message.created'],
  )
  assert.equal(events[2]?.data.senderType, 'agent')
  // The answer comes back into the conversation, and the AI agent leaves it to the member.
  await world.send({
    from: email,
    to: mail.replyTo?.[0]?.address as string,
    inReplyTo: mail.messageId as string,
    subject: 'Re: Your lamp is back',
    text: 'Great, thank you!',
  })
  const said = await until('the answer', async () => {
    const all = await messages(store, begun.id)
    return all.length === 2 && all
  })
  assert.deepEqual(
    said.map(({ isAdmin }: Any) => isAdmin),
    [true, false],
  )
  ok(await inbox.post(`${PATH}/${begun.id}/messages`, { text: 'You are welcome' }), 201)
  assert.equal((await mailTo(email, 1)).subject, 'Re: Your lamp is back')
})

test('spec C13.4: the contact who has the address is used, from the mailbox that was chosen', async () => {
  const { store, inbox, sales, accounts } = await makeDesk()
  const email = newAddress()
  const { id } = await addContact(store, { name: 'Kim', email })
  const start = { channel: 'email', subject: 'Offer', text: 'Here it is', accountId: accounts[1].id }
  const begun = ok(await inbox.post(PATH, { ...start, email: email.toUpperCase() }), 201)
  assert.equal(begun.customerUuid, id)
  assert.equal((await mailTo(email)).from?.address, sales)
  assert.equal(ok(await inbox.post(PATH, { ...start, contactId: id }), 201).customerUuid, id)
  const boxes = ok(await inbox.get('/api/chat/mailboxes'))
  assert.deepEqual(
    boxes.map((box: Any) => box.id),
    accounts.map((account: Any) => account.id),
  )
})

test('spec C13.4: the same clientId begins one conversation, and its files go with it', async () => {
  const { store, inbox } = await makeDesk()
  const email = newAddress()
  const bytes = { 'content-type': 'application/octet-stream' }
  const file = ok(await inbox.call('POST', '/api/chat/files?name=a.txt', 'words', bytes), 201)
  const start = { channel: 'email', email, subject: 'Form', text: '', files: [file.id], clientId: randomUUID() }
  const [first, second] = [await inbox.post(PATH, start), await inbox.post(PATH, start)]
  assert.equal(ok(second, 201).id, ok(first, 201).id)
  assert.equal(ok(await store.api.get('/chat/conversations')).length, 1)
  assert.deepEqual(
    (await mailTo(email)).attachments.map(({ filename }) => filename),
    ['a.txt'],
  )
})

test('spec C13.4: in the chat only contacts are reached who have visited the store; it is unread there', async () => {
  const { store, inbox } = await makeDesk()
  const visitor = await makeVisitor(server, store)
  await visitor.say('Hello')
  const [{ id, customerUuid }] = ok(await store.api.get('/chat/conversations'))
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  const begun = ok(
    await inbox.post(PATH, { channel: 'online_store', contactId: customerUuid, text: 'One more thing' }),
    201,
  )
  assert.notEqual(begun.id, id)
  const listed = ok(await visitor.api.get('/storefront/conversations'))
  assert.deepEqual([listed[0].id, listed[0].unreadCount], [begun.id, 1])
  const stranger = await addContact(store, { name: 'Ana', email: newAddress() })
  refused(await inbox.post(PATH, { channel: 'online_store', contactId: stranger.id, text: 'x' }), 400, 'INVALID_PARAMS')
})

test('spec C13.4: the wait that a member starts is in no report, and no target', async () => {
  const { store, inbox } = await makeDesk()
  const owner = await signInOwner(server, store)
  const minutes = { first_reply: 5, next_reply: 5, resolve: 10 }
  const targets = { urgent: minutes, high: minutes, normal: minutes, low: minutes }
  ok(await owner.put('/api/chat/targets', { inHours: false, targets }))
  const begun = ok(await inbox.post(PATH, { channel: 'email', email: newAddress(), subject: 'x', text: 'x' }), 201)
  assert.equal(begun.dueAt ?? null, null)
  const span = `from=${encodeURIComponent(new Date(Date.now() - 86_400_000).toISOString())}&to=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}&timeZone=UTC`
  const report = ok(await owner.get(`/api/chat/reports?${span}`))
  assert.deepEqual([report.total.conversations, report.total.replied], [1, 0])
})

test('spec C13.4: what cannot begin one is refused, and leaves nothing', async () => {
  const { store, inbox, accounts } = await makeDesk()
  const good = { channel: 'email', email: newAddress(), subject: 'x', text: 'x' }
  const { id: blockedId } = await addContact(store, { email: newAddress() })
  const { id: noEmail } = await addContact(store, { email: null })
  const owner = await signInOwner(server, store)
  const conversation = ok(await inbox.post(PATH, { ...good, email: undefined, contactId: blockedId }), 201)
  ok(await owner.post(`${PATH}/${conversation.id}/block`, { isBlock: true }))
  const elsewhere = await makeDesk()
  for (const wrong of [
    { ...good, email: 'nobody' },
    { ...good, email: 'a@b.example\nBcc: c@d.example' },
    { ...good, contactId: blockedId },
    { ...good, email: undefined },
    { ...good, email: undefined, contactId: blockedId },
    { ...good, email: undefined, contactId: noEmail },
    { ...good, subject: undefined },
    { ...good, subject: ' ' },
    { ...good, text: '' },
    { ...good, accountId: elsewhere.accounts[0].id },
    { ...good, channel: 'phone_messenger' },
    { ...good, channel: 'online_store', subject: undefined },
  ]) {
    refused(await inbox.post(PATH, wrong), 400, 'INVALID_PARAMS')
  }
  refused(await elsewhere.inbox.post(PATH, { ...good, email: undefined, contactId: noEmail }), 404, 'NOT_FOUND')
  assert.equal(ok(await store.api.get('/chat/conversations')).length, 1)
  ok(await store.operator.delete(`/operator/stores/${store.shopId}/channels/${accounts[0].id}`))
  refused(await inbox.post(PATH, { ...good, accountId: accounts[0].id }), 400, 'INVALID_PARAMS')
})
