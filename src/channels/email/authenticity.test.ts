import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { startNameServer } from '#test/doubles/dns.ts'
import { type MailServer, startMailServer } from '#test/doubles/mail-server.ts'
import { makeBounceAddress, makeMessageId, makeReplyAddress, storeKeyOf } from './address.ts'
import { checkAuthenticity, recordResolver } from './authenticity.ts'
import { readMail } from './read/read-mail.ts'
import { threadSigns } from './thread.ts'
import { writeMail } from './write.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keyText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const names = await startNameServer()
const server = await startMailServer()
const resolve = recordResolver([names.address])
const key = [randomBytes(32)] as const

function publish(domain: string, policy: string, { spf = 'v=spf1 ip4:127.0.0.1 -all' } = {}): void {
  names.setText(domain, spf)
  names.setText(`s1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${keyText}`)
  names.setText(`_dmarc.${domain}`, `v=DMARC1; p=${policy}`)
}

/** Sends a mail signed by `signer` from `from`, and gives it as it arrived. */
async function arrive(to: MailServer, signer: string | null, from: string, mail: object = {}) {
  const transport = createTransport({
    host: '127.0.0.1',
    port: to.port,
    ignoreTLS: true,
    ...(signer && {
      dkim: {
        domainName: signer,
        keySelector: 's1',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    }),
  })
  await transport.sendMail({ from, to: 'support@in.example', subject: 'Lamp', text: 'It is broken.', ...mail })
  transport.close()
  const taken = to.mails.at(-1)
  assert.ok(taken)
  return taken
}

test('spec C11.11: a signed mail of a domain that publishes SPF, DKIM and DMARC passes, over the wire', async (t) => {
  publish('customer.example', 'reject')
  const taken = await arrive(server, 'customer.example', 'Ada <ada@customer.example>')
  const start = performance.now()
  const verdict = await checkAuthenticity(taken, resolve)
  t.diagnostic(`judged in ${Math.round(performance.now() - start)} ms`)
  assert.deepEqual(verdict, { dmarc: 'pass', policy: 'reject', alignedDomain: 'customer.example' })
})

test('the same mail with a changed word, from elsewhere, fails', async () => {
  const taken = await arrive(server, 'customer.example', 'Ada <ada@customer.example>')
  const raw = Buffer.from(taken.raw.toString().replace('broken', 'fine'))
  const verdict = await checkAuthenticity({ ...taken, raw, ip: '192.0.2.1' }, resolve)
  assert.deepEqual(verdict, { dmarc: 'fail', policy: 'reject', alignedDomain: null })
})

test('spec C11.11: SPF alone is enough, DKIM alone is enough, another domain’s signature is not', async () => {
  publish('forger.example', 'none')
  const unsigned = await arrive(server, null, 'ada@customer.example')
  assert.equal((await checkAuthenticity(unsigned, resolve)).dmarc, 'pass')
  const signed = await arrive(server, 'customer.example', 'ada@customer.example')
  assert.equal((await checkAuthenticity({ ...signed, ip: '192.0.2.1' }, resolve)).dmarc, 'pass')
  const envelope = { from: 'x@forger.example', to: 'support@in.example' }
  const forged = await arrive(server, 'forger.example', 'ada@customer.example', { envelope })
  assert.deepEqual(await checkAuthenticity(forged, resolve), { dmarc: 'fail', policy: 'reject', alignedDomain: null })
})

test('a domain that publishes nothing, and one that cannot be asked, prove nothing', async () => {
  const plain = await arrive(server, null, 'bob@plain.example')
  const nothing = { dmarc: 'none', policy: null, alignedDomain: null }
  assert.deepEqual(await checkAuthenticity(plain, resolve), nothing)
  const refusing = async () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }))
  assert.deepEqual(await checkAuthenticity(plain, refusing), nothing)
})

test('a mail costs a bounded number of look-ups', async () => {
  const asked: string[] = []
  const counting = async (name: string, type: string) => {
    asked.push(name)
    return resolve(name, type)
  }
  publish('loop.example', 'none', {
    spf: `v=spf1 ${Array.from({ length: 40 }, (_, i) => `include:l${i}.loop.example`).join(' ')} -all`,
  })
  for (let i = 0; i < 40; i++) names.setText(`l${i}.loop.example`, 'v=spf1 include:loop.example -all')
  const taken = await arrive(server, 'loop.example', 'a@loop.example')
  await checkAuthenticity(taken, counting)
  const signatures = Array.from(
    { length: 500 },
    (_, i) => `DKIM-Signature: v=1; a=rsa-sha256; d=d${i}.example; s=s; h=from; bh=x; b=y\r\n`,
  )
  await checkAuthenticity({ ...taken, raw: Buffer.concat([Buffer.from(signatures.join('')), taken.raw]) }, counting)
  assert.ok(asked.length <= 60, `${asked.length} look-ups`)
})

test('anything is judged without an error', async () => {
  for (const raw of [
    '',
    '\n',
    'From: a@b\n\nx',
    'From: a@b.example, c@d.example\n\nx',
    'From: \0\nDKIM-Signature: ;;;=\n\n',
  ]) {
    const verdict = await checkAuthenticity({ raw: Buffer.from(raw), ip: 'no address', helo: '', sender: '' }, resolve)
    assert.notEqual(verdict.dmarc, 'pass')
  }
})

test('spec C11.10: a reply of ours and the answer to it find their conversation', async () => {
  const [shopId, conversationId, messageId] = ['shop', randomUUID(), randomUUID()]
  const replyTo = makeReplyAddress(key, shopId, conversationId, 'in.example') as string
  const ours = makeMessageId(key, messageId, 'in.example')
  const transport = createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true })
  await transport.sendMail(
    writeMail({
      from: { address: 'support@lumen.example', name: 'Lumen' },
      to: ['ada@customer.example'],
      text: 'Which colour?',
      sentAt: new Date(),
      messageId: ours,
      replyTo,
      returnPath: makeBounceAddress(key, shopId, messageId, 'in.example'),
      subject: 'Lamp',
      inReplyTo: null,
      references: [],
      isAutomatic: false,
    }),
  )
  const out = server.mails.at(-1)
  assert.ok(out)
  const sent = await readMail(out.raw)
  await transport.sendMail({
    from: 'ada@customer.example',
    to: sent.replyTo?.address,
    inReplyTo: sent.messageId as string,
    subject: 'Re: Lamp',
    text: 'Green',
  })
  transport.close()
  const back = server.mails.at(-1)
  assert.ok(back)
  const mail = await readMail(back.raw, { envelope: back })
  assert.deepEqual(threadSigns(key, mail), {
    token: { use: 'reply', storeKey: storeKeyOf(shopId), id: conversationId },
    messageIds: [ours],
  })
  const bounced = threadSigns(key, { ...mail, recipients: [out.sender] })
  assert.deepEqual(bounced.token, { use: 'bounce', storeKey: storeKeyOf(shopId), id: messageId })
})

test('how many mails a second are read and judged', async (t) => {
  const taken = await arrive(server, 'customer.example', 'Ada <ada@customer.example>')
  for (const [what, work] of [
    ['read', () => readMail(taken.raw)],
    ['judged', () => checkAuthenticity(taken, resolve)],
  ] as const) {
    const start = performance.now()
    for (let i = 0; i < 100; i++) await work()
    t.diagnostic(`${what}: ${((performance.now() - start) / 100).toFixed(2)} ms a mail`)
  }
})
