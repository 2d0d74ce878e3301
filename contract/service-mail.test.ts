import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/client.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/factories.ts'
import { signInMember, signInOwner } from '#test/inbox.ts'
import { startServer } from '#test/server.ts'
import { until } from '#test/until.ts'
import { makeVisitor } from '#test/visitor.ts'

// Contract, section 11: SMTP_URL sends invitations and new passwords too, and what shoppers missed.

const world = await startMailWorld()
const server = await startServer({ env: { ...world.env, MISSED_REPLY_AFTER: '1s' } })
const withoutMail = await startServer()

const page = (baseUrl: string) => createClient(baseUrl, { origin: baseUrl })
const mailTo = (address: string, about: RegExp) =>
  until(`mail to ${address}`, async () =>
    (await world.sentTo(address)).find(({ subject }) => about.test(subject ?? '')),
  )
const linkIn = (text: string | undefined) => /https?:\/\/\S+\/inbox\/welcome#(\S+)/.exec(text ?? '')?.[1] as string

test('§11 an invitation is mailed to whom it is for, and its link works', async () => {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const inbox = await signInOwner(server, store)
  const email = `new-${randomUUID()}@example.com`
  const made = ok(await inbox.post('/api/chat/invitations', { email, role: 'member' }), 201)
  assert.equal(made.isMailed, true)
  const mail = await mailTo(email, /invitation to Lamps & Co/)
  assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
  const answer = await page(server.baseUrl).post('/api/chat/links/use', {
    token: linkIn(mail.text),
    password: 'a long enough password',
  })
  assert.equal(ok(answer).signedIn, true)
})

test('§11 who forgot their password gets a link; nobody learns who is a member', async () => {
  const store = await makeStore(server)
  const { member } = await signInMember(server, store)
  const at = page(server.baseUrl)
  assert.deepEqual(ok(await at.get('/api/chat/password-requests')), { isMailed: true })
  const nobody = `nobody-${randomUUID()}@example.com`
  for (const email of [member.email.toUpperCase(), nobody]) {
    assert.deepEqual(ok(await at.post('/api/chat/password-requests', { email }), 202), {})
  }
  const mail = await mailTo(member.email, /new password/)
  assert.equal(ok(await at.post('/api/chat/links/read', { token: linkIn(mail.text) })).kind, 'password')
  assert.equal((await world.sentTo(nobody)).length, 0)
  for (let i = 0; i < 5; i++) ok(await at.post('/api/chat/password-requests', { email: member.email }), 202)
  await mailTo(member.email, /new password/)
  // Three in a quarter of an hour are enough for anybody.
  const { email } = (await signInMember(server, store)).member
  ok(await at.post('/api/chat/password-requests', { email }), 202)
  await mailTo(email, /new password/)
  assert.ok((await world.sentTo(member.email)).length <= 3)
})

test('§11 without SMTP_URL no mail is promised', async () => {
  const store = await makeStore(withoutMail)
  const inbox = await signInOwner(withoutMail, store)
  const made = ok(await inbox.post('/api/chat/invitations', { email: 'a@example.com', role: 'member' }), 201)
  assert.equal(made.isMailed, false)
  const at = page(withoutMail.baseUrl)
  assert.deepEqual(ok(await at.get('/api/chat/password-requests')), { isMailed: false })
  refused(await at.post('/api/chat/password-requests', { email: 'a@example.com' }), 404, 'NOT_FOUND')
})

test('§11 a shopper who left gets the reply by mail, once; who is there or has read it does not', async () => {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const left = await shopper(store, 'de')
  const reads = await shopper(store, 'en')
  const reply = (id: string, text: string) =>
    store.api.post(`/chat/conversations/${id}/messages`, { text, memberId: store.owner.memberId })
  ok(await reply(reads.id, 'You read this'), 201)
  ok(await reads.visitor.api.post('/storefront/read', { conversationId: reads.id, revision: 1_000 }))
  ok(await reply(left.id, 'The lamp is 40 cm high.'), 201)
  ok(await reply(left.id, 'And it comes with a bulb.'), 201)
  const mail = await mailTo(left.email, /Lamps & Co hat Ihnen geantwortet/)
  assert.match(mail.text ?? '', /40 cm high[\s\S]*comes with a bulb/)
  ok(await reply(left.id, 'One more thing.'), 201)
  await until('what came later, in a mail of its own', async () => {
    const mails = await world.sentTo(left.email)
    return mails.length === 2 && /One more thing/.test(mails[1]?.text ?? '') && !/40 cm/.test(mails[1]?.text ?? '')
  })
  assert.equal((await world.sentTo(reads.email)).length, 0)
})

/** A shopper who gave an address, wrote, and is not there any more. */
async function shopper(store: Store, locale: string) {
  const visitor = await makeVisitor(server, store, { locale })
  const email = `kim-${randomUUID()}@customer.example`
  ok(await visitor.api.patch('/storefront/visitor', { email }))
  const { conversation } = await visitor.say('How high is the lamp?')
  return { visitor, email, id: conversation.id as string }
}
