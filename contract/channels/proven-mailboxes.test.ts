import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { INBOUND_DOMAIN, startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { ACCOUNT_KEYS } from '#test/fixtures/channel-account.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: a mailbox that a store's own admins connect. Mail to the service's own server is theirs alone once
// they entered the code that was mailed to the address; the operator vouches for what the operator connects.

const world = await startMailWorld()
const server = await startServer({ env: world.env })
const withoutMail = await startServer()

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

async function makeShop(at = server) {
  const store = await makeStore(at)
  return { store, inbox: await signInOwner(at, store) }
}
type Shop = Awaited<ReturnType<typeof makeShop>>

const mailbox = () => `help-${randomUUID()}@shop.example`
const connect = async ({ inbox }: Shop, address: string, more: object = {}): Promise<Any> =>
  ok(await inbox.post('/api/chat/channels', { channel: 'email', address, ...more }), 201)
const prove = ({ inbox }: Shop, id: string, code: string) => inbox.post(`/api/chat/channels/${id}/proof`, { code })
const list = async ({ api }: Store): Promise<Any[]> => ok(await api.get('/chat/conversations'))
const arrives = (store: Store, text: string) =>
  until(text, async () => (await list(store)).some(({ lastMessage }) => lastMessage.text === text))

/** Waits until an address got `count` mails; returns the code in the newest one. */
const codeOf = (address: string, count = 1): Promise<string> =>
  until(`${count} codes to ${address}`, async () => {
    const mails = await world.sentTo(address)
    return mails.length >= count && /^(\d{8}) /.exec(mails.at(-1)?.subject ?? '')?.[1]
  })
const another = (code: string) => code.replace(/.$/, (last) => String((Number(last) + 1) % 10))

test('spec C11.18: mail to an address that an admin connects is taken once the code mailed there is entered', async () => {
  const shop = await makeShop()
  const address = mailbox()
  const { id, state, needsCode } = await connect(shop, address)
  assert.deepEqual([state, needsCode], ['connected', true])
  const mail = { from: 'kim@customer.example', to: address, text: 'Before' }
  await assert.rejects(world.send(mail), /550/)
  // What is forwarded to the account's own address is nobody else's.
  await world.send({ ...mail, to: `${id}@${INBOUND_DOMAIN}`, text: 'Forwarded' })
  await arrives(shop.store, 'Forwarded')
  const code = await codeOf(address)
  refused(await prove(shop, id, another(code)), 400, 'INVALID_PARAMS')
  await assert.rejects(world.send(mail), /550/)
  assert.equal(ok(await prove(shop, id, ` ${code} `)).needsCode, false)
  await world.send({ ...mail, text: 'After' })
  await arrives(shop.store, 'After')
  assert.equal(ok(await prove(shop, id, 'again')).needsCode, false)
  // Connected again with a server of its own it stays proven; removed, it does not.
  assert.equal((await connect(shop, address)).needsCode, false)
  ok(await shop.inbox.delete(`/api/chat/channels/${id}`))
  assert.equal((await connect(shop, address)).needsCode, true)
  await assert.rejects(world.send(mail), /550/)
})

test('spec C11.18: a code is good for five tries, another one voids it, and both are the mailbox’s own', async () => {
  const shop = await makeShop()
  const [address, other] = [mailbox(), mailbox()]
  const [{ id }, second] = [await connect(shop, address), await connect(shop, other)]
  const code = await codeOf(address)
  refused(await prove(shop, second.id, code), 400, 'INVALID_PARAMS')
  for (let i = 0; i < 5; i++) refused(await prove(shop, id, another(code)), 400, 'INVALID_PARAMS')
  refused(await prove(shop, id, code), 400, 'INVALID_PARAMS')
  ok(await shop.inbox.post(`/api/chat/channels/${id}/code`), 202)
  const next = await codeOf(address, 2)
  refused(await prove(shop, id, code), 400, 'INVALID_PARAMS')
  assert.equal(ok(await prove(shop, id, next)).needsCode, false)
  // Five codes to one address a day.
  for (let i = 0; i < 4; i++) ok(await shop.inbox.post(`/api/chat/channels/${second.id}/code`), 202)
  refused(await shop.inbox.post(`/api/chat/channels/${second.id}/code`), 429, 'RATE_LIMITED')
  refused(await shop.inbox.post(`/api/chat/channels/${randomUUID()}/code`), 404, 'NOT_FOUND')
  refused(await prove(shop, randomUUID(), next), 404, 'NOT_FOUND')
  refused(await prove(await makeShop(), id, next), 404, 'NOT_FOUND')
})

test('spec C11.18: nobody learns by connecting it whether an address is another store’s, nor gets its mail', async () => {
  const [owner, other] = [await makeShop(), await makeShop()]
  const [taken, free] = [mailbox(), mailbox()]
  const path = `/operator/stores/${owner.store.shopId}/channels`
  ok(await owner.store.operator.post(path, { channel: 'email', address: taken }), 201)
  const answers = [await connect(other, taken), await connect(other, free)]
  const shapes = answers.map(({ id, address, createdAt, ...rest }) => rest)
  assert.deepEqual(shapes[0], shapes[1])
  await world.send({ from: 'kim@customer.example', to: taken, text: 'For its owner' })
  await arrives(owner.store, 'For its owner')
  assert.deepEqual(await list(other.store), [])
  // A person with the right code reads this mailbox, so they may learn that another store has it.
  const code = await codeOf(taken)
  refused(await prove(other, answers[0].id, code), 400, 'INVALID_PARAMS')
  ok(await owner.store.operator.delete(`${path}/${(ok(await owner.store.operator.get(path)) as Any[])[0].id}`))
  assert.equal(ok(await prove(other, answers[0].id, code)).needsCode, false)
  await world.send({ from: 'kim@customer.example', to: taken, text: 'For its new owner' })
  await arrives(other.store, 'For its new owner')
})

test('spec C11.18: the operator vouches, and what is read from a mailbox needs no code', async () => {
  const shop = await makeShop()
  const address = mailbox()
  const path = `/operator/stores/${shop.store.shopId}/channels`
  const made = ok(await shop.store.operator.post(path, { channel: 'email', address }), 201)
  assert.deepEqual(Object.keys(made).sort(), ACCOUNT_KEYS)
  await world.send({ from: 'kim@customer.example', to: address, text: 'At once' })
  await arrives(shop.store, 'At once')
  const read = mailbox()
  const { needsCode } = await connect(shop, read, { imap: { url: 'imap://user:password@127.0.0.1:1' } })
  assert.equal(needsCode, false)
  await assert.rejects(world.send({ from: 'kim@customer.example', to: read, text: 'x' }), /550/)
  assert.equal((await world.sentTo(address)).length + (await world.sentTo(read)).length, 0)
})

test('spec C11.18: a service that sends no mail says how a mailbox is proven instead', async () => {
  const shop = await makeShop(withoutMail)
  const { id, needsCode } = await connect(shop, mailbox(), { smtp: { url: 'smtp://user:password@127.0.0.1:1' } })
  assert.equal(needsCode, true)
  const refusal = await shop.inbox.post(`/api/chat/channels/${id}/code`)
  refused(refusal, 400, 'INVALID_PARAMS')
  assert.match(refusal.body.error.message, /imap\.url|operator/)
})
