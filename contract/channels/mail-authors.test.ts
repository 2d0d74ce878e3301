import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startNameServer } from '#test/doubles/dns.ts'
import { INBOUND_DOMAIN, startMailWorld } from '#test/doubles/mail.ts'
import { ok } from '#test/expect.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { type MailShop, makeMailShop } from '#test/fixtures/mail-shop.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11.11, C11.12: who wrote a mail, whom answers go to, and whose mail the AI agent answers.

const names = await startNameServer()
const world = await startMailWorld({ WEBHOOK_DNS_SERVERS: names.address })
const server = await startServer({ env: world.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const AI = { settings: { ai: { enabled: true, channels: ['email'] } } }
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
for (const domain of ['shop.example', 'example.com']) {
  names.setText(`s1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${key}`)
  names.setText(`_dmarc.${domain}`, 'v=DMARC1; p=reject')
}
/** Signs a mail as its author's domain does. */
const dkim = (from: string) => ({ domainName: from.split('@')[1], keySelector: 's1', privateKey: pem })

const withText = (shop: MailShop, text: string) =>
  until(text, async () => (await shop.list()).find(({ lastMessage }) => lastMessage?.text === text))

test('spec C11.11: Reply-To that names the store’s own addresses is passed over', async () => {
  const shop = await makeMailShop(server, world)
  const info = `info-${randomUUID()}@shop.example`
  await shop.connect({ channel: 'email', address: info })
  const { member } = await signInMember(server, shop)
  const { replyTo } = await shop.answer((await shop.begin()).id)
  const own = [
    shop.address,
    info,
    info.replace('@', '+orders@').toUpperCase(),
    member.email,
    replyTo,
    `${shop.account.id}@${INBOUND_DOMAIN}`,
    'service@parley.test',
  ]
  const sorts: [replyTo: string, customer: 'from' | 'other'][] = [
    ...own.map((address): [string, 'from'] => [address, 'from']),
    [`Help <${shop.address}>, Dan <{other}>`, 'other'],
    ['Dan <{other}>', 'other'],
    [`{from}, ${shop.address}`, 'from'],
  ]
  for (const [header, customer] of sorts) {
    const who = { from: `eve-${randomUUID()}@customer.example`, other: `dan-${randomUUID()}@customer.example` }
    const written = header.replace('{from}', who.from).replace('{other}', who.other)
    const headers = { From: `Eve Example <${who.from}>`, 'Reply-To': written, Subject: 'A question' }
    const text = `By ${who.from}`
    await shop.send(headers, text, { from: who.from })
    const { id, customerEmail, customerName } = await withText(shop, text)
    assert.deepEqual(
      [customerEmail, customerName],
      [who[customer], customer === 'from' ? 'Eve Example' : 'Dan'],
      header,
    )
    const { recipients } = await shop.answer(id, `Hello ${randomUUID()}`, who[customer])
    assert.deepEqual(recipients, [who[customer]])
  }
})

test('spec C11.11, C11.12: a colleague’s own mail is the team’s reply, which ends the AI agent’s hold', async () => {
  const shop = await makeMailShop(server, world, AI)
  const anna = `anna-${randomUUID()}@example.com`
  const { member } = await signInMember(server, shop, { email: anna, firstName: 'Anna', lastName: 'Team' })
  const team: [from: string, name: string, memberId: string | null][] = [
    [anna, 'Anna Team', member.id],
    [shop.address, 'Acme Help', null],
  ]
  for (const [from, name, memberId] of team) {
    const first = `<${randomUUID()}@customer.example>`
    const { id, isChatBot } = await shop.begin({ 'Message-ID': first }, `Hello ${from}`)
    assert.equal(isChatBot, true)
    const answers = async () => (await world.sentTo(shop.customer)).length
    const sent = await until(
      'the AI agent’s answer',
      async () => (await answers()) === 1 + team.findIndex(([one]) => one === from) && answers(),
    )
    const text = `On Sunday we open at 10 for you, ${name}.`
    const mail = { from: `${name} <${from}>`, to: shop.customer, cc: shop.address, subject: 'Re: A question', text }
    const envelope = { from, to: shop.address }
    await world.send({ ...mail, envelope, inReplyTo: first, references: first, dkim: dkim(from) } as object)
    const said = await until('the reply', async () => (await shop.messages(id)).find((one) => one.text === text))
    assert.deepEqual([said.isAdmin, said.isBot, said.memberId, said.senderName], [true, false, memberId, name])
    const after = ok(await shop.api.get(`/chat/conversations/${id}`)) as Any
    assert.deepEqual(
      [after.isRead, after.isChatBot, after.lastMessage.senderType, after.customerEmail],
      [true, false, 'agent', shop.customer],
    )
    // Without its domain's word it is a stranger's, and nothing answers it.
    await world.send({ ...mail, envelope, inReplyTo: first, text: `Forged ${from}` })
    const forged = await until('the forged one', async () =>
      (await shop.messages(id)).find((one) => one.text === `Forged ${from}`),
    )
    assert.deepEqual([forged.isAdmin, forged.senderName], [false, from])
    assert.equal(await answers(), sent)
  }
  // A colleague who passes a mail on begins a conversation that the AI agent stays out of.
  await world.send({
    from: anna,
    to: shop.address,
    subject: 'Fwd: x',
    text: 'What are your opening hours?',
    dkim: dkim(anna),
  } as object)
  assert.equal((await withText(shop, 'What are your opening hours?')).isChatBot, false)
})

test('spec C11.12: the AI agent answers people who ask by a form or a list of the store’s, and never the service’s own addresses', async () => {
  const shop = await makeMailShop(server, world, AI)
  const person = () => `Carla <carla-${randomUUID()}@customer.example>`
  const { replyTo } = await shop.answer((await shop.begin()).id)
  const list = { Precedence: 'list', 'List-Id': `<${shop.address.replace('@', '.')}>` }
  const sorts: [headers: Record<string, string>, isAnswered: boolean][] = [
    [{ From: 'Form <no-reply@forms.example>', 'Reply-To': person() }, true],
    [{ From: 'donotreply@forms.example', 'Reply-To': person() }, true],
    [{ From: `Form <${shop.address}>`, 'Reply-To': person() }, true],
    [{ From: `${person()}`, ...list }, true],
    [{ From: `'Carla via Help' <${shop.address}>`, ...list, 'X-Original-From': person() }, true],
    [{ From: person(), 'List-Id': '<news.elsewhere.example>' }, false],
    [{ From: person(), 'List-Unsubscribe': '<mailto:out@elsewhere.example>' }, false],
    [{ From: 'no-reply@forms.example' }, false],
    [{ From: 'no-reply@forms.example', 'Reply-To': 'noreply-2@forms.example' }, false],
    [{ From: 'no-reply@forms.example', 'Reply-To': shop.address }, false],
    [{ From: shop.address }, false],
    [{ From: 'service@parley.test' }, false],
    [{ From: 'service@parley.test', 'Reply-To': person() }, false],
    [{ From: `${shop.account.id}@${INBOUND_DOMAIN}` }, false],
    [{ From: replyTo }, false],
  ]
  for (const [headers, isAnswered] of sorts) {
    const text = `Hello ${randomUUID()}`
    await shop.send({ Subject: 'A question', ...headers }, text, { from: 'sender@elsewhere.example' })
    const find = async () =>
      (await shop.list()).find(({ lastMessage, customerEmail }) => lastMessage?.text === text || customerEmail === text)
    const started = await until(JSON.stringify(headers), async () => {
      const now = await find()
      if (now) return now
      const all = await Promise.all(
        (await shop.list()).slice(0, 3).map(async ({ id }) => [id, await shop.messages(id)]),
      )
      const held = all.find(([, said]) => said.some((one: Any) => one.text === text))
      return held && ok(await shop.api.get(`/chat/conversations/${held[0]}`))
    })
    const { hasChatBot, isChatBot, customerEmail } = started as Any
    assert.equal(hasChatBot ?? isChatBot, isAnswered, JSON.stringify(headers))
    const asked = headers['Reply-To'] ?? headers['X-Original-From']
    if (isAnswered && asked) assert.ok(asked.includes(customerEmail))
  }
})

test('spec C11.10: others whom a customer names in To and Cc stay in copy of members’ replies, and are shown', async () => {
  const shop = await makeMailShop(server, world)
  const inbox = await signInOwner(server, shop)
  const [partner, boss] = [`partner-${randomUUID()}@customer.example`, `boss-${randomUUID()}@customer.example`]
  const info = `info-${randomUUID()}@shop.example`
  await shop.connect({ channel: 'email', address: info })
  const { id } = await shop.begin(
    { To: `${shop.address}, ${partner}, ${info}`, Cc: `Boss <${boss}>, ${shop.customer}` },
    'Hello all',
  )
  const { mail, recipients, replyTo, messageId } = await shop.answer(id)
  assert.deepEqual(recipients, [shop.customer, partner, boss])
  assert.deepEqual([mail.to?.[0]?.address, mail.cc?.map(({ address }) => address)], [shop.customer, [partner, boss]])
  const first = (await shop.messages(id)).find(({ text }) => text === 'Hello all')
  const original = ok(await inbox.get(`/api/chat/conversations/${id}/messages/${first.id}/original`)) as Any
  assert.deepEqual(
    [original.to, original.cc],
    [
      [shop.address, partner, info],
      [`Boss <${boss}>`, shop.customer],
    ],
  )
  const shown = ok(await inbox.get(`/api/chat/conversations/${id}/availability`)) as Any
  assert.deepEqual([shown.recipient, shown.copies], [shop.customer, [partner, boss]])
  // One of the others answers all: the reply still goes to the customer.
  await shop.send({ From: boss, To: replyTo, Cc: shop.customer, 'In-Reply-To': messageId }, 'The boss answers', {
    from: boss,
  })
  await until('the boss', async () => (await shop.messages(id)).some(({ text }) => text === 'The boss answers'))
  assert.deepEqual((await shop.answer(id)).recipients, [shop.customer, partner, boss])
  // The customer answers the store alone.
  await shop.send({ To: replyTo, 'In-Reply-To': messageId }, 'Between us')
  await until('the customer', async () => (await shop.messages(id)).some(({ text }) => text === 'Between us'))
  assert.deepEqual((await shop.answer(id)).recipients, [shop.customer])
})

test('spec C11.10: what the AI agent says goes to the customer alone', async () => {
  const shop = await makeMailShop(server, world, AI)
  await shop.begin({ Cc: 'boss@customer.example' }, 'Hello')
  const taken = await until('its answer', () =>
    world.sink.mails.find(({ recipients }) => recipients.includes(shop.customer)),
  )
  assert.deepEqual(taken.recipients, [shop.customer])
})

test('spec C11.11: an address with a tag is the mailbox without it, the store’s and the customer’s', async () => {
  const shop = await makeMailShop(server, world)
  const tagged = shop.customer.replace('@', '+shop@')
  await shop.send({ From: `Carla <${tagged}>`, To: shop.address.replace('@', '+order@'), Subject: 'x' }, 'With a tag')
  const { id } = await withText(shop, 'With a tag')
  const { replyTo, messageId } = await shop.answer(id, 'Hello', tagged)
  await shop.send({ To: replyTo, 'In-Reply-To': messageId }, 'Without it')
  const said = await until('the answer', async () =>
    (await shop.messages(id)).find(({ text }) => text === 'Without it'),
  )
  assert.equal(said.senderName, 'Carla')
})
