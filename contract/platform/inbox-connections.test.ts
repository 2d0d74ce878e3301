import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connection, NewConnection } from '#surfaces/inbox/schemas/connections.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { newProduct, signed } from '#test/fixtures/platform.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12: a store's admins connect their shop in settings.

const server = await shareServer()
const PATH = '/api/chat/connections'

test('spec C12.1: an admin connects a shop in settings, sees how far it is known, and removes it', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const made: NewConnection = ok(await inbox.post(PATH, { kind: 'custom', shopDomain: 'shop.example' }), 201)
  assert.deepEqual(Object.keys(made), ['id', 'kind', 'shopDomain', 'state', 'secret', 'lastError', 'createdAt'])
  const secret = 'secret' in made ? made.secret : ''
  const { body } = await inbox.get(PATH)
  assert.equal(body.meta.webhooksUrl, `${server.baseUrl}/platform`)
  assert.equal(JSON.stringify(body).includes(secret), false)

  const lines = JSON.stringify(newProduct({ id: 'p1' }))
  const headers = signed(secret, lines)
  const target = `${body.meta.webhooksUrl}/${made.kind}/webhooks?connection=${made.id}`
  assert.equal((await fetch(target, { method: 'POST', headers, body: lines })).status, 202)
  const list = async (): Promise<Connection[]> => ok(await inbox.get(PATH))
  const [kind] = await until('the product', async () => {
    const [one] = await list()
    return one?.sync.kinds.length ? one.sync.kinds : false
  })
  assert.deepEqual([kind?.kind, kind?.records, kind?.total, kind?.isComplete], ['product', 1, null, null])

  ok(await inbox.delete(`${PATH}/${made.id}`))
  assert.equal((await list())[0]?.state, 'disconnected')
  refused(await inbox.delete(`${PATH}/none`), 404, 'NOT_FOUND')
  const log = ok(await inbox.get('/api/chat/audit-log')) as { action: string; target: string; actor: string }[]
  assert.deepEqual(
    log.filter(({ target: one }) => one === made.id).map(({ action, actor }) => [action, actor]),
    [
      ['connection.disconnected', 'member'],
      ['connection.connected', 'member'],
    ],
  )
})

test('spec C12.1: members who are not admins neither see nor create connections', async () => {
  const store = await makeStore(server)
  const { inbox } = await signInMember(server, store)
  refused(await inbox.get(PATH), 403, 'FORBIDDEN')
  refused(await inbox.post(PATH, { kind: 'custom' }), 403, 'FORBIDDEN')
  refused(await inbox.delete(`${PATH}/none`), 403, 'FORBIDDEN')
})
