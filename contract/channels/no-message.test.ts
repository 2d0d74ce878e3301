import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { startReceiver } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeMailShop, parts } from '#test/fixtures/mail-shop.ts'
import { deliveryEnv, subscribe } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11.16: mail that is not a message: absence notes, receipts, reactions, answers to invitations, bounces in plain words.

const world = await startMailWorld()
const receiver = await startReceiver()
const server = await startServer({ env: { ...world.env, ...deliveryEnv(receiver) } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
type Sort = (name: string) => { headers: Record<string, string>; body: string; envelope?: { from: string } }

const typed = ({ type, body }: ReturnType<typeof parts>, headers: Record<string, string> = {}) => ({
  headers: { 'Content-Type': type, ...headers },
  body,
})
const SORTS: Record<string, Sort> = {
  'an absence note': (name) => ({
    headers: { Subject: 'Away', 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    body: name,
  }),
  'an absence note of an old program': (name) => ({ headers: { Precedence: 'bulk' }, body: name }),
  'an absence note that only its subject tells': (name) => ({
    headers: { Subject: 'Automatic reply: A question' },
    body: name,
  }),
  'an absence note without a return path': (name) => ({ headers: {}, body: name, envelope: { from: '' } }),
  'a request to confirm': (name) => ({ headers: { 'Auto-Submitted': 'auto-generated' }, body: name }),
  'a read receipt': (name) =>
    typed(
      parts(
        'report; report-type=disposition-notification',
        `Content-Type: text/plain\n\n${name}`,
        'Content-Type: message/disposition-notification\n\nReporting-UA: mail.customer.example\nDisposition: manual-action/MDN-sent-manually; displayed\n',
      ),
    ),
  'an answer to an invitation': (name) =>
    typed(
      parts(
        'alternative',
        'Content-Type: text/plain\n\n',
        'Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nATTENDEE;PARTSTAT=ACCEPTED:mailto:c@customer.example\nEND:VEVENT\nEND:VCALENDAR',
      ),
      { Subject: name },
    ),
  'a reaction': (name) =>
    typed(
      parts(
        'alternative',
        `Content-Type: text/plain; charset=utf-8\n\n${name}`,
        'Content-Type: text/vnd.google.email-reaction+json; charset=utf-8\n\n{"version":1,"emoji":"👍"}',
        `Content-Type: text/html; charset=utf-8\n\n<p>${name}</p>`,
      ),
    ),
}

test('spec C11.16: events that are not messages are shown in the conversation that they answer, and change nothing there', async () => {
  const shop = await makeMailShop(server, world)
  const inbox = await signInOwner(server, shop)
  const set = { normal: { first_reply: 60, next_reply: 30, resolve: null } }
  const none = { first_reply: null, next_reply: null, resolve: null }
  ok(await inbox.put('/api/chat/targets', { inHours: false, targets: { urgent: none, high: none, low: none, ...set } }))
  const { id } = await shop.begin()
  const { messageId, replyTo } = await shop.answer(id)
  await subscribe(shop, receiver.url('/no-message'), ['message.created', 'conversation.state_changed'])
  const path = `/api/chat/conversations/${id}`
  const states = [
    () => inbox.post(`${path}/snooze`, { until: new Date(Date.now() + 3_600_000).toISOString() }),
    () => inbox.post(`${path}/state`, { status: 'resolved' }),
  ]
  for (const enter of states) {
    ok(await enter())
    const before = ok(await inbox.get(path)) as Any
    for (const [sort, make] of Object.entries(SORTS)) {
      const name = `${sort} ${randomUUID()}`
      const { headers, body, envelope } = make(name)
      const answered = { To: replyTo, 'In-Reply-To': messageId, References: messageId }
      await shop.send({ Subject: 'Re: A question', ...answered, ...headers }, body, envelope)
      const shown = await until(name, async () => (await shop.messages(id)).find(({ text }) => text.includes(name)))
      assert.deepEqual([shown.isAdmin, shown.isAutomated], [false, true], sort)
    }
    const after = ok(await inbox.get(path)) as Any
    const kept = ['status', 'isRead', 'snoozedUntil', 'dueAt', 'dueFor', 'messageCount', 'lastMessage', 'lastActive']
    for (const key of kept) assert.deepEqual(after[key], before[key], key)
  }
  assert.ok(!(await shop.messages(id)).some(({ text }) => /not kept/.test(text)), 'no part for programs is a file')
  assert.equal((await shop.list()).length, 1)
  // A person’s words do all of it.
  await shop.send({ To: replyTo, Subject: 'Re: A question' }, 'Thank you')
  await until('reopened', async () => ok(await inbox.get(path)).status === 'open')
  const heard = await until('its event', async () => {
    const events = receiver.received('/no-message').map(({ event }) => event)
    return events.some(({ data }) => data.text === 'Thank you') && events
  })
  const said = heard.filter(({ type, data }) => type === 'message.created' && data.senderType === 'customer')
  assert.equal(said.length, 1)
})

test('spec C11.16: an absence note that begins a conversation is shown there, wakes no AI agent and emits no message.created', async () => {
  const shop = await makeMailShop(server, world, { settings: { ai: { enabled: true, channels: ['email'] } } })
  await subscribe(shop, receiver.url('/absence'), ['message.created', 'conversation.created'])
  const { id, isChatBot } = await shop.begin(
    { 'Auto-Submitted': 'auto-replied' },
    'What are your opening hours? I am away.',
  )
  assert.equal(isChatBot, false)
  await shop.begin({}, 'Hello')
  const heard = await until('the event of the later mail', async () => {
    const events = receiver.received('/absence').map(({ event }) => event)
    return events.some(({ data }) => data.text === 'Hello') && events
  })
  assert.deepEqual(
    heard.filter(({ conversationId }) => conversationId === id).map(({ type }) => type),
    ['conversation.created'],
  )
})

const returned = (to: string, messageId: string) => `Hi. This is the mail program at mx.customer.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${to}>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 no such user
Giving up on 192.0.2.1.

--- Below this line is a copy of the message.

Message-ID: ${messageId}
From: Acme Help <help@shop.example>
To: ${to}
Subject: Re: A question

We will send you a new one.`

test('spec C11.8, C11.16: a plain-text bounce marks the reply as failed, and does not become a message', async () => {
  const shop = await makeMailShop(server, world)
  const inbox = await signInOwner(server, shop)
  const { id } = await shop.begin()
  const daemon = 'MAILER-DAEMON@mx.customer.example'
  const german = (to: string, messageId: string) =>
    `Ihre Nachricht konnte nicht zugestellt werden.\n\n<${to}>: 550 5.1.1 unbekannt\n\n> Message-ID: ${messageId}\n> Subject: Re: A question`
  const sorts: [headers: Record<string, string>, words: typeof returned, isToReturnPath: boolean][] = [
    [{ From: daemon, Subject: 'failure notice' }, returned, true],
    [{ From: daemon, Subject: 'failure notice', 'In-Reply-To': '{id}' }, returned, false],
    [{ From: daemon, Subject: 'failure notice' }, returned, false],
    [{ From: 'Mail Delivery <bounce@mx.customer.example>', Subject: 'Unzustellbar: Re: A question' }, german, false],
    [
      {
        From: 'postmaster@customer.example',
        Subject: 'Undeliverable',
        'Content-Type': 'text/html',
        'Auto-Submitted': 'auto-replied',
      },
      (to) => `<p>Delivery has failed to these recipients: ${to}. 550 5.1.10 RecipientNotFound</p>`,
      true,
    ],
    [{ From: 'system@mx.customer.example', Subject: 'Hello' }, () => 'Gone.', true],
  ]
  for (const [headers, words, isToReturnPath] of sorts) {
    const { messageId, returnPath, mail } = await shop.answer(id)
    ok(await inbox.post(`/api/chat/conversations/${id}/state`, { status: 'resolved' }))
    const named = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace('{id}', messageId)]),
    )
    const to = isToReturnPath ? returnPath : shop.address
    await shop.send({ ...named, To: to }, words(shop.customer, messageId), { from: '', to })
    const message = await until(`the bounce ${JSON.stringify(headers)}`, async () => {
      const found = ok(await inbox.get(`/api/chat/conversations/${id}/messages`)) as Any[]
      return found.find(({ text, delivery }) => text === mail.text?.trim() && delivery.state === 'failed')
    })
    assert.match(message.delivery.error, /^The .*\./)
    assert.equal(ok(await inbox.get(`/api/chat/conversations/${id}`)).status, 'resolved')
  }
  assert.equal((await shop.list()).length, 1)
  assert.ok(!(await shop.messages(id)).slice(1).some(({ isAdmin }) => !isAdmin))
})

test('spec C11.16: a mail to a return path that is not a bounce fails nothing: an absence note, and a mail that is only late', async () => {
  const shop = await makeMailShop(server, world)
  const inbox = await signInOwner(server, shop)
  const { id } = await shop.begin()
  const { mail, returnPath } = await shop.answer(id)
  const headers = { To: returnPath, Subject: 'Away' }
  await shop.send({ ...headers, 'Auto-Submitted': 'auto-replied' }, 'I am away until Monday.', { from: '' })
  await until('the note', async () => (await shop.messages(id)).some(({ text }) => text === 'I am away until Monday.'))
  const late = {
    To: returnPath,
    From: 'MAILER-DAEMON@mx.customer.example',
    Subject: 'Warning: message delayed 4 hours',
  }
  await shop.send(late, 'Your message has not been delivered yet. 451 4.4.1 It will be tried again.', { from: '' })
  await shop.settle()
  const found = ok(await inbox.get(`/api/chat/conversations/${id}/messages`)) as Any[]
  assert.equal(found.find(({ text }) => text === mail.text?.trim()).delivery.state, 'sent')
})
