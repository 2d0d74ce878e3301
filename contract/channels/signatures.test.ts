import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Signatures below mails.

const world = await startMailWorld()
const server = await startServer({ env: world.env })

async function makeDesk() {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const address = `support-${randomUUID()}@shop.example`
  const customer = `kim-${randomUUID()}@customer.example`
  const account = { channel: 'email', address }
  const { id: accountId } = ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, account), 201)
  await world.send({ from: customer, to: address, subject: 'Hello', text: 'Where is it?' })
  const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
  const owner = await signInOwner(server, store)
  const { inbox } = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  let mails = 0
  const reply = async (text: string, as = inbox) => {
    const { data } = (await as.post(`/api/chat/conversations/${id}/messages`, { text })).body
    assert.equal(data.text, text)
    mails++
    return until('the mail', async () => (await world.sentTo(customer))[mails - 1])
  }
  return { store, owner, inbox, accountId, reply, path: `/api/chat/channels/${accountId}/signature` }
}

test('spec C13.7: a mail ends with the member’s signature, otherwise the mailbox’s; messages are stored without', async () => {
  const { owner, inbox, accountId, reply, path } = await makeDesk()
  assert.equal((await reply('No signature')).text?.trim(), 'No signature')
  assert.deepEqual(ok(await owner.put(path, { text: '{{member}}\n{{store}} <support>' })), {
    text: '{{member}}\n{{store}} <support>',
  })
  const ofMailbox = await reply('On its way')
  assert.equal(ofMailbox.text?.trim(), 'On its way\n\n-- \nLin Chu\nLamps & Co <support>')
  assert.match(ofMailbox.html ?? '', /Lin Chu<br>\s*Lamps &amp; Co &lt;support&gt;/)
  assert.equal(ok(await inbox.get('/api/chat/me/signature')).text, null)
  ok(await inbox.put('/api/chat/me/signature', { text: ' Best, {{member}} ' }))
  assert.equal((await reply('Done')).text?.trim(), 'Done\n\n-- \nBest, Lin Chu')
  // Removed, the mailbox's is used again; another member never had one.
  ok(await inbox.put('/api/chat/me/signature', { text: null }))
  assert.match((await reply('Again')).text ?? '', /Lamps & Co/)
  const [shown] = ok(await owner.get('/api/chat/channels'))
  assert.deepEqual([shown.id, shown.signature], [accountId, '{{member}}\n{{store}} <support>'])
})

test('spec C13.7: unknown placeholders, long texts and other accounts are refused', async () => {
  const { owner, inbox, path } = await makeDesk()
  for (const text of ['{{order}}', 'x'.repeat(2_001), 7]) {
    refused(await inbox.put('/api/chat/me/signature', { text }), 400, 'INVALID_PARAMS')
    refused(await owner.put(path, { text }), 400, 'INVALID_PARAMS')
  }
  refused(await inbox.put(path, { text: 'x' }), 403, 'FORBIDDEN')
  refused(await owner.put('/api/chat/channels/unknown/signature', { text: 'x' }), 400, 'INVALID_PARAMS')
  const elsewhere = await makeDesk()
  refused(await elsewhere.owner.put(path, { text: 'x' }), 400, 'INVALID_PARAMS')
})
