import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres from 'postgres'
import type { Answer } from '#test/clients/client.ts'
import { onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { EVENT_NAMES, subscribe } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// A row that an event refers to is deleted by a transaction that has not committed when the event is written.

const onlyPostgres = { skip: !onPostgres && 'PostgreSQL only: the embedded database has one connection' }
const server = await startServer({ ownProcess: true })

/** Deletes the subscription, and commits once `act` waits for that, or has been answered. */
async function deleteBeside<T>({ shopId }: Store, id: string, act: () => Promise<T>): Promise<T> {
  const sql = postgres(server.env.DATABASE_URL as string, { max: 2, onnotice: () => {} })
  try {
    let answer: Promise<T> | undefined
    await sql.begin(async (tx) => {
      await tx`delete from webhook_subscriptions where shop_id = ${shopId} and id = ${id}`
      let isAnswered = false
      answer = act().finally(() => {
        isAnswered = true
      })
      await until('the write to wait for the deletion', async () => {
        const waiting = await sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')
          and pid in (select pid from pg_stat_activity where datname = current_database())`
        return isAnswered || waiting.length > 0
      })
    })
    return await (answer as Promise<T>)
  } finally {
    await sql.end()
  }
}

test('spec 6.4.9: no write fails because a subscription is deleted at that moment', onlyPostgres, async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store)
  const inbox = await signInOwner(server, store)
  const path = `/chat/conversations/${id}`
  const writes: Record<string, () => Promise<Pick<Answer, 'status' | 'body'>>> = {
    'a customer message': () => store.api.post(`${path}/messages`, { text: 'Hello', asCustomer: true }),
    'a reply': () => store.api.post(`${path}/messages`, { text: 'Hello', memberId: store.owner.memberId }),
    tags: () => store.api.post(`${path}/tags`, { tags: ['vip'] }),
    assignment: () => store.api.post(`${path}/assign`, { memberId: store.owner.memberId }),
    resolving: () => store.api.post(`${path}/state`, { status: 'resolved' }),
    'a new conversation': () => addConversation(store).then(() => ({ status: 200, body: null })),
    deletion: () => inbox.delete(`/api/chat/conversations/${id}`),
  }
  for (const [name, write] of Object.entries(writes)) {
    const subscription = await subscribe(store, `https://example.com/${encodeURIComponent(name)}`, EVENT_NAMES)
    const { status, body } = await deleteBeside(store, subscription.id, write)
    assert.ok(status < 300, `${name}: ${status} ${JSON.stringify(body)}`)
    assert.deepEqual(ok(await store.api.get('/chat/webhooks')), [], name)
  }
})
