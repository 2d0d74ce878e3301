import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { makeStore, operatorOf } from '#test/fixtures/factories.ts'
import { assertQuick } from '#test/quick.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Two processes on one PostgreSQL server. (The embedded database has one process.)

test('3.3 a key that one process revoked is refused by the others a moment later', {
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
