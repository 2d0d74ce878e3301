import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { MAY_REFUSE, readAll } from '#test/fixtures/inbox-reading.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C13.13: spam is in its own list and nowhere else. The surface itself lists what members can read: a route that is
// added is tested without a word here, unless it needs a query or names a new kind of record.

const server = await shareServer()

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const WORD = `lottery${randomUUID().slice(0, 8)}`

/** What tells of records, not of conversations that a member may work on. */
const APART = ['/api/chat/audit-log', '/api/chat/audit-log.csv', '/api/chat/notifications', '/api/chat/sessions']

test('spec C13.13: no list, search, count or report of the inbox has spam; the list of spam alone', async () => {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const contact = await addContact(store, { name: 'Ana' })
  const of = { customerUuid: contact.id, channel: 'email', tags: ['vip'], hasChatBot: true }
  const createdAt = new Date(Date.now() - 3_600_000).toISOString()
  const messages = (text: string) => [
    message({ text, createdAt }),
    message({ text: `Re: ${text}`, senderType: 'agent', memberId: store.owner.memberId }),
  ]
  const good = await addConversation(store, { ...of, createdAt, messages: messages('Where is it?') })

  let spamId = 'none'
  const read = async (): Promise<Map<string, string>> => {
    const ids = { id: good.id, customerUuid: contact.id, contactId: contact.id }
    const searched = { word: WORD, conversationId: spamId }
    const answers = await readAll(owner, { ids, isAdmin: true, searched, leaveOut: APART })
    for (const [address, { status, url }] of answers) {
      assert.ok(status === 200 || status === 204 || MAY_REFUSE.test(url), `${address}: ${status}`)
    }
    return new Map([...answers].map(([address, { text }]) => [address, text]))
  }
  const without = await read()

  const spam = await addConversation(store, { ...of, createdAt, isStarred: true, messages: messages(WORD) })
  spamId = spam.id
  const path = `/api/chat/conversations/${spam.id}`
  ok(await owner.post(`${path}/attributes`, { name: 'Rating', value: '1' }), 201)
  ok(await owner.post(`${path}/state`, { status: 'resolved' }))
  const shown = await read()
  const hasIt = (answers: Map<string, string>) =>
    [...answers].filter(([, answer]) => answer.includes(spam.id) || answer.includes(WORD)).map(([address]) => address)
  assert.ok(hasIt(shown).length >= 15, `shown before it is spam: ${hasIt(shown).join('\n')}`)

  ok(await owner.post(`${path}/spam`, { isSpam: true }))
  const after = await read()
  assert.deepEqual(hasIt(after), [])
  for (const [address, answer] of after) {
    if (/\/(counts|reports|report|unanswered)\b/.test(address)) assert.equal(answer, without.get(address), address)
  }
  const listed = async (query: string) =>
    ok(await owner.get(`/api/chat/conversations?${query}`)).map(({ id }: Any) => id)
  assert.deepEqual(await listed('isSpam=true'), [spam.id])
  assert.deepEqual(await listed(`id=${spam.id}`), [spam.id], 'a page that names it reads it')
})
