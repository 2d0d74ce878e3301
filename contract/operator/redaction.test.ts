import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dumpDatabase } from '#test/database/dump.ts'
import { storedFiles } from '#test/doubles/bucket.ts'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'

// Spec 1.3, C6, C9.

const server = await startServer()
const store = await makeStore(server)
const { api, operator } = store
const redact = (customerUuid: unknown, orders?: unknown) =>
  operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid, orders })

const PERSON = {
  platformId: '1',
  name: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada.secret@example.com',
  phone: '+441234',
  channels: ['online_store'],
  tags: ['vip'],
  note: 'Likes lamps',
  customAttributes: { size: 'M' },
  address1: '1 Street',
  city: 'London',
  ordersCount: 3,
  totalSpent: 9.5,
  ipAddress: '203.0.113.9',
  browser: 'Firefox',
  senderSeq: 4,
  lastChatAt: '2026-01-01T00:00:00.000Z',
}
const KEPT = ['id', 'type', 'channels', 'createdAt', 'updatedAt', 'lastChatAt', 'name', 'isRedacted']

async function addRedacted() {
  const person = await addContact(store, PERSON)
  const fields = {
    customerUuid: person.id,
    messages: [message({ id: 1, text: 'My words' }), message({ id: 2, isBot: true })],
  }
  const conversation = await addConversation(store, fields)
  const old = await addConversation(store, { customerUuid: person.id, datastore: 'firestore' })
  const answer = await redact(person.id)
  return { person, conversation, old, answer }
}

test('spec 1.3, C9.16: a redacted contact keeps id, type, channels and times; name is Redacted, all else null', async () => {
  const { person, answer } = await addRedacted()
  const after = ok(await api.get(`/chat/customers/${person.id}`))
  assert.deepEqual(ok(answer), after)
  assert.equal(Object.keys(after).length, 31)
  assert.deepEqual([after.name, after.isRedacted], ['Redacted', true])
  for (const key of ['id', 'type', 'channels', 'createdAt', 'lastChatAt'])
    assert.deepEqual(after[key], person[key], key)
  const filled = Object.keys(after).filter((key) => after[key] !== null && !KEPT.includes(key))
  assert.deepEqual(filled, [])
})

test('spec 1.3, C9.16: all of their conversations are marked, in lists and alone, in both datastores', async () => {
  const { conversation, old, person } = await addRedacted()
  for (const { id } of [conversation, old]) {
    const { customerName, customerEmail, isRedacted } = ok(await api.get(`/chat/conversations/${id}`))
    assert.deepEqual([customerName, customerEmail, isRedacted], ['Redacted', null, true])
  }
  const [listed] = ok(await api.get(`/chat/customers/${person.id}/conversations`))
  assert.equal(listed.isRedacted, true)
  assert.equal(Object.keys(listed).length, 28)
})

test('spec C9.16: message history stays; the customer’s lines are by Redacted, the others’ keep their names', async () => {
  const { conversation } = await addRedacted()
  const [own, bot] = ok(await api.get(`/chat/conversations/${conversation.id}/messages`))
  assert.deepEqual([own.senderName, own.text], ['Redacted', 'My words'])
  assert.notEqual(bot.senderName, 'Redacted')
})

test('spec C6.18, C9.1: isRedacted is absent from everyone else’s records', async () => {
  await addRedacted()
  const { id, customerUuid } = await addConversation(store)
  assert.equal('isRedacted' in ok(await api.get(`/chat/conversations/${id}`)), false)
  assert.equal('isRedacted' in ok(await api.get(`/chat/customers/${customerUuid}`)), false)
  const [listed] = ok(await api.get(`/chat/customers/${customerUuid}/conversations`))
  assert.equal('isRedacted' in listed, false)
})

test('spec 1.3: a redacted customer is no longer found by email', async () => {
  const { conversation } = await addRedacted()
  const found = await readAllIds(api, `/chat/conversations?email=${encodeURIComponent(PERSON.email)}`)
  assert.equal(found.includes(conversation.id), false)
})

test('spec 1.3: redacting again changes nothing more; the customer may write again and stays redacted', async () => {
  const { person, conversation } = await addRedacted()
  ok(await redact(person.id))
  const body = { text: 'Me again', asCustomer: true }
  assert.equal(ok(await api.post(`/chat/conversations/${conversation.id}/messages`, body), 201).senderName, 'Redacted')
  const after = ok(await api.get(`/chat/conversations/${conversation.id}`))
  assert.deepEqual([after.customerName, after.isRedacted], ['Redacted', true])
})

test('spec 1.3: redaction touches no other contact and no other store', async () => {
  const other = await makeStore(server)
  const person = await addContact(store, PERSON)
  const twin = await addContact(other, { ...PERSON, id: person.id })
  const neighbour = await addContact(store, PERSON)
  ok(await redact(person.id))
  assert.deepEqual(ok(await other.api.get(`/chat/customers/${twin.id}`)), twin)
  assert.deepEqual(ok(await api.get(`/chat/customers/${neighbour.id}`)), neighbour)
})

test('spec C3.9: redacting needs a known customer and a list of order names', async () => {
  refused(await redact('nobody'), 404, 'NOT_FOUND')
  refused(await redact(undefined), 400, 'INVALID_PARAMS')
  const { id } = await addContact(store, PERSON)
  refused(await redact(id, 'all'), 400, 'INVALID_PARAMS')
  assert.equal(ok(await api.get(`/chat/customers/${id}`)).name, PERSON.name)
  ok(await redact(id, ['#1001', '1002']))
})

test('spec C5.12: an import may bring a redacted contact, and its conversations are marked', async () => {
  const data = { id: 'redacted-elsewhere', name: 'Redacted', isRedacted: true }
  await importLines(store, [{ kind: 'contact', data }])
  assert.equal(ok(await api.get(`/chat/customers/${data.id}`)).isRedacted, true)
  assert.equal((await addConversation(store, { customerUuid: data.id })).isRedacted, true)
})

test('spec 1.3: after a redaction nothing in the database or the uploads tells who it was, but the text of messages', async () => {
  const shop = await makeStore(server)
  const secret = 'zanzibar'
  const told = {
    email: `${secret}@example.com`,
    name: `Zoe ${secret}`,
    phone: `+44 ${secret}`,
    attributes: { street: secret },
  }
  const visitor = await makeVisitor(server, shop)
  ok(await visitor.api.patch('/storefront/visitor', told))
  ok(await visitor.api.put('/storefront/attributes', { attributes: { before: secret } }))
  const first = await visitor.say('Hello')
  const conversationId = first.conversation.id
  const path = `/chat/conversations/${conversationId}`
  const contactId = ok(await shop.api.get(path)).customerUuid
  // Whatever the shop's page, the shopper and the team tell of them meanwhile.
  await visitor.say('And', { replyTo: first.message.id })
  ok(await visitor.api.put('/storefront/attributes', { attributes: { ward: secret } }))
  ok(await visitor.api.put('/storefront/context', { kind: 'order', data: { ship: secret } }))
  ok(await visitor.api.post('/storefront/events', { name: 'bought', props: { to: secret } }))
  ok(
    await visitor.api.post('/storefront/pages', {
      pages: [{ url: `https://shop.example/?e=${secret}`, title: secret }],
    }),
  )
  ok(await shop.api.post(`${path}/notes`, { text: `Call ${secret}` }), 201)
  ok(await shop.api.post(`${path}/attributes`, { name: 'address', value: secret }), 201)
  const upload = (name: string) =>
    visitor.api.call('POST', `/storefront/files?name=${name}`, Buffer.from(`I am ${secret}`), {
      'content-type': 'text/plain',
    })
  const file = ok(await upload(`${secret}.txt`), 201)
  const waiting = ok(await upload(`waiting-${secret}.txt`), 201)
  await visitor.say('', { files: [file.id] })
  await importLines(shop, [
    {
      kind: 'order',
      data: {
        orderNumber: '7',
        createdAt: new Date().toISOString(),
        total: { amount: '1.00', currencyCode: 'EUR' },
        email: told.email,
      },
    },
    {
      kind: 'order',
      data: {
        orderNumber: '8',
        createdAt: new Date().toISOString(),
        total: { amount: '1.00', currencyCode: 'EUR' },
        customerUuid: contactId,
      },
    },
  ])
  const stored = async () => (await storedFiles(server.env, `${shop.shopId}/`)).size
  assert.ok((await dumpDatabase(server)).filter((line) => line.includes(secret)).length > 10, 'nothing was told')
  assert.equal(await stored(), 2)

  ok(await operator.post(`/operator/stores/${shop.shopId}/privacy/redact`, { customerUuid: contactId }))

  assert.deepEqual(
    (await dumpDatabase(server)).filter((line) => line.toLowerCase().includes(secret)),
    [],
  )
  assert.equal(await stored(), 0)
  for (const { url } of [file, waiting]) refused(await api.get(url), 404, 'NOT_FOUND')
  const texts = ok(await shop.api.get(`${path}/messages`)).map(({ text }: { text: string }) => text)
  assert.deepEqual(texts, ['Hello', 'And', ''])
  assert.equal(ok(await shop.api.get(path)).lastMessage.text, 'Redacted')
})

test('a deleted message’s file cannot be had any more', async () => {
  const shop = await makeStore(server)
  const visitor = await makeVisitor(server, shop)
  const body = Buffer.from('A file')
  const file = ok(
    await visitor.api.call('POST', '/storefront/files?name=a.txt', body, { 'content-type': 'text/plain' }),
    201,
  )
  const { conversation, message: sent } = await visitor.say('See this', { files: [file.id] })
  assert.equal((await api.get(file.url)).status, 200)
  const inbox = await signInOwner(server, shop)
  ok(await inbox.delete(`/api/chat/conversations/${conversation.id}/messages/${sent.id}`))
  refused(await api.get(file.url), 404, 'NOT_FOUND')
  assert.equal((await storedFiles(server.env, `${shop.shopId}/`)).size, 0)
})
