import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { makeMailShop } from '#test/fixtures/mail-shop.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Recipients of members' replies by mail.

const world = await startMailWorld()
const server = await startServer({ env: world.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const newAddress = (name: string) => `${name}-${randomUUID()}@customer.example`

/** A member at an email conversation whose customer has somebody in copy. */
async function makeDesk() {
  const shop = await makeMailShop(server, world)
  const { inbox, member } = await signInMember(server, shop)
  const boss = newAddress('boss')
  const { id } = await shop.begin({ Cc: boss })
  const path = `/api/chat/conversations/${id}`
  const post = (email: object, text = `Hello ${randomUUID()}`, more: object = {}) =>
    inbox.post(`${path}/messages`, { text, email, ...more })
  /** The mail with a text, as servers got it: once for each envelope. */
  const taken = (text: string, count = 1) =>
    until('the mail', async () => {
      const found = await Promise.all(
        world.sink.mails.map(async (mail) => ({ ...mail, mail: await PostalMime.parse(mail.raw) })),
      )
      const mails = found.filter(({ mail }) => mail.text?.includes(text))
      return mails.length >= count && mails
    })
  const messages = async (): Promise<Any[]> => ok(await inbox.get(`${path}/messages`))
  const sent = (text: string) =>
    until('the message', async () =>
      (await messages()).find((one) => one.text === text && one.delivery?.state === 'sent'),
    )
  return { shop, inbox, member, boss, id, path, post, taken, messages, sent }
}

const addressesIn = (list: { address?: string | undefined }[] | undefined) => list?.map(({ address }) => address)

test('spec C13.8: a reply goes to exactly the recipients chosen; hidden ones are in the envelope only', async () => {
  const { shop, boss, id, post, taken, sent } = await makeDesk()
  const [first, second, copy] = [newAddress('first'), newAddress('second'), newAddress('copy')]
  const hidden = [newAddress('hidden'), newAddress('hidden')]
  const text = `Only for you ${randomUUID()}`
  const to = [first, second, first.toUpperCase()]
  ok(await post({ to, cc: [copy, second], bcc: [...hidden, copy] }, text), 201)
  const mails = await taken(text)
  assert.deepEqual(
    mails.map(({ recipients }) => recipients),
    [[first, second, copy, ...hidden]],
  )
  for (const { raw, mail } of mails) {
    assert.deepEqual([addressesIn(mail.to), addressesIn(mail.cc), mail.bcc], [[first, second], [copy], undefined])
    for (const address of [...hidden, shop.customer, boss]) assert.ok(!raw.toString().includes(address), address)
    assert.doesNotMatch(raw.toString(), /^(resent-)?bcc:/im)
  }
  const recipients = { to: [first, second], cc: [copy], bcc: hidden }
  assert.deepEqual((await sent(text)).delivery.recipients, recipients)
  // REST and events know nothing of it.
  const rest = await shop.api.get(`/chat/conversations/${id}/messages`)
  for (const address of [first, copy, ...hidden]) assert.ok(!JSON.stringify(rest.body).includes(address), address)
  // The next reply goes where it would have gone.
  assert.deepEqual((await shop.answer(id)).recipients, [shop.customer, boss])
})

test('spec C13.8: a reply without a choice goes to customer and copies, and shows them if there are copies', async () => {
  const { shop, boss, inbox, path, sent } = await makeDesk()
  const text = `To all ${randomUUID()}`
  ok(await inbox.post(`${path}/messages`, { text }), 201)
  assert.deepEqual((await sent(text)).delivery.recipients, { to: [shop.customer], cc: [boss], bcc: [] })
  const alone = await shop.begin()
  ok(await inbox.post(`/api/chat/conversations/${alone.id}/messages`, { text: 'Just you' }), 201)
  const [message] = ok(await inbox.get(`/api/chat/conversations/${alone.id}/messages`)) as Any[]
  assert.equal(message.delivery.recipients, null)
})

test('spec C13.8: a mail leaves by the mailbox chosen, a second try too; the thread keeps its own', async () => {
  const { shop, inbox, path, id, post, taken, messages } = await makeDesk()
  const sales = await shop.connect({ channel: 'email', address: `sales-${randomUUID()}@shop.example` })
  const [to, hidden, text] = [newAddress('kim'), newAddress('hidden'), `From sales ${randomUUID()}`]
  world.sink.answers.data = '550 5.7.1 Not today'
  try {
    ok(await post({ to: [to], cc: [], bcc: [hidden], accountId: sales.id }, text), 201)
    await until('its failure', async () =>
      (await messages()).some((one) => one.text === text && one.delivery?.state === 'failed'),
    )
  } finally {
    delete world.sink.answers.data
  }
  const failed = (await messages()).find((one) => one.text === text)
  ok(await inbox.post(`${path}/messages/${failed.id}/send-again`, {}))
  const [{ recipients, mail } = assert.fail()] = await taken(text)
  assert.deepEqual([recipients, mail.from?.address, addressesIn(mail.to)], [[to, hidden], sales.address, [to]])
  assert.equal((await shop.answer(id)).mail.from?.address, shop.address)
})

test('spec C13.8: a scheduled reply keeps its recipients', async () => {
  const { inbox, path, taken } = await makeDesk()
  const [to, hidden, text] = [newAddress('kim'), newAddress('hidden'), `Later ${randomUUID()}`]
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const email = { to: [to], cc: [], bcc: [hidden] }
  refused(await inbox.post(`${path}/scheduled`, { text, sendAt, email: { to: [] } }), 400, 'INVALID_PARAMS')
  const scheduled = ok(await inbox.post(`${path}/scheduled`, { text, sendAt, email }), 201)
  assert.deepEqual(scheduled.email, email)
  ok(await inbox.post(`${path}/scheduled/${scheduled.id}/send`, {}))
  const [{ recipients, raw } = assert.fail()] = await taken(text)
  assert.deepEqual(recipients, [to, hidden])
  assert.ok(!raw.toString().includes(hidden))
})

test('spec C13.8: what cannot be a recipient, and a mailbox that is not the store’s, is refused', async () => {
  const { shop, inbox, path, id, post } = await makeDesk()
  const other = await makeDesk()
  const good = newAddress('kim')
  const hostile = [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\n',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    '"a b"@c.example',
    'Kim <a@b.example>',
    'a@b@c.example',
    'group:a@b.example',
    ' a@b.example',
    'kim',
    '',
    `${'a'.repeat(65)}@b.example`,
  ]
  const many = Array.from({ length: 21 }, () => newAddress('many'))
  for (const wrong of [
    ...hostile.flatMap((one) => [{ to: [one] }, { to: [good], cc: [one] }, { to: [good], bcc: [one] }]),
    { to: [] },
    { to: [], cc: [good] },
    { cc: [good] },
    { to: many },
    { to: many.slice(0, 10), cc: many.slice(10, 15), bcc: many.slice(15) },
    { to: [shop.address] },
    { to: [good], cc: [shop.address.replace('@', '+tag@').toUpperCase()] },
    { to: [good], accountId: other.shop.account.id },
    { to: [good], accountId: 'nothing' },
    { to: good },
    { to: [good], from: good },
  ]) {
    refused(await post(wrong), 400, 'INVALID_PARAMS')
  }
  refused(await post({ to: [good] }, 'A note', { isNote: true }), 400, 'INVALID_PARAMS')
  const visitor = await makeVisitor(server, shop)
  const { conversation } = await visitor.say('Hello')
  const chat = `/api/chat/conversations/${conversation.id}/messages`
  refused(await inbox.post(chat, { text: 'x', email: { to: [good] } }), 400, 'INVALID_PARAMS')
  ok(await shop.operator.delete(`/operator/stores/${shop.shopId}/channels/${shop.account.id}`))
  const left = await shop.connect({ channel: 'email', address: `left-${randomUUID()}@shop.example` })
  refused(await post({ to: [good], accountId: shop.account.id }), 400, 'INVALID_PARAMS')
  ok(await post({ to: many.slice(0, 20), accountId: left.id }), 201)
  // None of the refused ones was written.
  const said: Any[] = ok(await inbox.get(`${path}/messages`))
  assert.deepEqual(
    said.map(({ isAdmin }) => isAdmin),
    [true, false],
    id,
  )
})

test('spec C13.8: a copy that comes back is a note; the mail has not failed', async () => {
  const { shop, post, taken, messages } = await makeDesk()
  const [to, copy, text] = [newAddress('kim'), newAddress('gone'), `Bounces ${randomUUID()}`]
  ok(await post({ to: [to], cc: [], bcc: [copy] }, text), 201)
  const [{ sender, mail } = assert.fail()] = await taken(text)
  const report = [
    '--b1\nContent-Type: text/plain\n\nIt could not be delivered.\n',
    `--b1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${copy}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such user\n`,
    `--b1\nContent-Type: message/rfc822-headers\n\nMessage-ID: ${mail.messageId}\n`,
    '--b1--',
  ].join('\n')
  await shop.send(
    {
      From: 'MAILER-DAEMON@mx.example',
      To: sender,
      Subject: 'Undelivered',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b1"',
    },
    report,
    { from: 'MAILER-DAEMON@mx.example', to: sender },
  )
  const note = await until('the note', async () => (await messages()).find((one) => one.text.includes(copy)))
  assert.match(note.text, /who was in copy/)
  assert.equal((await messages()).find((one) => one.text === text).delivery.state, 'sent')
})

test('spec C13.8: somebody in copy who answers stays in the conversation, under their own name', async () => {
  const { shop, boss, id, post, taken, messages } = await makeDesk()
  const contact = await addContact(shop, { email: boss, name: 'The Boss' })
  const text = `For the boss ${randomUUID()}`
  ok(await post({ to: [shop.customer], cc: [boss] }, text), 201)
  const [{ mail } = assert.fail()] = await taken(text)
  // Some programs keep only one of the two signs that say what a mail answers.
  const signs: Record<string, string>[] = [
    { To: mail.replyTo?.[0]?.address as string },
    { To: shop.address, References: mail.messageId as string, 'In-Reply-To': mail.messageId as string },
  ]
  for (const [i, sign] of signs.entries()) {
    const answer = `The boss answers ${i} ${randomUUID()}`
    const headers = { From: `Boss <${boss}>`, Subject: 'Re: A question', Cc: shop.customer, ...sign }
    await shop.send(headers, answer, { from: boss })
    const said = await until('the answer', async () => (await messages()).find((one) => one.text === answer))
    assert.deepEqual([said.isAdmin, said.senderName], [false, boss])
  }
  assert.equal((await shop.list()).filter((one) => one.id !== id && one.customerUuid === contact.id).length, 0)
  const conversation = ok(await shop.api.get(`/chat/conversations/${id}`)) as Any
  assert.equal(conversation.customerEmail, shop.customer)
  assert.deepEqual((await shop.answer(id)).recipients, [shop.customer, boss])
})

test('spec C13.8: the AI agent’s answer to somebody in copy goes to the customer alone, whose orders it may name', async () => {
  const shop = await makeMailShop(server, world, { settings: { ai: { enabled: true, channels: ['email'] } } })
  const boss = newAddress('boss')
  await shop.begin({ Cc: boss }, 'What is the status of order 1042?')
  const answers = (count: number) =>
    until(`answer ${count}`, async () => {
      const mails = world.sink.mails.filter(({ recipients }) => recipients.includes(shop.customer))
      return mails.length >= count && mails
    })
  const [first = assert.fail()] = await answers(1)
  const { replyTo } = await PostalMime.parse(first.raw)
  await shop.send({ From: boss, To: replyTo?.[0]?.address as string, Subject: 'Re: x' }, 'Where is order 1042?', {
    from: boss,
  })
  assert.deepEqual(
    (await answers(2)).map(({ recipients }) => recipients),
    [[shop.customer], [shop.customer]],
  )
  assert.deepEqual(await world.sentTo(boss), [])
})

test('spec C13.26: a member sends at most 200 mails an hour to recipients that they choose; others are not counted', async () => {
  const { shop, inbox, boss, path, post } = await makeDesk()
  // Refused ones count too: somebody tries addresses out.
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 10 }, () => post({ to: ['nobody'] })))
  const hour = new Date().getUTCHours()
  const answer = await post({ to: [boss] })
  // The next hour may have begun meanwhile.
  if (new Date().getUTCHours() === hour) assert.equal(answer.status, 429)
  if (answer.status === 429) assert.match(refused(answer, 429, 'RATE_LIMITED'), /200 emails to chosen recipients/)
  ok(await inbox.post(`${path}/messages`, { text: 'To the customer' }), 201)
  const { inbox: colleague } = await signInMember(server, shop)
  ok(await colleague.post(`${path}/messages`, { text: 'From a colleague', email: { to: [boss] } }), 201)
})
