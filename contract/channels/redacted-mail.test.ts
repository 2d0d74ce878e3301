import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { onPostgres, query } from '#test/database/database.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Mail that waits because its server puts it off is deleted with the words that it repeats.

const world = await startMailWorld()
const server = await startServer({ env: { ...world.env, MISSED_REPLY_AFTER: '1s', MISSED_NEWS_AFTER: '1s' } })

const databaseUrl = server.env.DATABASE_URL as string
const onlyPostgres = { skip: !onPostgres && 'PostgreSQL only: the time of a mail is moved in the database' }
const ALL = { wants: 'all', quietFrom: null, quietUntil: null, timeZone: 'UTC', byMail: true, unassignedMissed: true }

/** Mails of a store that were tried once and wait: a minute, which the tests do not. */
const waitingMails = async ({ shopId }: Store) =>
  query<{ attempts: number }>(databaseUrl, 'select attempts from outgoing_emails where shop_id = $1 and attempts > 0', [
    shopId,
  ])
const haveTheirTime = ({ shopId }: Store) =>
  query(databaseUrl, 'update outgoing_emails set due_at = now(), lease = null where shop_id = $1', [shopId])

for (const [name, erase] of Object.entries({
  'a redaction': async (store: Store, id: string) => {
    const { customerUuid } = ok(await store.api.get(`/chat/conversations/${id}`))
    ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid, orders: [] }))
  },
  'a deletion': async (_: Store, id: string, owner: Client) => {
    ok(await owner.delete(`/api/chat/conversations/${id}`))
  },
})) {
  test(`spec C11.19: after ${name} no mail leaves that had been put off`, onlyPostgres, async () => {
    const store = await makeStore(server)
    const owner = await signInOwner(server, store)
    const { member, inbox } = await signInMember(server, store)
    ok(await inbox.put('/api/chat/notifications/mail', ALL))
    const [email, other] = [`kim-${randomUUID()}@customer.example`, `lee-${randomUUID()}@customer.example`]
    const talk = async (address: string) => {
      const visitor = await makeVisitor(server, store)
      ok(await visitor.api.patch('/storefront/visitor', { email: address }))
      const { conversation } = await visitor.say('My street is Elm Street 7')
      ok(await owner.post(`/api/chat/conversations/${conversation.id}/messages`, { text: 'We send it there' }), 201)
      ok(await owner.post(`/api/chat/conversations/${conversation.id}/assign`, { memberId: member.id }))
      return conversation.id as string
    }
    world.sink.answers.data = '451 4.3.0 Try again later'
    try {
      const id = await talk(email)
      await until('both mails to be put off', async () => (await waitingMails(store)).length >= 2)
      await erase(store, id, owner)
      assert.equal((await waitingMails(store)).length, 0)
      await talk(other)
      await until('the other one’s mails to be put off', async () => (await waitingMails(store)).length >= 2)
    } finally {
      delete world.sink.answers.data
    }
    await haveTheirTime(store)
    await until('the other one’s mail', async () => (await world.sentTo(other)).length > 0)
    assert.deepEqual(await world.sentTo(email), [])
    const [mail] = await until('the member’s mail', async () => {
      const sent = await world.sentTo(member.email)
      return sent.length > 0 && sent
    })
    assert.match(mail?.text ?? '', /lee-/)
    assert.doesNotMatch(mail?.text ?? '', /kim-/)
  })
}
