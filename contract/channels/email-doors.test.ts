import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { makeAuthority } from '#test/doubles/authority.ts'
import { startNameServer } from '#test/doubles/dns.ts'
import { INBOUND_DOMAIN, startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: SMTP and HTTP POST, by which mail arrives, and whose mail is trusted. One file for one mail world and one server:
// the tests are many and short, starting these takes time.

const names = await startNameServer()
const world = await startMailWorld({ WEBHOOK_DNS_SERVERS: names.address })
const watching = { NODE_OPTIONS: `--import=${fileURLToPath(import.meta.resolve('#test/service/watch-emitters.js'))}` }
const server = await startServer({ env: { ...world.env, ...watching } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

interface Shop extends Store {
  account: Any
  address: string
}

async function makeShop(): Promise<Shop> {
  const store = await makeStore(server)
  const address = `support-${randomUUID()}@shop.example`
  const path = `/operator/stores/${store.shopId}/channels`
  return { ...store, address, account: ok(await store.operator.post(path, { channel: 'email', address }), 201) }
}

const list = async (shop: Shop): Promise<Any[]> => ok(await shop.api.get('/chat/conversations'))
const arrives = (shop: Shop, text: string) =>
  until(text, async () => (await list(shop)).find(({ lastMessage }) => lastMessage.text === text))

/** Hands a mail in by POST. */
async function post(shop: Shop, body: string | Buffer, headers: Record<string, string>, id = shop.account.id) {
  const response = await fetch(`${server.baseUrl}/channels/email/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', ...headers },
    body,
  })
  const { status, headers: answered } = response
  return { status, headers: answered, body: (await response.json()) as Any }
}

function signed(secret: string, body: string | Buffer, at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp};`).update(body).digest('hex')
  return { 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Signature': signature }
}

const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`any:${secret}`).toString('base64')}` })
const raw = (text: string) =>
  `From: Kim <kim-${randomUUID()}@customer.example>\r\nTo: x@shop.example\r\nSubject: Hi\r\nMessage-ID: <${randomUUID()}@c.example>\r\n\r\n${text}\r\n`
const makeSecret = async (shop: Shop): Promise<string> =>
  ok(await shop.operator.post(`/operator/stores/${shop.shopId}/channels/${shop.account.id}/inbound-secret`), 201).secret

test('spec C11.3: mail is handed in by POST, signed as our own webhooks are or with the secret as a password', async () => {
  const shop = await makeShop()
  const secret = await makeSecret(shop)
  const one = raw('By signature')
  const taken = await post(shop, one, signed(secret, one))
  assert.equal(taken.status, 202)
  assert.match(taken.body.data.id, /^[0-9a-f-]{36}$/)
  assert.equal((await post(shop, raw('By password'), { ...basic(secret), 'content-type': 'text/plain' })).status, 202)
  await arrives(shop, 'By signature')
  await arrives(shop, 'By password')
  // Again, within the five minutes: it is known.
  assert.equal((await post(shop, one, signed(secret, one))).status, 202)
  const last = raw('Last')
  assert.equal((await post(shop, last, signed(secret, last))).status, 202)
  await arrives(shop, 'Last')
  assert.equal((await list(shop)).length, 3)
})

test('spec C11.3: a POST without the right secret is 401, the same for an account that is unknown; nothing but a mail is taken', async () => {
  const [shop, other] = [await makeShop(), await makeShop()]
  const mail = raw('Forged')
  assert.equal((await post(shop, mail, basic(''))).status, 401) // there is no secret yet
  const [secret, theirs] = [await makeSecret(shop), await makeSecret(other)]
  const old = Date.now() - 6 * 60_000
  const answers = [
    await post(shop, mail, {}),
    await post(shop, mail, basic('wrong')),
    await post(shop, mail, { authorization: 'Basic !' }),
    await post(shop, mail, { authorization: `Bearer ${secret}` }),
    await post(shop, mail, signed(theirs, mail)),
    await post(shop, mail, signed(secret, `${mail} `)),
    await post(shop, mail, signed(secret, mail, old)),
    await post(shop, mail, { ...signed(secret, mail), 'X-Webhook-Signature': 'zz' }),
    await post(shop, mail, signed(secret, mail), other.account.id),
    await post(shop, mail, signed(secret, mail), randomUUID()),
    await post(shop, mail, signed(secret, mail), '%00'),
  ]
  const [first] = answers
  assert.equal(first?.status, 401)
  for (const { status, body } of answers.slice(0, -1)) assert.deepEqual([status, body], [401, first?.body])
  assert.ok([400, 401, 404].includes(answers.at(-1)?.status as number))
  refused(
    (await post(shop, mail, { ...basic(secret), 'content-type': 'application/json' })) as Any,
    400,
    'INVALID_PARAMS',
  )
  refused(await post(shop, '', basic(secret)), 400, 'INVALID_PARAMS')
  const large = Buffer.alloc(25 * 1024 * 1024 + 1, 'a')
  refused(await post(shop, large, basic(secret)), 413, 'INVALID_PARAMS')
  ok(await shop.operator.delete(`/operator/stores/${shop.shopId}/channels/${shop.account.id}`))
  assert.equal((await post(shop, mail, basic(secret))).status, 401)
  assert.deepEqual(await list(shop), [])
})

test('spec C11.3: providers post a mail in a field of a form, in JSON or in a notification; what holds none is 400', async () => {
  const shop = await makeShop()
  const secret = await makeSecret(shop)
  const form = (field: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="recipient"\r\n\r\nx@shop.example\r\n--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${raw(text)}\r\n--b--\r\n`
  const notice = (content: string) => JSON.stringify({ Type: 'Notification', Message: JSON.stringify({ content }) })
  const multipart = 'multipart/form-data; boundary=b'
  const [plain, json] = ['text/plain; charset=UTF-8', 'application/json']
  const bodies: [type: string, body: string, text: string][] = [
    [multipart, form('body-mime', 'A form'), 'A form'],
    [multipart, form('email', 'Another form'), 'Another form'],
    ['application/x-www-form-urlencoded', String(new URLSearchParams({ 'body-mime': raw('Encoded') })), 'Encoded'],
    [json, JSON.stringify({ RawEmail: raw('Raw in JSON') }), 'Raw in JSON'],
    [plain, notice(raw('A notification')), 'A notification'],
    [plain, notice(btoa(raw('In base64'))), 'In base64'],
  ]
  for (const [type, body, text] of bodies) {
    assert.equal((await post(shop, body, { ...basic(secret), 'content-type': type })).status, 202, text)
    await arrives(shop, text)
  }
  const without: [type: string, body: string][] = [
    [plain, notice('')],
    [plain, '{"Type":"SubscriptionConfirmation","SubscribeURL":"https://x.example"}'],
    ['message/rfc822', '  {"a":1}'],
    [json, '[]'],
    [json, '{'],
    [json, 'null'],
    [multipart, form('subject', 'x')],
    [multipart, 'nothing'],
    ['application/x-www-form-urlencoded', 'a=b'],
  ]
  for (const [type, body] of without) {
    refused(await post(shop, body, { ...basic(secret), 'content-type': type }), 400, 'INVALID_PARAMS')
  }
  assert.equal((await list(shop)).length, bodies.length)
})

test('spec C11.3: what cannot be read is put aside, and holds up nothing', async () => {
  const shop = await makeShop()
  const secret = await makeSecret(shop)
  const bomb = `From: kim@customer.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(20_000)}`
  assert.equal((await post(shop, bomb, basic(secret))).status, 202)
  for (const odd of ['x', '\r\n\r\n', '\0\0\0', Buffer.from([0xff, 0xfe, 0x00])]) {
    assert.equal((await post(shop, odd, basic(secret))).status, 202)
  }
  await world.send({ from: 'kim@customer.example', to: shop.address, text: 'After it' })
  await arrives(shop, 'After it')
  assert.equal(await metric(server, 'parley_channel_inbound_pending', 'state="unreadable"'), 1)
})

test('spec C11.3: a mail with hostile headers delays the next one no more than any mail of its size', async () => {
  const shop = await makeShop()
  /** Milliseconds until a mail that comes after three others with these headers is there. */
  const behind = async (headers: string[]) => {
    const text = randomUUID()
    const start = performance.now()
    for (const header of [...headers, ...headers, ...headers]) {
      await world.send({
        envelope: { from: 'kim@customer.example', to: shop.address },
        raw: `${header}\r\n${raw('x')}`,
      })
    }
    await world.send({ from: 'kim@customer.example', to: shop.address, text })
    await arrives(shop, text)
    return performance.now() - start
  }
  const folded = (part: string) => part.repeat(230_000 / part.length).replace(/.{900}/g, '$&\r\n ')
  await behind(['X-Warm: up'])
  const harmless = await behind([`X-Harmless: ${folded('a')}`])
  for (const header of ['Auto-Submitted', 'Authentication-Results', 'Sender', 'Received', 'Content-Type']) {
    const hostile = await behind([`${header}: ${folded('(')}`])
    assert.ok(hostile < 12 * harmless, `${header}: ${hostile} ms, and ${harmless} ms for harmless mails`)
  }
})

/** Sends lines to the SMTP server; returns the last code for each line. */
async function talk(lines: string[]): Promise<string[]> {
  const socket = connect(world.port, '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  socket.setMaxListeners(50)
  const codes: string[] = []
  const next = async () => {
    for (let text = ''; ; ) {
      const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [string?]
      if (typeof chunk !== 'string') return 'closed'
      text += chunk
      const last = /(?:^|\n)(\d{3}) [^\n]*\n$/.exec(text)
      if (last) return last[1] as string
    }
  }
  codes.push(await next())
  for (const line of lines) {
    socket.write(`${line}\r\n`)
    codes.push(await next())
  }
  socket.destroy()
  return codes
}

test('spec C11.2: our own door relays nothing, lets nobody sign in, shows guessers out, and takes 25 MB', async () => {
  const shop = await makeShop()
  assert.deepEqual(
    await talk(['EHLO c.example', 'AUTH PLAIN AAAA', 'MAIL FROM:<a@b.example>', 'RCPT TO:<a@elsewhere.example>']),
    ['220', '250', '500', '250', '550'],
  )
  const guesses = Array.from({ length: 11 }, (_, i) => `RCPT TO:<guess${i}@${INBOUND_DOMAIN}>`)
  const codes = await talk(['EHLO c.example', 'MAIL FROM:<>', ...guesses])
  assert.deepEqual([codes.slice(3, 13).every((code) => code === '550'), codes.at(-1)], [true, '421'])
  assert.deepEqual((await talk(['EHLO c.example', `MAIL FROM:<a@b.example> SIZE=${26 * 1024 * 1024}`])).at(-1), '552')
  const mail = { from: 'kim@customer.example', to: shop.address }
  await assert.rejects(world.send({ ...mail, text: 'a'.repeat(26 * 1024 * 1024) }), /552|size/i)
  await world.send({
    ...mail,
    text: 'Large',
    attachments: [{ filename: 'a.bin', content: Buffer.alloc(17 * 1024 * 1024, 7) }],
  })
  await arrives(shop, 'Large')
  // Too many at once from one network.
  const sockets = Array.from({ length: 25 }, () => connect(world.port, '127.0.0.1').setEncoding('latin1'))
  const greetings = await Promise.all(
    sockets.map(async (socket) => String((await once(socket, 'data'))[0]).slice(0, 3)),
  )
  assert.ok(greetings.filter((code) => code === '421').length >= 5)
  for (const socket of sockets) socket.destroy()
  await until('there is room again', async () => (await talk(['EHLO c.example']))[0] === '220')
})

test('spec C11.2: STARTTLS is offered', async () => {
  const shop = await makeShop()
  const transport = createTransport({
    host: '127.0.0.1',
    port: world.port,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  })
  await transport.sendMail({ from: 'kim@customer.example', to: shop.address, text: 'Encrypted' })
  transport.close()
  await arrives(shop, 'Encrypted')
})

test('spec C11.2: STARTTLS proves who the door is with the operator’s certificate, which is read again when it changes', async () => {
  const [first, second] = [await makeAuthority(), await makeAuthority()]
  const directory = await mkdtemp(join(tmpdir(), 'mail-door-'))
  after(() => rm(directory, { recursive: true, force: true }))
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') }
  const write = ({ cert, key }: typeof first) => Promise.all([writeFile(files.cert, cert), writeFile(files.key, key)])
  await write(first)
  const own = await startMailWorld({ INBOUND_SMTP_CERT: files.cert, INBOUND_SMTP_KEY: files.key })
  const door = await startServer({ env: own.env })
  const store = await makeStore(door)
  const address = `support-${randomUUID()}@shop.example`
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, { channel: 'email', address }), 201)
  const send = async ({ caFile }: typeof first) => {
    const tls = { ca: await readFile(caFile), servername: 'localhost' }
    const transport = createTransport({ host: '127.0.0.1', port: own.port, requireTLS: true, tls })
    await transport.sendMail({ from: 'kim@customer.example', to: address, text: 'Encrypted' })
  }
  await send(first)
  await assert.rejects(send(second), /certificate|verify/)
  await write(second)
  await send(second)
  await assert.rejects(send(first), /certificate|verify/)
  // Half a renewal: the certificate and its key do not belong together.
  await writeFile(files.key, first.key)
  await send(second)
  await writeFile(files.cert, first.cert)
  await send(first)
})

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const dkim = (domainName: string) => ({
  domainName,
  keySelector: 's1',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
})

test('spec C11.11: a sender whose domain vouches for the mail is who they are; any other is not', async () => {
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  names.setText('s1._domainkey.customer.example', `v=DKIM1; k=rsa; p=${key}`)
  names.setText('_dmarc.customer.example', 'v=DMARC1; p=reject')
  names.setText('customer.example', 'v=spf1 -all')
  const shop = await makeShop()
  const email = `kim-${randomUUID()}@customer.example`
  assert.deepEqual(
    (await importLines(shop, [{ kind: 'contact', data: { id: 'kim', type: 'customer', email, name: 'Kim' } }]))
      .rejected,
    [],
  )
  await world.send({ from: email, to: shop.address, text: 'Proven', dkim: dkim('customer.example') } as object)
  assert.equal((await arrives(shop, 'Proven')).customerUuid, 'kim')
  await world.send({ from: email, to: shop.address, text: 'Unsigned' })
  const unproven = await arrives(shop, 'Unsigned')
  assert.notEqual(unproven.customerUuid, 'kim')
  await world.send({ from: email, to: shop.address, text: 'Signed by another', dkim: dkim('forger.example') } as object)
  assert.equal((await arrives(shop, 'Signed by another')).customerUuid, unproven.customerUuid)
  // Answers of a contact form go to who filled it in, for whom nobody vouches.
  await world.send({
    from: email,
    replyTo: 'lee@elsewhere.example',
    to: shop.address,
    text: 'By a form',
    dkim: dkim('customer.example'),
  } as object)
  assert.equal((await arrives(shop, 'By a form')).customerEmail, 'lee@elsewhere.example')
  const inbox = await signInOwner(server, shop)
  const proof = async (text: string) => {
    const { id } = await arrives(shop, text)
    const [message] = ok(await inbox.get(`/api/chat/conversations/${id}/messages`))
    return ok(await inbox.get(`/api/chat/conversations/${id}/messages/${message.id}/original`)).isVerified
  }
  assert.deepEqual([await proof('Proven'), await proof('Unsigned'), await proof('By a form')], [true, false, false])
})

test('spec C11.8: an admin checks all that a mailbox needs, and sees what is wrong', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const check = async (url?: string) => {
    const address = `support@${randomUUID().slice(0, 8)}.example`
    const body = { channel: 'email', address, ...(url ? { smtp: { url } } : {}) }
    const { id } = ok(await inbox.post('/api/chat/channels', body), 201)
    const checks = ok(await inbox.post(`/api/chat/channels/${id}/check`))
    const account = ok(await inbox.get('/api/chat/channels')).find((one: Any) => one.id === id)
    return { id, checks: checks.map((one: Any) => [one.name, one.state]), account }
  }
  const service = await check()
  assert.deepEqual(service.checks, [
    ['Outgoing mail', 'good'],
    ['Incoming mail', 'poor'],
    ['MX', 'poor'],
    ['SPF', 'poor'],
    ['DKIM', 'unknown'],
    ['DMARC', 'poor'],
  ])
  assert.equal(service.account.state, 'connected')
  world.sink.answers = { auth: '535 5.7.8 Bad credentials' }
  const refusedOne = await check(`smtp://user:wrong@127.0.0.1:${world.sink.port}`)
  assert.deepEqual(refusedOne.checks[0], ['Outgoing mail', 'bad'])
  assert.deepEqual([refusedOne.account.state, /password/.test(refusedOne.account.lastError)], ['broken', true])
  world.sink.answers = {}
  ok(await inbox.post(`/api/chat/channels/${refusedOne.id}/check`))
  const mended = ok(await inbox.get('/api/chat/channels')).find((one: Any) => one.id === refusedOne.id)
  assert.deepEqual([mended.state, mended.lastError], ['connected', null])
})

test('spec C11.18: a DKIM key is looked for under the selector that the server signs with', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const domain = `${randomUUID().slice(0, 8)}.example`
  names.setText(`s7._domainkey.${domain}`, 'v=DKIM1; k=rsa; p=MIGf')
  names.setText(domain, 'v=spf1 -all')
  names.setMail(domain, 'mx.provider.example')
  const look = async (selector: string) => {
    const url = `smtp://127.0.0.1:${world.sink.port}/?dkim=${selector}`
    const body = { channel: 'email', address: `support@${domain}`, smtp: { url } }
    const { id } = ok(await inbox.post('/api/chat/channels', body), 201)
    const checks: Any[] = ok(await inbox.post(`/api/chat/channels/${id}/check`))
    return Object.fromEntries(checks.map(({ name, state, text }) => [name, `${state}: ${text}`]))
  }
  const found = await look('s7')
  assert.match(found.DKIM ?? '', new RegExp(`^good: .* at s7\\._domainkey\\.${domain}`))
  assert.deepEqual([found.MX?.slice(0, 4), found.SPF?.slice(0, 4), found.DMARC?.slice(0, 4)], ['good', 'good', 'poor'])
  assert.match((await look('s8')).DKIM ?? '', /^poor: .*switch signing on/)
})

test('spec C11.8: a test mail goes to the admin who asks, leaves as replies do, and says what was found', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const address = `support@${randomUUID().slice(0, 8)}.example`
  const smtp = { url: `smtp://127.0.0.1:${world.sink.port}` }
  const { id } = ok(await inbox.post('/api/chat/channels', { channel: 'email', address, smtp }), 201)
  const path = `/api/chat/channels/${id}/test-mail`
  const [first, outgoing]: Any[] = ok(await inbox.post(path))
  assert.deepEqual([first.name, first.state, outgoing.name], ['Test mail', 'good', 'Outgoing mail'])
  assert.deepEqual(Object.keys(outgoing), ['name', 'state', 'text'])
  const [mail] = await world.sentTo(store.owner.email)
  assert.equal(mail?.from?.address, address)
  assert.match(mail?.text ?? '', /✓ Outgoing mail[\s\S]*– SPF[\s\S]*\? DKIM[\s\S]*– DMARC/)
  world.sink.answers = { to: '550 5.1.1 No such user' }
  const [refusedOne]: Any[] = ok(await inbox.post(path))
  world.sink.answers = {}
  assert.deepEqual([refusedOne.state, /did not leave/.test(refusedOne.text)], ['bad', true])
  // Three a minute: the minute may turn over in between.
  const answers = await Promise.all(Array.from({ length: 8 }, () => inbox.post(path)))
  refused(answers.find(({ status }) => status !== 200) as Any, 429, 'RATE_LIMITED')
})

test('spec C11.2, C11.3: whatever clients do, nothing at the doors can end the process', async () => {
  const shop = await makeShop()
  const lines = ['EHLO c.example', 'MAIL FROM:<a@b.example>', `RCPT TO:<${shop.address}>`, 'DATA']
  for (let cut = 0; cut <= lines.length; cut++) {
    const socket = connect(world.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'data')
    for (const line of lines.slice(0, cut)) {
      socket.write(`${line}\r\n`)
      await once(socket, 'data')
    }
    if (cut === lines.length) socket.write('From: kim@customer.example\r\n\r\nHalf a ma')
    socket.resetAndDestroy()
  }
  for (const odd of [
    '\0\0\0\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `${'A'.repeat(100_000)}\r\n`,
    'STARTTLS\r\nno handshake\r\n',
    'EHLO x\r\nSTARTTLS\r\n\x16\x03garbage\r\n',
    'BDAT 5\r\n',
  ]) {
    const socket = connect(world.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'data')
    socket.write(odd)
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.destroy()
  }
  await world.send({ from: 'kim@customer.example', to: shop.address, text: 'Still here' })
  await arrives(shop, 'Still here')
  assert.equal((await list(shop)).length, 1)
  assert.doesNotMatch(server.logs(), /EMITTER WITHOUT/)
})
