import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dumpDatabase } from '#test/database/dump.ts'
import { ok } from '#test/expect.ts'
import { makeGuidedStore, question, textsOf } from '#test/fixtures/guidance.ts'
import { startServer } from '#test/service/server.ts'

// Spec C15.23: what guidance has asked goes with the contact, and with the conversation's end.

const server = await startServer()

test('spec C15.23: answers to guidance are kept while it asks, and deleted with a redaction and a resolve', async () => {
  const { store, guide, customer } = await makeGuidedStore(server)
  await guide({ questions: [question('story', 'text', 'What happened?'), question('mail', 'email', 'Your address?')] })
  const kept = async () => (await dumpDatabase(server)).filter((row) => /^ai_turns: .*zanzibar/i.test(row)).length
  const tell = async () => {
    const asked = await customer()
    await asked.say('my cup is broken')
    assert.deepEqual(textsOf(await asked.say('It fell in Zanzibar')), ['Your address?'])
    return asked
  }
  const [redacted, resolved] = [await tell(), await tell()]
  assert.equal(await kept(), 2)
  const { customerUuid } = await redacted.conversation()
  const path = `/operator/stores/${store.shopId}/privacy/redact`
  ok(await store.operator.post(path, { customerUuid, orders: [] }))
  assert.equal(await kept(), 1)
  ok(await store.api.post(`/chat/conversations/${resolved.id}/state`, { status: 'resolved' }))
  assert.equal(await kept(), 0)
})
