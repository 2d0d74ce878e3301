import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { makeMailShop, parts } from '#test/fixtures/mail-shop.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C13.12: a member forwards a mail; answers to it are for the team alone.

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const world = await startMailWorld()
const server = await startServer({ env: world.env })
/** A service without a door of its own: answers are known by Message-ID. */
const plain = await startServer({ env: { ...world.env, INBOUND_SMTP_PORT: '', INBOUND_DOMAIN: '' } })

const newAddress = (name: string) => `${name}-${randomUUID()}@supplier.example`

/** A conversation that began with a mail with a file, and a member who forwards it. */
async function makeDesk() {
  const shop = await makeMailShop(server, world)
  const { inbox, member } = await signInMember(server, shop)
  const text = `The lamp came broken ${randomUUID()}`
  const photo =
    'Content-Type: text/plain; name="märz.txt"\nContent-Disposition: attachment; filename="photo.txt"\n\nIt is broken'
  const { type, body } = parts('mixed', `Content-Type: text/plain\n\n${text}`, photo)
  await shop.send({ Subject: 'Broken lamp', 'Content-Type': type }, body)
  const { id } = await until('the conversation', async () =>
    (await shop.list()).find(({ lastMessage }) => lastMessage?.text === text),
  )
  const messages = async (): Promise<Any[]> => ok(await inbox.get(`/api/chat/conversations/${id}/messages`))
  const [message] = await messages()
  const forward = (email: object, words = `Can you help? ${randomUUID()}`, messageId = message.id) =>
    inbox.post(`/api/chat/conversations/${id}/messages/${messageId}/forward`, { text: words, email })
  /** A forwarded mail as the recipient got it. */
  const taken = async (to: string): Promise<{ mail: Email; sender: string; recipients: string[] }> => {
    const found = await until('the mail', () => world.sink.mails.find(({ recipients }) => recipients.includes(to)))
    return { ...found, mail: await PostalMime.parse(found.raw) }
  }
  return { shop, inbox, member, id, text, message, messages, forward, taken }
}

test('spec C13.12: a mail is forwarded whole, with its files, as a new thread with a Reply-To of its own', async () => {
  const { shop, member, id, text, forward, taken, messages } = await makeDesk()
  const [supplier, copy, hidden] = [newAddress('ben'), newAddress('copy'), newAddress('hidden')]
  const words = `Can you help? ${randomUUID()}`
  const note = ok(await forward({ to: [supplier], cc: [copy], bcc: [hidden] }, words), 201)
  assert.deepEqual([note.isNote, note.senderName, note.delivery.recipients.to], [true, member.fullName, [supplier]])
  assert.equal(note.text, `Forwarded to ${supplier}, ${copy}, ${hidden}.\n\n${words}`)
  const { mail, recipients } = await taken(supplier)
  assert.deepEqual(recipients.sort(), [supplier, copy, hidden].sort())
  assert.equal(
    mail.headers.some(({ value }) => value.includes(hidden)),
    false,
    'no header names who is hidden',
  )
  assert.deepEqual([mail.subject, mail.inReplyTo, mail.references], ['Fwd: Broken lamp', undefined, undefined])
  assert.match(mail.replyTo?.[0]?.address ?? '', /^forward\+[a-z2-7]{56}@/)
  for (const part of [words, 'Forwarded message', `From: Carla <${shop.customer}>`, 'Subject: Broken lamp', text]) {
    assert.ok(mail.text?.includes(part), part)
    assert.ok(mail.html?.includes(part.replace('<', '&lt;').replace('>', '&gt;')), part)
  }
  assert.ok((mail.text?.indexOf(words) ?? 0) < (mail.text?.indexOf(text) ?? 0))
  const [file] = mail.attachments
  assert.deepEqual(
    [
      file?.filename,
      Buffer.from(file?.content as ArrayBuffer)
        .toString()
        .trim(),
    ],
    ['photo.txt', 'It is broken'],
  )
  await until('it is sent', async () => (await messages()).some(({ delivery }) => delivery?.state === 'sent'))
  const rest = ok(await shop.api.get(`/chat/conversations/${id}/messages`))
  assert.deepEqual(rest.map(({ isNote }: Any) => isNote).sort(), [false, true])
  assert.ok(!JSON.stringify(rest).includes('recipients'))
})

test('spec C13.12: an answer is an internal note under its sender’s name, by Reply-To or by References, and the customer gets none of it', async () => {
  const { shop, id, forward, taken, messages } = await makeDesk()
  const supplier = newAddress('ben')
  ok(await forward({ to: [supplier] }), 201)
  const { mail } = await taken(supplier)
  const before = ok(await shop.api.get(`/chat/conversations/${id}`))
  const ways: { to: string; headers: Record<string, string> }[] = [
    { to: mail.replyTo?.[0]?.address as string, headers: {} },
    { to: shop.address, headers: { 'In-Reply-To': mail.messageId as string, References: mail.messageId as string } },
    // To all: the customer's address stands beside it.
    { to: mail.replyTo?.[0]?.address as string, headers: { Cc: shop.customer } },
  ]
  for (const { to, headers } of ways) {
    const text = `We send another one ${randomUUID()}`
    const all = { From: `Ben Bolt <${supplier}>`, To: to, Subject: 'Re: Fwd: Broken lamp', ...headers }
    await shop.send(all, text, { from: supplier, to })
    const note = await until('the note', async () => (await messages()).find((one) => one.text === text))
    assert.deepEqual(
      [note.isNote, note.senderName, note.isAdmin, note.memberId, note.delivery.state],
      [true, `Ben Bolt <${supplier}>`, true, null, 'received'],
    )
  }
  const after = ok(await shop.api.get(`/chat/conversations/${id}`))
  assert.equal(after.isRead, false)
  for (const key of ['status', 'messageCount', 'lastMessage', 'customerEmail', 'memberId', 'isChatBot']) {
    assert.deepEqual(after[key], before[key], key)
  }
  assert.equal((await shop.list()).length, 1, 'nobody began another conversation')
  assert.deepEqual(await world.sentTo(shop.customer), [])
  const reply = await shop.answer(id)
  assert.deepEqual(reply.recipients, [shop.customer], 'the supplier is not in copy')
  assert.doesNotMatch(JSON.stringify(reply.mail.headers), /supplier\.example/)
  assert.ok(!JSON.stringify([reply.mail.inReplyTo, reply.mail.references]).includes(mail.messageId as string))
  const answer = `Thank you ${randomUUID()}`
  await shop.send({ To: reply.replyTo, References: reply.messageId, Subject: 'Re: Broken lamp' }, answer)
  const said = await until('the answer', async () => (await messages()).find((one) => one.text === answer))
  assert.deepEqual([said.isNote, said.isAdmin], [false, false])
})

test('spec C13.12: without a door of the service’s own an answer is known by the mail that it names', async () => {
  const shop = await makeMailShop(plain, world)
  const { inbox } = await signInMember(plain, shop)
  const { secret } = ok(await inboundSecret(shop), 201)
  const post = (headers: Record<string, string>, text: string) =>
    fetch(`${plain.baseUrl}/channels/email/${shop.account.id}`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', authorization: `Basic ${btoa(`any:${secret}`)}` },
      body: `${Object.entries({ To: shop.address, 'Message-ID': `<${randomUUID()}@x.example>`, ...headers })
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')}\r\n\r\n${text}\r\n`,
    })
  const text = `Broken ${randomUUID()}`
  await post({ From: shop.customer, Subject: 'Lamp' }, text)
  const { id } = await until('it begins', async () => (await shop.list())[0])
  const messages = async (): Promise<Any[]> => ok(await inbox.get(`/api/chat/conversations/${id}/messages`))
  const [{ id: messageId }] = await messages()
  const supplier = newAddress('ben')
  ok(
    await inbox.post(`/api/chat/conversations/${id}/messages/${messageId}/forward`, {
      text: '',
      email: { to: [supplier] },
    }),
    201,
  )
  const mail = await until('the mail', async () => (await world.sentTo(supplier))[0])
  const answer = `We will see ${randomUUID()}`
  await post({ From: supplier, Subject: 'Re: Fwd: Lamp', 'In-Reply-To': mail.messageId as string }, answer)
  const note = await until('the note', async () => (await messages()).find((one) => one.text === answer))
  assert.deepEqual([note.isNote, note.senderName], [true, supplier])
})

const inboundSecret = (shop: Any) =>
  shop.operator.post(`/operator/stores/${shop.shopId}/channels/${shop.account.id}/inbound-secret`)

test('spec C13.12: the customer, the store’s own mailbox and unknown messages are refused; a repeated request forwards once', async () => {
  const { shop, inbox, id, forward, message, messages } = await makeDesk()
  refused(await forward({ to: [shop.customer.toUpperCase()] }), 400, 'INVALID_PARAMS')
  refused(await forward({ to: [newAddress('a')], bcc: [shop.customer] }), 400, 'INVALID_PARAMS')
  refused(await forward({ to: [shop.address] }), 400, 'INVALID_PARAMS')
  refused(await forward({ to: [] }), 400, 'INVALID_PARAMS')
  refused(await forward({ to: [newAddress('a')] }, 'x', randomUUID()), 404, 'NOT_FOUND')
  const path = `/api/chat/conversations/${id}/messages/${message.id}/forward`
  const again = { text: 'Once', email: { to: [newAddress('once')] }, clientId: randomUUID() }
  const [first, second] = [ok(await inbox.post(path, again), 201), ok(await inbox.post(path, again), 201)]
  assert.equal(first.id, second.id)
  assert.equal((await messages()).filter(({ isNote }) => isNote).length, 1)
})
