import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { addMember, makeStore, operatorOf } from '#test/fixtures/factories.ts'
import { PASSWORD, pageOf } from '#test/fixtures/inbox.ts'
import { assertQuick } from '#test/quick.ts'
import { REDIS, withoutRedis } from '#test/service/redis.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Two processes on one PostgreSQL server. (The embedded database has one process.)

test('spec 3.3.2, 8.26: a key that one process revoked is refused by the others a moment later', {
  skip: !onPostgres && 'PostgreSQL only',
  timeout: 60_000,
}, async () => {
  const one = await startServer({ ownProcess: true, env: { ROLE: 'web' } })
  const { PORT: _, DATA_DIR: __, ...shared } = one.env
  const other = await startServer({ ownProcess: true, env: shared })
  const operator = operatorOf(one)
  for (const ending of ['revoked', 'erased with its store']) {
    const store = await makeStore(one)
    const there = createClient(other.baseUrl, { 'x-api-key': store.key })
    const mine = (await makeStore(one)).key
    ok(await there.get('/chat/tags'))
    ok(await createClient(other.baseUrl, { 'x-api-key': mine }).get('/chat/tags'))
    const path = `/operator/stores/${store.shopId}`
    if (ending === 'revoked') {
      const [key] = ok(await operator.get(`${path}/keys`))
      ok(await operator.delete(`${path}/keys/${key.id}`))
    } else {
      ok(await operator.post(`${path}/uninstall`))
      ok(await operator.delete(path))
    }
    const since = performance.now()
    await until(`the key is ${ending}`, async () => (await there.get('/chat/tags')).status === 401)
    // Sooner than it would be asked for again.
    await assertQuick(since, 3_000)
    ok(await createClient(other.baseUrl, { 'x-api-key': mine }).get('/chat/tags'))
  }
})

test('processes that share Redis judge ten of forty simultaneous tries on an account between them', {
  skip: (!onPostgres && 'PostgreSQL only') || withoutRedis,
  timeout: 60_000,
}, async () => {
  const one = await startServer({ ownProcess: true, env: { ROLE: 'web', REDIS_URL: REDIS, TRUST_PROXY: '127.0.0.1' } })
  const { PORT: _, DATA_DIR: __, ...shared } = one.env
  const other = await startServer({ ownProcess: true, env: shared })
  const member = await addMember(await makeStore(one), { password: PASSWORD })
  const body = { email: member.email, password: 'wrong password' }
  const from = { 'x-forwarded-for': `2001:db8:0:${randomUUID().slice(0, 4)}::1` } // of this run alone: Redis outlives it
  const tries = Array.from({ length: 40 }, (_, i) => pageOf(i % 2 ? one : other).post('/api/chat/session', body, from))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 30)
})
