import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore } from '#test/fixtures/factories.ts'
import { pageOf, signIn, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Changes of any actor through any API: an entry is written in the change's own transaction, so none is lost or made up.

const server = await shareServer()
const store = await makeStore(server)
const inbox = await signInOwner(server, store)
const owner = store.owner.memberId
const path = `/operator/stores/${store.shopId}`

/** The newest entries first, as `action by actor`. */
async function entries(): Promise<{ action: string; actor: string; memberId: string | null; target: string | null }[]> {
  return (await inbox.get('/api/chat/audit-log?limit=100')).body.data
}

/** The action and the actor of what an act added, oldest first. */
async function added(act: () => Promise<unknown>): Promise<string[]> {
  const before = (await entries()).length
  await act()
  const after = await entries()
  return after
    .slice(0, after.length - before)
    .reverse()
    .map(({ action, actor, memberId }) => `${action} by ${memberId === owner ? 'owner' : actor}`)
}

test('the operator’s changes are there, marked as the operator’s', async () => {
  const contact = await addContact(store)
  const acts = [
    ['settings.changed', () => store.operator.patch(path, { settings: { autoAssign: true } })],
    ['key.created', () => store.operator.post(`${path}/keys`, { name: 'Second' })],
    ['identity_secret.created', () => store.operator.post(`${path}/identity-secrets`)],
    [
      'customer.data_requested',
      () => store.operator.post(`${path}/privacy/data-request`, { customerUuid: contact.id }),
    ],
    ['customer.redacted', () => store.operator.post(`${path}/privacy/redact`, { customerUuid: contact.id })],
    ['store.uninstalled', () => store.operator.post(`${path}/uninstall`)],
    ['store.installed', () => store.operator.post(`${path}/install`)],
  ] as const
  for (const [action, act] of acts) assert.deepEqual(await added(act), [`${action} by operator`])
})

test('what integrations change is marked as an API key’s', async () => {
  const body = { url: 'https://hooks.example.com/audit', events: ['message.created'] }
  assert.deepEqual(await added(() => store.api.post('/chat/webhooks', body)), ['webhook.saved by api_key'])
  const [{ id }] = ok(await store.api.get('/chat/webhooks'))
  const pause = () => store.api.put(`/chat/webhooks/${id}`, { isActive: false })
  assert.deepEqual(await added(pause), ['webhook.changed by api_key'])
  assert.deepEqual(await added(() => store.api.delete(`/chat/webhooks/${id}`)), ['webhook.deleted by api_key'])
})

test('sign-ins, second factors, passwords, invitations and deleted messages are there', async () => {
  const again = () => signIn(server, store.owner.email, store.owner.password)
  assert.deepEqual(await added(again), ['member.signed_in by owner'])
  const { member } = await signInMember(server, store)
  const invited = () => inbox.post('/api/chat/invitations', { email: 'new@example.com', role: 'member' })
  assert.deepEqual(await added(invited), ['member.invited by owner'])
  const reset = () => inbox.delete(`/api/chat/members/${member.id}/second-factor`)
  assert.deepEqual(await added(reset), ['second_factor.reset by owner'])
  const link = ok(await inbox.post(`/api/chat/members/${member.id}/password-link`), 201).link
  const token = link.slice(link.indexOf('#') + 1)
  const use = () => pageOf(server).post('/api/chat/links/use', { token, password: 'a completely new secret' })
  assert.deepEqual(await added(use), ['password.changed by member'])
  const { id } = await addConversation(store)
  const { id: messageId } = ok(
    await store.api.post(`/chat/conversations/${id}/messages`, { text: 'x', memberId: owner }),
    201,
  )
  const remove = () => inbox.delete(`/api/chat/conversations/${id}/messages/${messageId}`)
  assert.deepEqual(await added(remove), ['message.deleted by owner'])
})

test('an entry names what was changed, of what is gone too', async () => {
  const newest = async () =>
    ((await inbox.get('/api/chat/audit-log?limit=1')).body.data as { details: object }[])[0]?.details
  const acts: [() => Promise<unknown>, object][] = []
  const { id: keyId } = ok(await store.operator.post(`${path}/keys`, { name: 'Warehouse' }), 201)
  acts.push([() => inbox.delete(`/api/chat/keys/${keyId}`), { name: 'Warehouse' }])
  const article = ok(await inbox.post('/api/chat/articles', { question: 'How long?', answer: 'Two days.' }), 201)
  acts.push([() => inbox.delete(`/api/chat/articles/${article.id}`), { question: 'How long?' }])
  const hook = { url: 'https://hooks.example.com/named', events: ['message.created'] }
  const { id } = ok(await store.api.post('/chat/webhooks', hook), 201)
  const url = 'hooks.example.com'
  acts.push([() => store.api.put(`/chat/webhooks/${id}`, { isActive: false }), { url, isActive: false }])
  acts.push([() => store.api.delete(`/chat/webhooks/${id}`), { url }])
  acts.push([() => inbox.patch('/api/chat/me', { firstName: 'Olga' }), { firstName: 'Olga' }])
  for (const [act, details] of acts) {
    ok((await act()) as Parameters<typeof ok>[0])
    assert.deepEqual(await newest(), details)
  }
})

test('an act that is refused leaves no entry', async () => {
  const refusals = [
    () => inbox.patch('/api/chat/settings', { settings: { nope: true } }),
    () => inbox.delete('/api/chat/keys/none'),
    () => inbox.delete('/api/chat/articles/none'),
    () => inbox.delete('/api/chat/webhooks/none'),
    () => store.operator.post(`${path}/privacy/redact`, { customerUuid: 'none' }),
  ]
  for (const act of refusals) assert.deepEqual(await added(act), [])
  refused(await inbox.delete('/api/chat/identity-secrets/none'), 404, 'NOT_FOUND')
})
