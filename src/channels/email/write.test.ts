import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { readMail } from './read/read-mail.ts'
import { BadMailAddress, type OutgoingReply, writeMail } from './write.ts'

const REPLY: OutgoingReply = {
  from: { address: 'support@lumen.example', name: 'Lumen Shop' },
  to: ['ada@customer.example'],
  text: 'Hello Ada,\n\nit is on its way: https://lumen.example/t?a=1&b=2.\nSee <you> & "us"',
  sentAt: new Date('2026-03-03T10:11:12Z'),
  messageId: '<m1@in.example>',
  replyTo: 'reply+x@in.example',
  returnPath: 'bounce+x@in.example',
  subject: 'Lamp',
  inReplyTo: '<c3@customer.example>',
  references: ['<c1@customer.example>', '<m0@in.example>', '<c3@customer.example>'],
  isAutomatic: false,
}

/** The mail as it goes over the wire. */
async function bytesOf(reply: Partial<OutgoingReply>): Promise<{ raw: Buffer; headers: string; envelope: unknown }> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message, envelope } = await transport.sendMail(writeMail({ ...REPLY, ...reply }))
  const raw = message as Buffer
  return { raw, headers: raw.toString('utf8').split('\r\n\r\n', 1)[0] as string, envelope }
}

test('a reply has who, where answers and bounces go, and what it answers', async () => {
  const { raw, headers, envelope } = await bytesOf({})
  const mail = await readMail(raw)
  assert.deepEqual(mail.from, { address: 'support@lumen.example', name: 'Lumen Shop' })
  assert.deepEqual(mail.replyTo, { address: 'reply+x@in.example', name: 'Lumen Shop' })
  assert.deepEqual(mail.recipients, ['ada@customer.example'])
  assert.equal(mail.messageId, '<m1@in.example>')
  assert.equal(mail.inReplyTo, '<c3@customer.example>')
  assert.deepEqual(mail.references, REPLY.references)
  assert.equal(mail.subject, 'Re: Lamp')
  assert.equal(mail.text, REPLY.text)
  assert.deepEqual(mail.date, REPLY.sentAt)
  assert.deepEqual(envelope, { from: 'bounce+x@in.example', to: ['ada@customer.example'] })
  assert.match(mail.html ?? '', /<a href="https:\/\/lumen\.example\/t\?a=1&amp;b=2"[^>]*>[^<]*<\/a>\./)
  assert.match(mail.html ?? '', /See &lt;you&gt; &amp; /)
  assert.doesNotMatch(headers, /auto-submitted/i)
})

test('spec C11.12: what the AI agent writes says that it is automatic', async () => {
  const { raw, headers } = await bytesOf({ isAutomatic: true })
  assert.match(headers, /^Auto-Submitted: auto-replied$/m)
  assert.equal((await readMail(raw)).automatic, 'auto-submitted')
})

test('the last ten references are told, the parent last, each once', async () => {
  const references = Array.from({ length: 30 }, (_, i) => `<c${i}@x.example>`)
  const mail = await readMail((await bytesOf({ references, inReplyTo: '<p@x.example>' })).raw)
  assert.deepEqual(mail.references, [...references.slice(-9), '<p@x.example>'])
  const first = await readMail((await bytesOf({ references: [], inReplyTo: null })).raw)
  assert.deepEqual([first.references, first.inReplyTo], [[], null])
})

test('a subject is answered once, in any language', () => {
  const subjects: [string, string][] = [
    ['Lamp', 'Re: Lamp'],
    ['Re: Lamp', 'Re: Lamp'],
    ['AW: Lampe', 'Re: Lampe'],
    ['回复：灯', 'Re: 灯'],
    ['Re[2]: Lamp', 'Re: Lamp'],
    ['Regarding: Lamp', 'Re: Regarding: Lamp'],
    ['', 'Re:'],
  ]
  for (const [given, expected] of subjects) assert.equal(writeMail({ ...REPLY, subject: given }).subject, expected)
})

const INJECTIONS = [
  '\r\nBcc: evil@x.example',
  '\nBcc: evil@x.example',
  '\rBcc: evil@x.example',
  '\0',
  '\u2028Bcc: evil@x.example',
  '"\r\n\r\n<script>',
  '\ud800',
]

test('spec C11.17: nothing in names, subject and ids makes a header or another recipient', async () => {
  for (const evil of INJECTIONS) {
    const { headers, envelope } = await bytesOf({
      from: { address: 'support@lumen.example', name: `Lumen${evil}` },
      subject: `Lamp${evil}`,
      messageId: `<m1${evil}@in.example>`,
      inReplyTo: `<c3${evil}@x.example>`,
      references: [`<c1@x.example>${evil}`, evil],
    })
    const names = headers.split(/\r\n(?![ \t])/).map((line) => (line.split(':')[0] as string).toLowerCase())
    assert.deepEqual(
      names.filter((name) => name === 'bcc' || !/^[\w-]+$/.test(name)),
      [],
    )
    assert.deepEqual(envelope, { from: 'bounce+x@in.example', to: ['ada@customer.example'] })
  }
})

test('rejects an empty or multiple recipient address', () => {
  for (const evil of [
    ...INJECTIONS.map((one) => `ada@x.example${one}`),
    '',
    'ada',
    'a@b, c@d',
    'a@b>',
    '<a@b>',
    'a b@c',
    `${'a'.repeat(65)}@b`,
  ]) {
    for (const list of ['to', 'cc', 'bcc']) {
      assert.throws(() => writeMail({ ...REPLY, [list]: [evil] }), BadMailAddress)
    }
    assert.throws(() => writeMail({ ...REPLY, from: { address: evil, name: '' } }), BadMailAddress)
  }
})

test('spec C13.8: copies are named in Cc, hidden ones in the envelope only', async () => {
  const lists = { to: ['a@x.example', 'b@x.example'], cc: ['c@x.example'], bcc: ['hidden@x.example'] }
  const { raw, headers, envelope } = await bytesOf(lists)
  assert.match(headers, /^To: a@x\.example, b@x\.example\r\nCc: c@x\.example\r\n/m)
  assert.doesNotMatch(raw.toString(), /hidden|^bcc/im)
  assert.deepEqual(envelope, { from: 'bounce+x@in.example', to: [...lists.to, ...lists.cc, ...lists.bcc] })
})

test('a text that looks like a path or an address is text', async () => {
  for (const text of ['/etc/passwd', 'file:///etc/passwd', 'https://x.example/a']) {
    assert.equal((await readMail((await bytesOf({ text })).raw)).text, text)
  }
})
