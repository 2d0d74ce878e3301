import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

const server = await shareServer()
const store = await makeStore(server)
const inbox = await signInOwner(server, store)

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const ask = async (overrides: Record<string, unknown>) => {
  const { id } = await addConversation(store, overrides)
  return ok(await inbox.get(`/api/chat/conversations/${id}/availability`))
}

test('members are told until when a channel takes replies, and why it does not', async () => {
  const { id: customerUuid } = await addContact(store)
  const writtenAt = at(60)
  const open = await ask({ channel: 'phone_messenger', customerUuid, messages: [message({ createdAt: writtenAt })] })
  const end = new Date(Date.parse(writtenAt) + 24 * 60 * 60_000).toISOString()
  assert.deepEqual(open, { repliesUntil: end, reason: null, windowHours: 24, account: null, subject: null })

  const closed = await ask({
    channel: 'phone_messenger',
    customerUuid,
    messages: [message({ createdAt: at(25 * 60) })],
  })
  assert.deepEqual(closed, {
    repliesUntil: null,
    reason: 'window-closed',
    windowHours: 24,
    account: null,
    subject: null,
  })
})

test('the online store always takes replies', async () => {
  assert.deepEqual(await ask({}), { repliesUntil: null, reason: null, windowHours: null, account: null, subject: null })
})

test('an unknown conversation is not found', async () => {
  refused(await inbox.get('/api/chat/conversations/nowhere/availability'), 404, 'NOT_FOUND')
})
