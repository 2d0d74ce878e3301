import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C13.22: drafts that a member's browsers share.

const server = await shareServer()

async function makeDesk() {
  const store = await makeStore(server)
  const { id, customerUuid } = await addConversation(store, { messages: [message()] })
  const [{ inbox }, { inbox: colleague }] = [await signInMember(server, store), await signInMember(server, store)]
  const path = `/api/chat/conversations/${id}/draft`
  const keep = (draft: object | null, more: object = {}) => inbox.put(path, { draft, browser: randomUUID(), ...more })
  return { store, id, customerUuid, inbox, colleague, path, keep }
}
const draft = { text: 'Half a sen', isNote: false }

test('spec C13.22: the newest draft counts, and only its author sees it', async () => {
  const { inbox, colleague, id, path, keep } = await makeDesk()
  assert.equal(ok(await inbox.get(path)), null)
  ok(await keep(draft))
  const whole = {
    text: 'A whole sentence.',
    isNote: false,
    acts: { tags: ['vip'] },
    original: { text: 'Ein Satz.', language: 'de' },
  }
  const { updatedAt } = ok(await keep(whole))
  assert.deepEqual(ok(await inbox.get(path)), { conversationId: id, draft: whole, updatedAt })
  assert.deepEqual(ok(await inbox.get('/api/chat/drafts')), [{ conversationId: id, draft: whole, updatedAt }])
  assert.equal(ok(await colleague.get(path)), null)
  assert.deepEqual(ok(await colleague.get('/api/chat/drafts')), [])
})

test('spec C13.22: an emptied draft is listed as empty', async () => {
  const { inbox, path, keep } = await makeDesk()
  ok(await keep(draft))
  ok(await keep(null))
  assert.equal(ok(await inbox.get(path)).draft, null)
  assert.equal(ok(await inbox.get('/api/chat/drafts')).length, 1)
})

test('spec C13.22: a redacted contact has no drafts, and gets none', async () => {
  const { store, inbox, path, keep, customerUuid } = await makeDesk()
  ok(await keep(draft))
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid }))
  assert.equal(ok(await inbox.get(path)), null)
  ok(await keep(draft))
  assert.equal(ok(await inbox.get(path)), null)
})

test('spec C13.22: a body of another form is refused', async () => {
  const { inbox, keep, path } = await makeDesk()
  for (const wrong of [{ text: 'x' }, { ...draft, color: 'red' }, { ...draft, text: 'x'.repeat(10_001) }, 'x']) {
    refused(await keep(wrong as object), 400, 'INVALID_PARAMS')
  }
  refused(await keep(draft, { browser: 'x' }), 400, 'INVALID_PARAMS')
  refused(await inbox.get(path.replace(/conversations\/[^/]+/, `conversations/${randomUUID()}`)), 404, 'NOT_FOUND')
})
