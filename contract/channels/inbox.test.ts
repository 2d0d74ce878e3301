import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: what members see of the channels, and do about them.

const graph = await startGraph()
const server = await startServer({ env: graph.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const own = (externalId: string) => ({ channel: 'social_messenger', externalId, accessToken: `${externalId}:token` })

async function begin(store: Store, externalId: string): Promise<{ inbox: Any; id: string; path: string }> {
  const inbox = await signInOwner(server, store)
  ok(await inbox.post('/api/chat/channels', own(externalId)), 201)
  const event = webhooks.text(externalId, '7001', 'Hello')
  assert.equal(await graph.deliver(server.baseUrl, webhooks.messaging('page', externalId, event)), 200)
  const list = async () => ok(await store.api.get('/chat/conversations'))[0]
  const { id } = await until('the conversation', list)
  return { inbox, id, path: `/api/chat/conversations/${id}/messages` }
}

const deliveryOf = async (inbox: Any, path: string, text: string) =>
  ok(await inbox.get(path)).find((message: Any) => message.text === text)?.delivery

test('spec C11.8: members see how far a reply got: sent, delivered, read', async () => {
  const { inbox, path } = await begin(await makeStore(server), '2001')
  ok(await inbox.post(path, { text: 'Here you are' }), 201)
  await until('sent', async () => (await deliveryOf(inbox, path, 'Here you are'))?.state === 'sent')
  const told = (event: object) =>
    graph.deliver(
      server.baseUrl,
      webhooks.messaging('page', '2001', {
        sender: { id: '7001' },
        recipient: { id: '2001' },
        timestamp: Date.now(),
        ...event,
      }),
    )
  const mids = graph.sends.filter(({ accountId }) => accountId === '2001').map(({ id }) => id)
  assert.equal(await told({ delivery: { mids, watermark: Date.now() } }), 200)
  await until('delivered', async () => (await deliveryOf(inbox, path, 'Here you are')).state === 'delivered')
  assert.equal(await told({ read: { watermark: Date.now() } }), 200)
  await until('read', async () => (await deliveryOf(inbox, path, 'Here you are')).state === 'read')
  // Late and out of order: it never goes back.
  assert.equal(await told({ delivery: { mids, watermark: Date.now() } }), 200)
  assert.deepEqual(await deliveryOf(inbox, path, 'Here you are'), {
    state: 'read',
    error: null,
    filesSent: 0,
    recipients: null,
  })
  assert.equal(await deliveryOf(inbox, path, 'Hello'), null)
})

test('spec C11.8: a reply that failed says why, and is sent again', async () => {
  const { inbox, id, path } = await begin(await makeStore(server), '2002')
  graph.troubles = [{ status: 400, code: 100, message: 'Invalid parameter' }]
  ok(await inbox.post(path, { text: 'Once more' }), 201)
  const failed = await until('failed', async () => {
    const delivery = await deliveryOf(inbox, path, 'Once more')
    return delivery?.state === 'failed' && delivery
  })
  assert.match(failed.error, /malformed.*Invalid parameter/)
  const [message] = ok(await inbox.get(path)).filter(({ text }: Any) => text === 'Once more')
  const sent = ok(await inbox.post(`${path}/${message.id}/send-again`))
  assert.deepEqual(sent.delivery, { state: 'waiting', error: null, filesSent: 0, recipients: null })
  await until('sent', async () => (await deliveryOf(inbox, path, 'Once more')).state === 'sent')
  refused(await inbox.post(`${path}/${message.id}/send-again`), 400, 'INVALID_PARAMS')
  refused(await inbox.post(`${path}/unknown/send-again`), 404, 'NOT_FOUND')
  refused(await inbox.get(`${path}/${message.id}/original`), 404, 'NOT_FOUND')
  refused(await inbox.patch(`${path}/${message.id}`, { text: 'Too late' }), 400, 'INVALID_PARAMS')
  const other = await signInOwner(server, await makeStore(server))
  refused(await other.post(`/api/chat/conversations/${id}/messages/${message.id}/send-again`), 404, 'NOT_FOUND')
})

test('spec C11.6: an account is connected with a token of its own only, and is for admins', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  refused(await inbox.post('/api/chat/channels', { ...own('2003'), accessToken: '9999:token' }), 400, 'INVALID_PARAMS')
  graph.revoked.add('2004:token')
  refused(await inbox.post('/api/chat/channels', own('2004')), 400, 'INVALID_PARAMS')
  const account = ok(await inbox.post('/api/chat/channels', own('2003')), 201)
  const list = await inbox.get('/api/chat/channels')
  assert.deepEqual(ok(list), [account])
  assert.deepEqual(list.body.meta.messengers, { webhookUrl: `${server.baseUrl}/channels/meta` })
  const [check] = ok(await inbox.post(`/api/chat/channels/${account.id}/check`))
  assert.deepEqual([check.name, check.state], ['Access token', 'good'])
  graph.revoked.add('2003:token')
  const [later] = ok(await inbox.post(`/api/chat/channels/${account.id}/check`))
  assert.equal(later.state, 'bad')
  assert.equal(ok(await inbox.get('/api/chat/channels'))[0].state, 'broken')
  graph.revoked.delete('2003:token')
  ok(await inbox.post(`/api/chat/channels/${account.id}/check`))
  assert.equal(ok(await inbox.get('/api/chat/channels'))[0].state, 'connected')
  const { inbox: agent } = await signInMember(server, store)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['POST', `/${account.id}/check`],
    ['POST', `/${account.id}/inbound-secret`],
    ['DELETE', `/${account.id}`],
  ] as const) {
    refused(
      await agent.call(method, `/api/chat/channels${path}`, method === 'POST' ? own('1') : undefined),
      403,
      'FORBIDDEN',
    )
  }
  assert.deepEqual(ok(await inbox.delete(`/api/chat/channels/${account.id}`)), { id: account.id })
})

test('spec C11.7: the composer names the recipient before a reply', async () => {
  const { inbox, id } = await begin(await makeStore(server), '2005')
  const about = ok(await inbox.get(`/api/chat/conversations/${id}/availability`))
  assert.deepEqual([about.reason, about.windowHours, about.account], [null, 24, { name: 'Account me', address: null }])
  const [account] = ok(await inbox.get('/api/chat/channels'))
  ok(await inbox.delete(`/api/chat/channels/${account.id}`))
  assert.equal(ok(await inbox.get(`/api/chat/conversations/${id}/availability`)).reason, 'account-disconnected')
})
