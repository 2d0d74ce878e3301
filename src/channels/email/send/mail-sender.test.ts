import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { AddressBook } from '#outbound/address.ts'
import { makeAuthority } from '#test/doubles/authority.ts'
import { startNameServer } from '#test/doubles/dns.ts'
import { startMailServer } from '#test/doubles/mail-server.ts'
import { writeMail } from '../write.ts'
import { MailSender, type MailSenderOptions } from './mail-sender.ts'
import { BadSmtpUrl, readSmtpUrl } from './smtp-url.ts'

const { caFile, key, cert } = await makeAuthority()
const certificate = { key, cert }
const ca = readFileSync(caFile, 'utf8')
const names = await startNameServer()
for (const name of ['mail.receiver.test', 'other.example']) names.set(name, ['127.0.0.1'])
const addresses = new AddressBook({ allow: ['127.0.0.0/8'], dnsServers: [names.address] })

function sender(options: Partial<MailSenderOptions> = {}): MailSender {
  const made = new MailSender({ addresses, timeoutMs: 2_000, ca, isStrict: () => true, ...options })
  after(() => made.close())
  return made
}

function mail(to = 'ada@customer.example') {
  return writeMail({
    from: { address: 'support@lumen.example', name: 'Lumen' },
    to: [to],
    text: 'Hello',
    sentAt: new Date(),
    messageId: `<${randomUUID()}@in.example>`,
    replyTo: null,
    returnPath: null,
    subject: 'Lamp',
    inReplyTo: null,
    references: [],
    isAutomatic: false,
  })
}

test('a mail goes over STARTTLS to the address that the host was resolved to, signed in', async () => {
  const server = await startMailServer(certificate)
  const url = `smtp://lumen%40x:p%3Aw@mail.receiver.test:${server.port}`
  const sent = mail()
  const outcome = await sender().send({ id: 'a', url }, sent)
  assert.deepEqual(outcome, { kind: 'sent', externalId: sent.messageId })
  assert.deepEqual(server.mails[0]?.recipients, ['ada@customer.example'])
})

test('one after another go over one connection; a forgotten account opens another', async () => {
  const server = await startMailServer(certificate)
  const account = { id: 'a', url: `smtp://mail.receiver.test:${server.port}` }
  const one = sender({ connections: 1 })
  for (let i = 0; i < 5; i++) assert.equal((await one.send(account, mail())).kind, 'sent')
  assert.equal(server.connections, 1)
  one.forget('a')
  assert.equal((await one.send(account, mail())).kind, 'sent')
  assert.equal(server.connections, 2)
})

test('connections are kept for as many accounts as allowed', async () => {
  const server = await startMailServer(certificate)
  const one = sender({ accounts: 2, connections: 1 })
  const url = `smtp://mail.receiver.test:${server.port}`
  for (const id of ['a', 'b', 'c', 'b', 'c']) await one.send({ id, url }, mail())
  assert.equal(server.connections, 3)
  await one.send({ id: 'a', url }, mail())
  assert.equal(server.connections, 4)
})

test('connections that are closed while mails wait lose none without saying so', async () => {
  const server = await startMailServer(certificate)
  const one = sender({ accounts: 1, connections: 1 })
  const url = `smtp://mail.receiver.test:${server.port}`
  const sends = Array.from({ length: 40 }, (_, i) => one.send({ id: `account-${i % 3}`, url }, mail()))
  const outcomes = await Promise.all(sends)
  const sent = outcomes.filter(({ kind }) => kind === 'sent').length
  assert.equal(server.mails.length, sent)
  assert.deepEqual(
    outcomes.filter(({ kind }) => kind !== 'sent' && kind !== 'retry'),
    [],
  )
})

const ANSWERS: [string, Parameters<typeof answering>[0], string, RegExp][] = [
  ['an unknown recipient', { to: '550 5.1.1 No such user' }, 'failed', /does not exist/],
  ['an unknown recipient without an enhanced status', { to: '550 Nope' }, 'failed', /refused the mail/],
  ['a full mailbox', { to: '452 4.2.2 Full' }, 'retry', /full/],
  ['greylisting', { to: '451 4.7.1 Try later' }, 'retry', /takes no mail now/],
  ['a refused sender', { from: '553 5.1.8 Bad sender' }, 'failed', /our sender address/],
  ['refused content', { data: '554 5.7.26 Unauthenticated' }, 'failed', /SPF, DKIM and DMARC/],
  ['a mail that is too large', { data: '552 5.3.4 Too big' }, 'failed', /larger/],
  ['content put off', { data: '450 4.3.0 Busy' }, 'retry', /takes no mail now/],
  ['a wrong password', { auth: '535 5.7.8 Bad credentials' }, 'broken', /password/],
  ['a sign-in method refused', { auth: '534 5.7.9 Application password required' }, 'broken', /password/],
  ['passwords not checked now', { auth: '454 4.7.0 Temporary' }, 'retry', /does not check/],
]

async function answering(answers: Awaited<ReturnType<typeof startMailServer>>['answers']) {
  const server = await startMailServer(certificate)
  server.answers = answers
  return sender().send({ id: 'a', url: `smtp://u:p@mail.receiver.test:${server.port}` }, mail())
}

for (const [what, answers, kind, reason] of ANSWERS) {
  test(`${what}: ${kind}`, async () => {
    const outcome = await answering(answers)
    assert.equal(outcome.kind, kind, JSON.stringify(outcome))
    assert.ok('reason' in outcome)
    assert.match(outcome.reason, reason)
    assert.ok(!outcome.reason.includes('\n'))
  })
}

test('spec C11.5: a certificate of another host, or of nobody, and a server without encryption break the account', async () => {
  const server = await startMailServer(certificate)
  const secure = await startMailServer({ ...certificate, secure: true })
  const clear = await startMailServer()
  const urls = [
    `smtp://other.example:${server.port}`,
    `smtps://other.example:${secure.port}`,
    `smtp://u:p@mail.receiver.test:${clear.port}`,
    `smtps://mail.receiver.test:${clear.port}`,
  ]
  for (const url of urls) {
    const outcome = await sender().send({ id: 'a', url }, mail())
    assert.equal(outcome.kind, 'broken', `${url}: ${JSON.stringify(outcome)}`)
  }
  const untrusted = await sender({ ca: undefined }).send(
    { id: 'a', url: `smtps://mail.receiver.test:${secure.port}` },
    mail(),
  )
  assert.equal(untrusted.kind, 'broken')
  assert.equal(
    (await sender().send({ id: 'a', url: `smtps://mail.receiver.test:${secure.port}` }, mail())).kind,
    'sent',
  )
})

test('spec C11.5: in a network of one’s own STARTTLS is used where it is offered, whosever the certificate is', async () => {
  const servers = {
    clear: await startMailServer(),
    'of our authority': await startMailServer(certificate),
    'smtp-server’s own certificate': await startMailServer({ disabledCommands: [] }),
    'no sign-in': await startMailServer({ disabledCommands: ['AUTH'] }),
  }
  for (const [what, { port, mails }] of Object.entries(servers)) {
    for (const user of ['', 'u:p@']) {
      const own = sender({ isStrict: undefined, ca: undefined })
      const outcome = await own.send({ id: 'a', url: `smtp://${user}127.0.0.1:${port}` }, mail())
      assert.equal(outcome.kind, 'sent', `${what}: ${JSON.stringify(outcome)}`)
    }
    assert.equal(mails.length, 2)
  }
  const secure = await startMailServer({ ...certificate, secure: true })
  const own = sender({ isStrict: undefined, ca: undefined })
  assert.equal((await own.send({ id: 'a', url: `smtps://127.0.0.1:${secure.port}` }, mail())).kind, 'broken')
})

test('spec C11.5: no connection, silence and an unknown name are tried again; a forbidden address breaks the account', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await new Promise((done) => silent.once('listening', done))
  after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const quick = sender({ timeoutMs: 200 })
  assert.equal((await quick.send({ id: 'a', url: `smtp://mail.receiver.test:${port}` }, mail())).kind, 'retry')
  assert.equal((await quick.send({ id: 'b', url: 'smtp://mail.receiver.test:1' }, mail())).kind, 'retry')
  assert.equal((await quick.send({ id: 'c', url: 'smtp://unknown.example' }, mail())).kind, 'retry')
  const strict = sender({ addresses: new AddressBook({ allow: [], dnsServers: [names.address] }) })
  for (const host of ['mail.receiver.test', '10.0.0.1', '[::1]', 'localhost', '169.254.169.254']) {
    const outcome = await strict.send({ id: 'a', url: `smtp://${host}:${port}` }, mail())
    assert.equal(outcome.kind, 'broken', host)
  }
  assert.equal((await strict.send({ id: 'a', url: 'ftp://x' }, mail())).kind, 'broken')
})

test('a server that hangs up in the middle is tried again', async () => {
  for (const lines of [[], ['220 hi'], ['220 hi', '250 x'], ['220 hi', '250 x', '250 ok'], ['garbage']]) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      const next = () => {
        const line = lines.at(at++)
        if (line) socket.write(`${line}\r\n`)
        else socket.destroy()
      }
      let at = 0
      socket.on('data', next)
      next()
    })
    server.listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address() as AddressInfo
    const outcome = await sender({ timeoutMs: 500, isStrict: undefined }).send(
      { id: 'a', url: `smtp://127.0.0.1:${port}` },
      mail(),
    )
    server.close()
    assert.equal(outcome.kind, 'retry', JSON.stringify([lines, outcome]))
  }
})

test('an SMTP address is read, or refused without telling its password', () => {
  assert.deepEqual(readSmtpUrl('smtps://a%40b:p%25@mail.example'), {
    host: 'mail.example',
    port: 465,
    isSecure: true,
    user: 'a@b',
    password: 'p%',
    dkimSelector: null,
  })
  const selectorOf = (selector: string) => readSmtpUrl(`smtp://mail.example/?dkim=${selector}`).dkimSelector
  assert.deepEqual(['S1', 'mail.2026', '-a', 'a%20b', ''].map(selectorOf), ['s1', 'mail.2026', null, null, null])
  assert.deepEqual(readSmtpUrl('smtp://[::1]:2525').host, '::1')
  for (const bad of ['', 'mail.example', 'https://x', 'smtp://', 'smtp://u:secret%@x']) {
    assert.throws(
      () => readSmtpUrl(bad),
      (error: Error) => error instanceof BadSmtpUrl && !error.message.includes('secret'),
    )
  }
})
