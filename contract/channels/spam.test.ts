import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeMailShop } from '#test/fixtures/mail-shop.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C13.13: spam.

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const world = await startMailWorld()
const server = await startServer({ env: world.env })

async function makeDesk() {
  const shop = await makeMailShop(server, world, { settings: { ai: { enabled: true, channels: ['email'] } } })
  const { inbox, member } = await signInMember(server, shop)
  const admin = await signInOwner(server, shop)
  const listed = async (query: string): Promise<string[]> =>
    ok(await inbox.get(`/api/chat/conversations?${query}`)).map(({ id }: Any) => id)
  const rest = async (id: string): Promise<Any> => ok(await shop.api.get(`/chat/conversations/${id}`))
  const mark = async (id: string, isSpam: boolean): Promise<Any> =>
    ok(await inbox.post(`/api/chat/conversations/${id}/spam`, { isSpam }))
  /** A mail of somebody's, and the conversation that it begins. */
  const receive = async (from: string) => {
    const text = `Win a lamp ${randomUUID()}`
    await shop.send({ From: from, Subject: 'Win' }, text, { from })
    const found = await until('the mail', async () =>
      (await shop.list()).find(({ lastMessage }) => lastMessage?.text === text),
    )
    return found.id as string
  }
  return { shop, inbox, admin, member, listed, rest, mark, receive }
}

const newDomain = () => `${randomUUID()}.example`
const OPEN = 'status=open&isSnoozed=false'

test('spec C13.13: spam leaves the lists for its own, is resolved in REST, and “not spam” restores what was', async () => {
  const { shop, inbox, listed, rest, mark } = await makeDesk()
  const { id } = await shop.begin()
  const before = await rest(id)
  const marked = await mark(id, true)
  assert.deepEqual([marked.isSpam, marked.status, marked.isChatBot], [true, 'resolved', false])
  assert.deepEqual([await listed(OPEN), await listed('status=resolved&isSpam=false')], [[], []])
  assert.deepEqual(await listed('isSpam=true'), [id])
  assert.equal(ok(await inbox.get('/api/chat/conversations/counts')).open, 0)
  const found = await rest(id)
  assert.deepEqual(Object.keys(found), Object.keys(before), 'REST has no new key')
  assert.equal(found.status, 'resolved')
  assert.equal((await mark(id, true)).isSpam, true)
  const restored = await mark(id, false)
  assert.deepEqual([restored.isSpam, restored.status], [undefined, 'open'])
  assert.deepEqual([await listed(OPEN), await listed('isSpam=true')], [[id], []])

  ok(await inbox.post(`/api/chat/conversations/${id}/state`, { status: 'resolved' }))
  await mark(id, true)
  assert.equal((await mark(id, false)).status, 'resolved')
  await mark(id, true)
  ok(await shop.api.post(`/chat/conversations/${id}/state`, { status: 'open' }))
  assert.deepEqual(
    [await listed(OPEN), await listed('isSpam=true')],
    [[id], []],
    'reopening a conversation takes it out of spam',
  )
})

test('spec C13.13: what is written in spam is kept, and reopens, notifies and wakes nobody', async () => {
  const { shop, inbox, listed, mark, member } = await makeDesk()
  const { id } = await shop.begin()
  ok(await inbox.post(`/api/chat/conversations/${id}/assign`, { memberId: member.id }))
  await mark(id, true)
  const reply = `More of it ${randomUUID()}`
  const { messageId, replyTo } = await shop.answer(id)
  await shop.send({ To: replyTo, References: messageId, Subject: 'Re: Win' }, reply)
  const messages = async (): Promise<Any[]> => ok(await inbox.get(`/api/chat/conversations/${id}/messages`))
  await until('it is kept', async () => (await messages()).some(({ text }) => text === reply))
  await shop.settle(`other-${randomUUID()}@customer.example`)
  assert.deepEqual(await listed('isSpam=true'), [id])
  const { dueAt, status } = ok(await inbox.get(`/api/chat/conversations/${id}`))
  assert.deepEqual([dueAt, status], [undefined, 'resolved'])
  assert.ok((await messages()).every(({ isBot }) => !isBot))
})

test('spec C13.13: an address or a domain that an admin lists is spam from then on, until it is removed', async () => {
  const { inbox, admin, listed, mark, receive, rest } = await makeDesk()
  const [domain, other] = [newDomain(), newDomain()]
  const address = `ads@${other}`
  refused(await inbox.post('/api/chat/spam-senders', { sender: domain }), 403, 'FORBIDDEN')
  for (const sender of ['', 'x', 'a b.example', '@', 'a@b@c.example', '.example']) {
    assert.equal((await admin.post('/api/chat/spam-senders', { sender })).status, 400, sender)
  }
  assert.equal(
    ok(await admin.post('/api/chat/spam-senders', { sender: `@${domain.toUpperCase()}` }), 201).sender,
    domain,
  )
  ok(await admin.post('/api/chat/spam-senders', { sender: address }), 201)
  const spam = [await receive(`one@${domain}`), await receive(address)]
  const good = [await receive(`two@sub.${domain}`), await receive(`help@${other}`)]
  assert.deepEqual((await listed('isSpam=true')).sort(), spam.toSorted())
  assert.deepEqual((await listed(OPEN)).sort(), good.toSorted())
  const { status, isChatBot, memberId } = await rest(spam[0] as string)
  assert.deepEqual([status, isChatBot, memberId], ['resolved', false, null])
  assert.equal((await mark(spam[0] as string, false)).status, 'open')

  const senders = ok(await admin.get('/api/chat/spam-senders')).map(({ sender }: Any) => sender)
  assert.deepEqual(senders.sort(), [address, domain].sort())
  ok(await admin.call('DELETE', `/api/chat/spam-senders/${encodeURIComponent(address)}`))
  refused(await admin.call('DELETE', `/api/chat/spam-senders/${encodeURIComponent(address)}`), 404, 'NOT_FOUND')
  const welcome = await receive(address)
  assert.ok((await listed(OPEN)).includes(welcome))
})
