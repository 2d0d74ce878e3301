import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { INBOUND_DOMAIN, startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { assertNoMetadata, pictureOf } from '#test/fixtures/pictures.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: mail, with servers of our own around the service. One file for one world of mail servers: the
// tests are many and short, starting it takes time.

const world = await startMailWorld()
const server = await startServer({ env: world.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

interface Shop extends Store {
  account: Any
  address: string
  customer: string
}

async function makeShop({ settings = {}, account = {} }: { settings?: object; account?: object } = {}): Promise<Shop> {
  const store = await makeStore(server, { settings })
  const id = randomUUID()
  const address = `support-${id}@shop.example`
  const body = { channel: 'email', address, name: 'Acme Support', ...account }
  const made = ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, body), 201)
  return { ...store, account: made, address, customer: `kim-${id}@customer.example` }
}

const list = async (shop: Shop): Promise<Any[]> => ok(await shop.api.get('/chat/conversations'))
const messages = async (shop: Shop, id: string): Promise<Any[]> =>
  ok(await shop.api.get(`/chat/conversations/${id}/messages?limit=100`))
const texts = async (shop: Shop, id: string) => (await messages(shop, id)).map(({ text }) => text)
const reply = (shop: Shop, id: string, text: string) =>
  shop.api.post(`/chat/conversations/${id}/messages`, { text, memberId: shop.owner.memberId })

/** A customer's first mail, and the conversation that it becomes. */
async function begin(shop: Shop, mail: object = {}): Promise<Any> {
  const text = `Where is my parcel? ${randomUUID()}`
  await world.send({ from: `Kim <${shop.customer}>`, to: shop.address, subject: 'My parcel', text, ...mail })
  return until('the conversation', async () => (await list(shop))[0])
}

/** A reply, as the customer gets it. */
async function answer(shop: Shop, id: string, text: string) {
  ok(await reply(shop, id, text), 201)
  return until('the reply at the customer’s server', async () =>
    (await world.sentTo(shop.customer)).find((mail) => mail.text?.includes(text)),
  )
}

const replyToOf = (mail: { replyTo?: { address?: string }[] }) => mail.replyTo?.[0]?.address as string

test('spec C11.10: a customer’s mail is a conversation, a reply leaves as a mail that answers it', async () => {
  const shop = await makeShop()
  const conversation = await begin(shop, { messageId: '<first@customer.example>', text: 'Where is it?' })
  assert.deepEqual(
    [conversation.channels, conversation.customerEmail, conversation.isChatBot, conversation.lastMessage.text],
    [['email'], shop.customer, false, 'Where is it?'],
  )
  const mail = await answer(shop, conversation.id, 'On its way! https://shop.example/track?a=1&b=2')
  assert.deepEqual([mail.from, mail.to?.[0]?.address], [{ address: shop.address, name: 'Acme Support' }, shop.customer])
  assert.deepEqual(
    [mail.subject, mail.inReplyTo, mail.references],
    ['Re: My parcel', '<first@customer.example>', '<first@customer.example>'],
  )
  assert.match(mail.messageId ?? '', new RegExp(`^<[0-9a-f-]{36}\\.[a-z2-7]{26}@${INBOUND_DOMAIN}>$`))
  assert.match(replyToOf(mail), new RegExp(`^reply\\+[a-z2-7]{56}@${INBOUND_DOMAIN}$`))
  assert.match(mail.html ?? '', /<a href="https:\/\/shop\.example\/track\?a=1&amp;b=2">/)
  assert.ok(!mail.headers.some(({ key }) => key === 'auto-submitted' || key === 'dkim-signature'))
  const sent = world.sink.mails.find(({ recipients }) => recipients.includes(shop.customer))
  assert.match(sent?.sender ?? '', new RegExp(`^bounce\\+[a-z2-7]{56}@${INBOUND_DOMAIN}$`))
})

test('spec C11.10: mail is threaded by the signed address, then by Message-IDs, never by subject or sender', async () => {
  const shop = await makeShop()
  const { id } = await begin(shop)
  const mail = await answer(shop, id, 'Which order?')
  const from = `Kim <${shop.customer}>`
  const quote = '\n\nOn Mon, 2 Mar 2026 at 10:00, Acme Support <support@shop.example> wrote:\n> Which order?\n'
  await world.send({ from, to: replyToOf(mail), subject: 'Something else', text: `By address${quote}` })
  await until('the answer by address', async () => (await texts(shop, id)).includes('By address'))
  await world.send({ from, to: shop.address, subject: 'x', inReplyTo: mail.messageId, text: `By Message-ID${quote}` })
  await until('the answer by Message-ID', async () => (await texts(shop, id)).includes('By Message-ID'))
  await world.send({
    from,
    to: `${shop.account.id}@${INBOUND_DOMAIN}`,
    subject: 'x',
    references: ['<a@b>', mail.messageId as string],
    text: 'By reference',
  })
  await until('the answer by reference', async () => (await texts(shop, id)).includes('By reference'))
  await world.send({ from, to: shop.address, subject: 'Re: My parcel', text: 'Anew' })
  await until('another conversation', async () =>
    (await list(shop)).some(({ lastMessage }) => lastMessage.text === 'Anew'),
  )
  assert.equal((await list(shop)).length, 2)
})

test('spec C11.13: the same mail twice is one message', async () => {
  const shop = await makeShop()
  const mail = { messageId: `<${randomUUID()}@customer.example>`, text: 'Once', date: new Date(0) }
  await begin(shop, mail)
  await begin(shop, mail)
  await begin(shop, { ...mail, subject: 'Another header' })
  await begin(shop, { text: 'Then' })
  await until('the last one', async () => (await list(shop)).length === 2)
  assert.deepEqual((await list(shop)).map(({ lastMessage }) => lastMessage.text).sort(), ['Once', 'Then'])
})

test('spec C11.11: a stranger with a good address is heard under their own, and does not become the customer', async () => {
  const shop = await makeShop()
  const { id, customerUuid } = await begin(shop)
  const mail = await answer(shop, id, 'Hello')
  await world.send({
    from: 'Lee <lee@elsewhere.example>',
    to: replyToOf(mail),
    subject: 'Re',
    text: 'I am her husband',
  })
  const line = await until('the stranger’s', async () =>
    (await messages(shop, id)).find(({ text }) => text === 'I am her husband'),
  )
  assert.deepEqual([line.isAdmin, line.senderName], [false, 'lee@elsewhere.example'])
  assert.equal(ok(await shop.api.get(`/chat/conversations/${id}`)).customerUuid, customerUuid)
  await answer(shop, id, 'Still to the customer')
})

test('spec C11.2: addresses that nobody made, and another store’s, are as if there were none', async () => {
  const [shop, other] = [await makeShop(), await makeShop()]
  const theirs = await answer(other, (await begin(other)).id, 'Hello')
  const { id } = await begin(shop)
  const ours = await answer(shop, id, 'Hello')
  const forged = replyToOf(ours).replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a'))
  for (const to of [forged, `reply+x@${INBOUND_DOMAIN}`, `nobody@${INBOUND_DOMAIN}`, 'nobody@shop.example']) {
    await assert.rejects(world.send({ from: shop.customer, to, text: 'Forged' }), /550/)
  }
  // Another store's address in a mail to this one: it is not theirs, and not of this store's conversation.
  const headers = { 'Delivered-To': replyToOf(theirs) }
  await world.send({
    from: shop.customer,
    to: shop.address,
    inReplyTo: theirs.messageId,
    headers,
    subject: 'x',
    text: 'Elsewhere',
  })
  await until('a new conversation here', async () => (await list(shop)).length === 2)
  assert.equal((await list(other)).length, 1)
  assert.ok(!(await texts(other, (await list(other))[0].id)).includes('Elsewhere'))
})

test('spec C11.17: files come under the product’s rules for files; the original is kept, cleaned, in a frame without rights', async () => {
  const shop = await makeShop()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { id } = await begin(shop, {
    text: 'See the picture',
    html: '<p onclick="x()">See the <b>picture</b></p><script>alert(1)</script><img src="https://tracker.example/x.gif">',
    attachments: [
      { filename: 'lamp.png', content: png },
      { filename: 'photo.jpg', content: await pictureOf('rotated.jpg') },
      { filename: 'evil.exe', content: Buffer.from('MZ\x90\x00') },
    ],
  })
  const [message] = (await messages(shop, id)).filter(({ text }) => text === 'See the picture')
  assert.equal(message.files.length, 2)
  await assertNoMetadata(server.baseUrl, message.files[1])
  assert.ok((await messages(shop, id)).some(({ text, isNote }) => isNote && /evil\.exe/.test(text)))
  const inbox = await signInOwner(server, shop)
  const path = `/api/chat/conversations/${id}/messages/${message.id}/original`
  const original = ok(await inbox.get(path))
  assert.deepEqual([original.subject, original.sender, original.isVerified], ['My parcel', shop.customer, false])
  assert.match(original.html, /<b>picture<\/b>/)
  assert.doesNotMatch(original.html, /script|onclick|tracker/)
  const frame = await inbox.get(`${path}.html`)
  assert.match(String(frame.headers.get('content-security-policy')), /sandbox; default-src 'none'/)
})

const report = (to: string, status: string, original: string) => ({
  envelope: { from: '', to },
  raw: [
    `From: Mail Delivery System <MAILER-DAEMON@mx.customer.example>`,
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your mail could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.customer.example',
    '',
    'Final-Recipient: rfc822; kim@customer.example',
    `Action: ${status.startsWith('5') ? 'failed' : 'delayed'}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${status.startsWith('5') ? '550' : '451'} ${status} User unknown`,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    original,
    '--b--',
    '',
  ].join('\r\n'),
})

test('spec C11.8: what comes back has failed, says why and can be sent again; what is only late has not', async () => {
  const shop = await makeShop()
  const { id } = await begin(shop)
  const inbox = await signInOwner(server, shop)
  const path = `/api/chat/conversations/${id}/messages`
  for (const [text, byAddress] of [
    ['Comes back by address', true],
    ['Comes back by Message-ID', false],
  ] as const) {
    const mail = await answer(shop, id, text)
    const sent = world.sink.mails.findLast(({ recipients }) => recipients.includes(shop.customer))
    const to = byAddress ? (sent?.sender as string) : shop.address
    const deliveryOf = async () => ok(await inbox.get(path)).find((one: Any) => one.text === text).delivery
    await world.send(report(to, '4.2.2', `Message-ID: ${mail.messageId}`))
    await world.send(report(to, '5.1.1', byAddress ? 'Subject: x' : `Message-ID: ${mail.messageId}`))
    const failed = await until('failed', async () => (await deliveryOf()).state === 'failed' && deliveryOf())
    assert.match(failed.error, /does not exist|User unknown/)
    const [message] = ok(await inbox.get(path)).filter((one: Any) => one.text === text)
    ok(await inbox.post(`${path}/${message.id}/send-again`))
    await until('sent again', async () => (await deliveryOf()).state === 'sent')
  }
  assert.equal((await texts(shop, id)).filter((text) => text.startsWith('Not delivered:')).length, 2)
  assert.equal((await list(shop)).length, 1)
})

test('spec C11.12, C11.16: nothing automatic answers automatic mail, however much comes', async () => {
  const settings = { ai: { enabled: true, channels: ['email'] } }
  const shop = await makeShop({ settings })
  const before = world.sink.mails.length
  const sorts = [
    { headers: { 'Auto-Submitted': 'auto-replied' } },
    { headers: { Precedence: 'bulk' } },
    { headers: { 'List-Id': '<news.example>' } },
    { headers: { 'X-Auto-Response-Suppress': 'All' } },
    { from: 'no-reply@customer.example' },
    { envelope: { from: '', to: shop.address } },
    { subject: 'Automatic reply: away' },
    { from: shop.address },
  ]
  for (let i = 0; i < 200; i += sorts.length) {
    await Promise.all(
      sorts.map((sort, n) =>
        world.send({
          from: shop.customer,
          to: shop.address,
          subject: 'Order',
          text: `Do you ship to Norway? ${i + n}`,
          ...sort,
        }),
      ),
    )
  }
  await until('all of them', async () => (await list(shop)).length === 20 && (await countAll(shop)) >= 200, 60_000)
  assert.equal((await list(shop)).filter(({ isChatBot }) => isChatBot).length, 0)
  assert.equal(world.sink.mails.length, before)
})

test('spec C11.12: a hundred mails an hour to a store’s mailboxes together, and nothing automatic answers any more', async () => {
  const shop = await makeShop({ settings: { ai: { enabled: true, channels: ['email'] } } })
  const other = `sales-${randomUUID()}@shop.example`
  const path = `/operator/stores/${shop.shopId}/channels`
  ok(await shop.operator.post(path, { channel: 'email', address: other }), 201)
  const refusal = refused(
    await shop.operator.post(path, { channel: 'email', address: 'no address' }),
    400,
    'INVALID_PARAMS',
  )
  assert.match(refusal, /^address is not an email address/)
  const headers = { 'Auto-Submitted': 'auto-generated' }
  for (let i = 0; i < 99; i += 11) {
    const mails = Array.from({ length: 11 }, (_, n) => ({
      from: `machine-${i + n}@customer.example`,
      to: n % 2 ? other : shop.address,
      text: `Report ${i + n}`,
      headers,
    }))
    await Promise.all(mails.map((mail) => world.send(mail)))
  }
  await until('all of them', async () => (await countAll(shop)) === 99, 60_000)
  const isHeld = async (text: string, to: string) => {
    const from = `${randomUUID()}@customer.example`
    await world.send({ from, to, text })
    const find = async () => (await list(shop)).find(({ customerEmail }) => customerEmail === from)
    return (await until(text, find)).isChatBot
  }
  // The hundredth, then one more than that, at either mailbox.
  assert.equal(await isHeld('Hello', shop.address), true)
  assert.equal(await isHeld('Hello there', other), false)
})

async function countAll(shop: Shop): Promise<number> {
  let count = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: Any = await shop.api.get(
      `/chat/conversations?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    count += body.data.length
    cursor = body.paging.nextCursor
  }
  return count
}

test('spec C11.10, C11.12: the AI agent answers a person by mail, and says that it is automatic', async () => {
  const shop = await makeShop({ settings: { ai: { enabled: true, channels: ['email'] } } })
  const { id, isChatBot } = await begin(shop, { text: 'Hello' })
  assert.equal(isChatBot, true)
  const [mail] = await until('its answer', async () => {
    const sent = await world.sentTo(shop.customer)
    return sent.length > 0 && sent
  })
  assert.equal(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-replied')
  assert.ok((await messages(shop, id)).some(({ isBot }) => isBot))
})

test('spec C15.7: advice by mail names title, price and address of each product in the text', async () => {
  const ai = { enabled: true, channels: ['email'], training: { products: true } }
  const shop = await makeShop({ settings: { ai } })
  const data = {
    id: 'rain',
    title: 'Fjell Rain Jacket',
    url: 'https://shop.example/p/rain',
    productType: 'Jackets',
    description: 'Waterproof to 15,000 mm.',
    variants: [{ price: { amount: '129.00', currencyCode: 'EUR' } }],
  }
  assert.deepEqual((await importLines(shop, [{ kind: 'product', data }])).rejected, [])
  const { id } = await begin(shop, { subject: 'Jackets', text: 'Do you have rain jackets?' })
  const [mail] = await until('its answer', async () => {
    const sent = await world.sentTo(shop.customer)
    return sent.length > 0 && sent
  })
  const line = 'Fjell Rain Jacket: 129.00 EUR – “Waterproof to 15,000 mm.” – https://shop.example/p/rain'
  assert.ok(mail?.text?.includes(line), mail?.text)
  const said = (await messages(shop, id)).find(({ isBot }) => isBot)
  assert.deepEqual(
    said.chatbotProducts.map((card: Any) => card.id),
    ['rain'],
  )
})

test('spec C11.5: a mailbox the store made itself does not write as anybody through the operator’s server', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const address = `ceo-${randomUUID()}@bank.example`
  const account = ok(await inbox.post('/api/chat/channels', { channel: 'email', address, name: 'Bank' }), 201)
  const shop = { ...store, account, address, customer: `kim-${randomUUID()}@customer.example` }
  const { id } = await begin(shop, { to: `${account.id}@${INBOUND_DOMAIN}` })
  const mail = await answer(shop, id, 'Hello')
  const { name } = ok(await store.operator.get(`/operator/stores/${store.shopId}`))
  assert.deepEqual(mail.from, { address: 'service@parley.test', name: `Bank (${name})` })
})

test('spec C11.5, C11.7: a server that is away is tried again; a password that is refused breaks the account; replies are refused', async () => {
  const shop = await makeShop()
  const { id } = await begin(shop)
  world.sink.answers = { to: '451 4.3.0 Busy' }
  ok(await reply(shop, id, 'Later'), 201)
  const inbox = await signInOwner(server, shop)
  const deliveryOf = async (text: string) =>
    ok(await inbox.get(`/api/chat/conversations/${id}/messages`)).find((one: Any) => one.text === text).delivery
  await until('it waits', async () => /takes no mail now/.test((await deliveryOf('Later')).error))
  world.sink.answers = {}
  await until('it leaves', async () => (await deliveryOf('Later')).state === 'sent', 20_000)

  const path = `/operator/stores/${shop.shopId}/channels`
  const url = `smtp://user:wrong@127.0.0.1:${world.sink.port}`
  ok(await shop.operator.post(path, { channel: 'email', address: shop.address, smtp: { url } }), 201)
  world.sink.answers = { auth: '535 5.7.8 Bad credentials' }
  ok(await reply(shop, id, 'Waiting'), 201)
  const [broken] = await until('the account is broken', async () => {
    const accounts = ok(await shop.operator.get(path))
    return accounts[0].state === 'broken' && accounts
  })
  assert.match(broken.lastError, /password/)
  refused(await reply(shop, id, 'Not now'), 409, 'CHANNEL_UNAVAILABLE')
  world.sink.answers = {}
  ok(await shop.operator.post(path, { channel: 'email', address: shop.address, smtp: { url } }), 201)
  await until('what waited leaves', async () => (await deliveryOf('Waiting')).state === 'sent')
})

test('spec C11.5: a server that takes mail with its own return path only gets it so', async () => {
  const shop = await makeShop({ account: { smtp: { url: `smtp://127.0.0.1:${world.sink.port}` } } })
  const { id } = await begin(shop)
  world.sink.refuses = ({ sender }) => (sender === shop.address ? null : '550 5.7.60 Not yours')
  await answer(shop, id, 'One')
  await answer(shop, id, 'Two')
  world.sink.refuses = null
  const sent = world.sink.mails.filter(({ recipients }) => recipients.includes(shop.customer))
  assert.deepEqual(
    sent.map(({ sender }) => sender),
    [shop.address, shop.address],
  )
})

test('spec C11.5, C11.7: a removed mailbox takes nothing in and sends nothing', async () => {
  const shop = await makeShop()
  const { id } = await begin(shop)
  const mail = await answer(shop, id, 'Hello')
  ok(await shop.operator.delete(`/operator/stores/${shop.shopId}/channels/${shop.account.id}`))
  refused(await reply(shop, id, 'Nobody there'), 409, 'CHANNEL_UNAVAILABLE')
  for (const to of [shop.address, replyToOf(mail), `${shop.account.id}@${INBOUND_DOMAIN}`]) {
    await assert.rejects(world.send({ from: shop.customer, to, text: 'Hello?' }), /550/)
  }
  assert.equal((await list(shop)).length, 1)
})
