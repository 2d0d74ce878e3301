import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres } from '#test/database/database.ts'
import { startTlsDatabase } from '#test/database/tls-database.ts'
import { makeAuthority } from '#test/doubles/authority.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// DATABASE_URL with `?sslmode=`. (The embedded database has no network.)

const options = { skip: !onPostgres && 'PostgreSQL only', timeout: 120_000 }

test(
  'spec C1.8: the service works over TLS, with a certificate that is checked and one that is not',
  options,
  async () => {
    const plain = await startServer()
    const authority = await makeAuthority()
    const database = await startTlsDatabase(plain.env.DATABASE_URL as string, authority)
    const { PORT: _, DATA_DIR: __, ...shared } = plain.env
    for (const [sslmode, trusted] of [
      ['require', {}],
      ['verify-full', { NODE_EXTRA_CA_CERTS: authority.caFile }],
    ] as const) {
      const before = database.encrypted()
      const server = await startServer({ env: { ...shared, ...trusted, DATABASE_URL: database.url(sslmode) } })
      const store = await makeStore(server)
      const conversationId = (await addConversation(store)).id
      // Long, so that it arrives in several records, and is read in several.
      const text = 'ä'.repeat(5_000)
      const posts = Array.from({ length: 10 }, () =>
        store.api.post(`/chat/conversations/${conversationId}/messages`, { text, memberId: store.owner.memberId }),
      )
      for (const post of await Promise.all(posts)) ok(post, 201)
      const page = ok(await store.api.get(`/chat/conversations/${conversationId}/messages`))
      assert.equal(page.filter((message: { text: string }) => message.text === text).length, 10)
      assert.ok(database.encrypted() > before, 'nobody else is let through')
      await server.stop()
    }
  },
)

test(
  'spec C1.8: with verify-full it does not start on a certificate that nobody vouches for, and says why',
  options,
  async () => {
    const plain = await startServer()
    const database = await startTlsDatabase(plain.env.DATABASE_URL as string, await makeAuthority())
    const { PORT: _, DATA_DIR: __, ...shared } = plain.env
    await assert.rejects(startServer({ env: { ...shared, DATABASE_URL: database.url('verify-full') } }), /certificate/)
  },
)
