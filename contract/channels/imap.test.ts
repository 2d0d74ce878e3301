import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Dovecot, NO_DOVECOT, startDovecot } from '#test/doubles/dovecot.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: mailboxes that are read, at a real IMAP server.

const skip = NO_DOVECOT
const world = await startMailWorld()
const server = skip ? undefined : await startServer({ ownProcess: true, env: world.env })
const dovecot = skip ? undefined : await startDovecot()
const the = () => ({ server: server as NonNullable<typeof server>, dovecot: dovecot as Dovecot })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

interface Shop extends Store {
  user: string
  body: Any
  path: string
}

const mail = (text: string, more = '') =>
  `${more}From: Kim <kim@customer.example>\r\nTo: support@shop.example\r\nSubject: My parcel\r\nMessage-ID: <${randomUUID()}@customer.example>\r\n\r\n${text}\r\n`

async function makeShop({ password = the().dovecot.password, query = '' } = {}): Promise<Shop> {
  const store = await makeStore(the().server)
  const user = `support-${randomUUID()}`
  const url = `imap://${user}:${password}@127.0.0.1:${the().dovecot.port}/${query}`
  const body = { channel: 'email', address: `${user}@shop.example`, imap: { url } }
  const path = `/operator/stores/${store.shopId}/channels`
  return { ...store, user, body, path }
}

const connect = async (shop: Shop) => ok(await shop.operator.post(shop.path, shop.body), 201)
const texts = async (shop: Shop): Promise<string[]> =>
  ok(await shop.api.get('/chat/conversations?limit=100')).map(({ lastMessage }: Any) => lastMessage.text)
const arrives = (shop: Shop, text: string) => until(text, async () => (await texts(shop)).includes(text), 20_000)

test('spec C11.4: a mailbox is read from when it was connected on, as mail comes, and stays as it is', {
  skip,
}, async () => {
  const { dovecot } = the()
  const shop = await makeShop()
  await dovecot.deliver(shop.user, mail('Before'))
  await new Promise((resolve) => setTimeout(resolve, 1_100)) // mailboxes know seconds
  await connect(shop)
  await dovecot.deliver(shop.user, mail('First'))
  await arrives(shop, 'First')
  for (let i = 0; i < 5; i++) await dovecot.deliver(shop.user, mail(`More ${i}`))
  await arrives(shop, 'More 4')
  await until('all', async () => (await texts(shop)).length === 6)
  assert.ok(!(await texts(shop)).includes('Before'))
})

test('spec C11.4, C11.13: nothing is lost or doubled by a restart, a kill, an unavailable server, or renumbering', {
  skip,
}, async () => {
  const { dovecot, server } = the()
  const shop = await makeShop()
  await connect(shop)
  const sent: string[] = []
  const deliver = async (text: string) => {
    sent.push(text)
    await dovecot.deliver(shop.user, mail(text))
  }
  await deliver('0')
  await arrives(shop, '0')
  await server.stop()
  await deliver('while stopped')
  await server.restart()
  await arrives(shop, 'while stopped')
  for (let i = 0; i < 10; i++) await deliver(`during a kill ${i}`)
  await server.kill()
  await server.restart()
  await until(
    'all of them',
    async () => sent.every((text, _, all) => all.includes(text)) && (await texts(shop)).length === sent.length,
    60_000,
  )
  await dovecot.stop()
  await deliver('while away')
  await dovecot.start()
  await arrives(shop, 'while away')
  await dovecot.stop()
  await dovecot.renumber(shop.user)
  await dovecot.start()
  await deliver('renumbered')
  await arrives(shop, 'renumbered')
  assert.deepEqual((await texts(shop)).sort(), sent.sort())
})

test('spec C11.4: a mailbox whose password is refused is broken and says why; with the right one it is read on', {
  skip,
}, async () => {
  const { dovecot } = the()
  const shop = await makeShop({ password: 'wrong' })
  await connect(shop)
  const [broken] = await until('broken', async () => {
    const accounts = ok(await shop.operator.get(shop.path))
    return accounts[0].state === 'broken' && accounts
  })
  assert.match(broken.lastError, /IMAP server refused the user name or password/)
  await dovecot.deliver(shop.user, mail('Meanwhile'))
  shop.body.imap.url = shop.body.imap.url.replace('wrong', dovecot.password)
  await connect(shop)
  await arrives(shop, 'Meanwhile')
})

test('spec C11.4: a mailbox that cannot send is read on, and one that cannot be read sends on; members see which half', {
  skip,
}, async () => {
  const { dovecot, server } = the()
  const shop = await makeShop()
  const account = await connect({
    ...shop,
    body: { ...shop.body, smtp: { url: `smtp://a:b@127.0.0.1:${world.sink.port}` } },
  })
  const inbox = await signInOwner(server, shop)
  const halves = async () => {
    const { state, sendError, receiveError } = ok(await inbox.get('/api/chat/channels'))[0]
    return { state, sends: sendError === null, receives: receiveError === null }
  }
  const reply = (id: string, text: string) =>
    shop.api.post(`/chat/conversations/${id}/messages`, { text, memberId: shop.owner.memberId })
  await dovecot.deliver(shop.user, mail('First'))
  await arrives(shop, 'First')
  const [{ id }] = ok(await shop.api.get('/chat/conversations'))
  world.sink.answers = { auth: '535 5.7.8 Bad credentials' }
  ok(await reply(id, 'Kept for later'), 201)
  await until('it does not send', async () => !(await halves()).sends)
  assert.deepEqual(await halves(), { state: 'broken', sends: false, receives: true })
  refused(await reply(id, 'Not now'), 409, 'CHANNEL_UNAVAILABLE')
  await dovecot.deliver(shop.user, mail('Still read'))
  await arrives(shop, 'Still read')

  world.sink.answers = {}
  const wrong = shop.body.imap.url.replace(dovecot.password, 'wrong')
  const body = { ...shop.body, imap: { url: wrong }, smtp: { url: `smtp://a:b@127.0.0.1:${world.sink.port}` } }
  await connect({ ...shop, body })
  await until('it is not read', async () => !(await halves()).receives)
  assert.deepEqual(await halves(), { state: 'broken', sends: true, receives: false })
  const [{ lastError }] = ok(await shop.operator.get(shop.path))
  assert.match(lastError, /IMAP server refused/)
  ok(await reply(id, 'It sends on'), 201)
  await until('both replies', async () => {
    const sent = (await world.sentTo('kim@customer.example')).map(({ text }) => text ?? '')
    return ['Kept for later', 'It sends on'].every((one) => sent.some((text) => text.includes(one)))
  })
  ok(await inbox.post(`/api/chat/channels/${account.id}/check`))
  assert.deepEqual(await halves(), { state: 'broken', sends: true, receives: false })
  await connect(shop)
  assert.deepEqual(await halves(), { state: 'connected', sends: true, receives: true })
})

test('spec C11.4, C11.11: the mailbox’s provider decides who is proven, by the name that the account was given', {
  skip,
}, async () => {
  const { dovecot, server } = the()
  const pass = 'dmarc=pass (p=REJECT) header.from=customer.example'
  const known = '?authserv=mx.provider.example'
  for (const [query, found, isVerified] of [
    [known, pass, true],
    ['', pass, false],
    [known, `spf=pass smtp.mailfrom="a;${pass};b"@evil.example`, false],
    [known, `dkim=pass header.i="a;${pass};b"@evil.example; dmarc=fail header.from=customer.example`, false],
    [known, `spf=pass (domain of a (b);${pass};c@evil.example) smtp.mailfrom=evil.example`, false],
    [known, `spf=pass (domain of "a);${pass};b=c("@evil.example)`, false],
    [known, `spf=fail reason="a;${pass};b"`, false],
    [known, `${pass}; dmarc=fail header.from=customer.example`, false],
    [known, `${pass}; spf=pass (`, false],
  ] as const) {
    const results = `Authentication-Results: mx.provider.example; ${found}\r\n`
    const shop = await makeShop({ query })
    await connect(shop)
    await dovecot.deliver(shop.user, mail('Who am I?', results))
    await arrives(shop, 'Who am I?')
    const [conversation] = ok(await shop.api.get('/chat/conversations'))
    const inbox = await signInOwner(server, shop)
    const path = `/api/chat/conversations/${conversation.id}/messages`
    const [message] = ok(await inbox.get(path))
    assert.equal(ok(await inbox.get(`${path}/${message.id}/original`)).isVerified, isVerified)
  }
})
