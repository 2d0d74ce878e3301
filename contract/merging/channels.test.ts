import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Merged conversations on channels (docs/decisions/0078): answers find the one that stays, and replies leave its way.

const graph = await startGraph()
const world = await startMailWorld()
const server = await startServer({ env: { ...world.env, ...graph.env } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const list = async (store: Store): Promise<Any[]> => ok(await store.api.get('/chat/conversations'))
const arrives = (store: Store, text: string) =>
  until(text, async () => (await list(store)).find(({ lastMessage }) => lastMessage?.text === text))

test('a messenger’s customer goes on in the one that stays, and is answered there', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const page = '3001'
  ok(
    await inbox.post('/api/chat/channels', {
      channel: 'social_messenger',
      externalId: page,
      accessToken: `${page}:token`,
    }),
    201,
  )
  const says = async (text: string, sender = '8001') =>
    assert.equal(
      await graph.deliver(server.baseUrl, webhooks.messaging('page', page, webhooks.text(page, sender, text))),
      200,
    )
  await says('First')
  const first = await arrives(store, 'First')
  ok(await store.api.post(`/chat/conversations/${first.id}/state`, { status: 'resolved' }))
  await says('Second')
  const second = await arrives(store, 'Second')
  assert.notEqual(second.id, first.id)
  ok(await inbox.post(`/api/chat/conversations/${first.id}/merge`, { into: second.id }), 201)
  const { memberId } = store.owner
  ok(await store.api.post(`/chat/conversations/${first.id}/messages`, { text: 'By the old id', memberId }), 201)
  await until('the reply', () =>
    graph.sends.some(({ recipient, accountId }) => recipient === '8001' && accountId === page),
  )
  await says('Third')
  assert.equal((await arrives(store, 'Third')).id, second.id)
  // Somebody else's way is another one, even where the two are one contact by now.
  await says('From my other profile', '8002')
  const other = await arrives(store, 'From my other profile')
  ok(await inbox.post(`/api/chat/customers/${second.customerUuid}/merge`, { from: other.customerUuid }), 201)
  const refusal = await inbox.post(`/api/chat/conversations/${other.id}/merge`, { into: second.id })
  refused(refusal, 400, 'INVALID_PARAMS')
  assert.match(refusal.body.error.message, /two addresses/)
  await says('And again', '8002')
  assert.equal((await arrives(store, 'And again')).customerUuid, second.customerUuid)
})

test('mail that answers the one that went is read in the one that stays', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const address = `support-${randomUUID()}@shop.example`
  const path = `/operator/stores/${store.shopId}/channels`
  const account = ok(await store.operator.post(path, { channel: 'email', address }), 201)
  const { secret } = ok(await store.operator.post(`${path}/${account.id}/inbound-secret`), 201)
  const from = `kim-${randomUUID()}@customer.example`
  const mail = async (text: string, id: string, answers?: string) => {
    const head = [`From: Kim <${from}>`, `To: ${address}`, `Subject: ${text}`, `Message-ID: <${id}@c.example>`]
    if (answers) head.push(`In-Reply-To: <${answers}@c.example>`)
    const response = await fetch(`${server.baseUrl}/channels/email/${account.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'message/rfc822',
        authorization: `Basic ${Buffer.from(`any:${secret}`).toString('base64')}`,
      },
      body: `${head.join('\r\n')}\r\n\r\n${text}\r\n`,
    })
    assert.equal(response.status, 202)
  }
  const [a, b] = [randomUUID(), randomUUID()]
  await mail('My lamp is broken', a)
  const first = await arrives(store, 'My lamp is broken')
  await mail('The lamp again', b)
  const second = await arrives(store, 'The lamp again')
  assert.notEqual(second.id, first.id)
  assert.equal(second.customerUuid, first.customerUuid)
  const { id } = ok(await inbox.post(`/api/chat/conversations/${first.id}/merge`, { into: second.id }), 201)
  await mail('An answer to the first', randomUUID(), a)
  assert.equal((await arrives(store, 'An answer to the first')).id, second.id)
  ok(await inbox.post(`/api/chat/conversation-merges/${id}/undo`))
  await mail('One more', randomUUID(), a)
  assert.equal((await arrives(store, 'One more')).id, first.id)
})
