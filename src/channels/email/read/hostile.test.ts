import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUnstorable } from '#base/text.ts'
import { randomMails } from '#test/mail/random-mime.ts'
import { MAIL_LIMITS } from './limits.ts'
import { MailUnreadable, type ParsedMail } from './parsed-mail.ts'
import { readMail } from './read-mail.ts'

const SEED = 20_260_303
/** Far above what reading takes: what is slow in another way than by the mail's size takes minutes. */
const SLOW_MS = 8_000

/** Whether what came out can be stored and shown, whatever went in. */
function check(mail: ParsedMail): void {
  const { attachments, date, ...texts } = mail
  assert.equal(findUnstorable(texts), null)
  assert.equal(findUnstorable(attachments.map(({ bytes: _, ...rest }) => rest)), null)
  assert.ok(Array.from(mail.text).length <= MAIL_LIMITS.words)
  for (const line of [mail.subject, mail.from?.name, mail.from?.address, mail.replyTo?.name, ...mail.recipients]) {
    assert.doesNotMatch(line ?? '', /\p{Cc}/u)
  }
  for (const { name } of attachments) assert.doesNotMatch(name, /\p{Cc}|[/\\]/u)
  for (const id of [mail.messageId, mail.inReplyTo, ...mail.references]) assert.match(id ?? '<x>', /^<[^<>\s]+>$/)
  assert.ok(date === null || !Number.isNaN(date.getTime()))
  if (mail.html) {
    const tags = (mail.html.match(/<[^>]*>/g) ?? []).join('')
    assert.doesNotMatch(
      tags,
      /<(script|iframe|object|form|input|link|meta|base|svg|style)\b|\son\w+=|javascript:|url\(/i,
    )
    assert.doesNotMatch(tags, /<img[^>]+src="(?!cid:)/i)
  }
}

test('spec C11.3: random mails are read, or refused as unreadable', async (t) => {
  let unreadable = 0
  for (const raw of randomMails(SEED, 3_000)) {
    try {
      check(await readMail(raw))
    } catch (error) {
      assert.ok(error instanceof MailUnreadable, `${(error as Error).stack}\n${raw.toString('latin1').slice(0, 2000)}`)
      unreadable++
    }
  }
  t.diagnostic(`${unreadable} of 3000 were unreadable`)
  assert.ok(unreadable < 300)
})

const head = 'From: a@b.example\nSubject: x\n'
const html = (body: string) => `${head}Content-Type: text/html; charset=utf-8\n\n${body}`
const million = 1_000_000
/** A header of 240,000 characters in lines that mail servers take. */
const folded = (part: string) => part.repeat(240_000 / part.length).replace(/.{900}/g, '$&\n ')

/** What is quadratic somewhere shows in these. */
const LARGE: Record<string, string> = {
  'spaces in a line': `${head}\n${' '.repeat(million)}x`,
  'spaces before colons': `${head}\n${' :'.repeat(million / 2)}`,
  'empty lines': `${head}\n${'\n'.repeat(90_000)}x`,
  'quote marks': `${head}\n${'>'.repeat(million)}`,
  'quoted lines': `${head}\n${'> a\n'.repeat(90_000)}`,
  'beginnings of attributions': `${head}\n${'On 3 Mar 2026 a@b.example '.repeat(million / 26)}wrote:`,
  'lines that begin attributions': `${head}\n${'On 3 Mar 2026 at 10:11\n'.repeat(million / 23)}`,
  'lines that end attributions': `${head}\n${'a@b.example 10:11:\n'.repeat(million / 19)}`,
  'copied headers': `${head}\n${'From: a@b.example\n'.repeat(million / 18)}`,
  'signature lines': `${head}\n${'-- \n'.repeat(90_000)}`,
  'device lines': `${head}\n${'Sent from my iPhone\n'.repeat(million / 20)}`,
  'one header line': `From: ${'a@b.example,'.repeat(20_000)}\n\nx`,
  'one quoted name': `From: "${'\\"'.repeat(120_000)}\n\nx`,
  'opening parentheses': `From: ${'('.repeat(250_000)}\n\nx`,
  'encoded words': `Subject: ${'=?utf-8?Q?a?= '.repeat(17_000)}\n\nx`,
  'broken encoded words': `Subject: ${'=?utf-8?Q?'.repeat(24_000)}\n\nx`,
  'opening brackets of an automatic mail': `Auto-Submitted: ${folded('(')}\n\nx`,
  'brackets of an automatic mail': `Auto-Submitted: ${folded('(a')}\n\nx`,
  'groups of authors': `From: ${folded('re: ')}\n\nx`,
  'groups of recipients': `Delivered-To: ${folded('a;')}\n\nx`,
  'quotes of a type': `Content-Type: ${folded('\\')}\n\nx`,
  'Message-IDs': `References: ${'<a@b>'.repeat(50_000)}\n\nx`,
  'opening angles': `References: ${'<'.repeat(250_000)}\n\nx`,
  'parameters of a type': `Content-Type: text/plain${'; a=b'.repeat(40_000)}\n\nx`,
  'nested elements': html('<div>'.repeat(200_000)),
  'nested quotes': html('<blockquote>'.repeat(80_000)),
  'nested unknown elements': html('<x>'.repeat(170_000)),
  'elements that nobody closes': html('<table><p><li><td>'.repeat(290)),
  'nested tables': html('<table><tr><td>'.repeat(60_000)),
  'open brackets': html('<'.repeat(million)),
  'open comments': html('<!--'.repeat(million / 4)),
  'entities': html('&amp'.repeat(million / 4)),
  'attributes': html(`<a ${'b="c" '.repeat(million / 6)}>`),
  'styles': html(`<p style="${'color:red;'.repeat(million / 10)}">x</p>`),
  'brackets in styles': html(`<p style="${'a:(['.repeat(million / 4)}">x</p>`),
  'links': html('<a href="https://a.example/">b</a>'.repeat(million / 34)),
  'images': html('<img src="cid:1">'.repeat(million / 17)),
  'spaces in HTML': html(`<p>${' '.repeat(million)}x</p>`),
  'breaks in HTML': html('<br>'.repeat(million / 4)),
  'parts': `${head}Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(9_000)}`,
  'HTML parts': `${head}Content-Type: multipart/mixed; boundary=b\n\n${'--b\nContent-Type: text/html\n\n<p>x\n'.repeat(9_000)}`,
  'delivery reports': `${head}Content-Type: multipart/report; boundary=b\n\n${'--b\nContent-Type: message/delivery-status\n\nAction: failed\n'.repeat(4_000)}`,
  'boundaries in a line': `${head}Content-Type: multipart/mixed; boundary="-"\n\n${'-'.repeat(million)}`,
  'unfinished boundaries': `${head}Content-Type: multipart/mixed; boundary=b\n\n${'--b x\n'.repeat(9_000)}`,
  'paddings': `${head}Content-Transfer-Encoding: base64\n\n${'YQ=='.repeat(million / 4)}`,
  'encoded bytes': `${head}Content-Transfer-Encoding: quoted-printable\n\n${'=41'.repeat(million / 3)}`,
  'broken encoded bytes': `${head}Content-Transfer-Encoding: quoted-printable\n\n${'= =\t'.repeat(million / 4)}`,
  'uuencoded files': `${head}\n${'begin 644 a\n`\nend\n'.repeat(30_000)}`,
  'unfinished uuencoded files': `${head}\n${'begin 644 a\n'.repeat(80_000)}`,
  'flowed lines': `${head}Content-Type: text/plain; format=flowed\n\n${'a \n'.repeat(90_000)}`,
  'words before attributions': `${head}\n${'Yes. On Mon, 5 Jan 2026, a@b.example wrote:\n> a\n'.repeat(20_000)}`,
  'undeclared bytes': `${head}\n${'Content-Type: text/plain\n\x80'.repeat(million / 26)}`,
} // biome-ignore format: a table

for (const [what, text] of Object.entries(LARGE)) {
  test(`spec C11.3: many ${what} take no longer than their size`, async (t) => {
    const start = process.cpuUsage()
    const mail = await readMail(Buffer.from(text, 'latin1')).catch((error: Error) => error)
    const { user, system } = process.cpuUsage(start) // whatever else the machine does meanwhile
    const ms = (user + system) / 1_000
    t.diagnostic(`${Math.round(ms)} ms`)
    if (mail instanceof Error) assert.ok(mail instanceof MailUnreadable, mail.stack)
    else check(mail)
    assert.ok(ms < SLOW_MS, `${ms} ms`)
  })
}

test('spec C11.3: what is larger than a mail may be is refused before it is parsed', async () => {
  const nested = Array.from(
    { length: 60 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
  ).join('')
  const cases = [
    Buffer.alloc(MAIL_LIMITS.bytes + 1, 'a'),
    Buffer.alloc(MAIL_LIMITS.shortLines + 10, '\n'),
    Buffer.from(`${'a'.repeat(50)}\n`.repeat(MAIL_LIMITS.lines + 10)),
    Buffer.from(`${head}\n${'--b\n'.repeat(MAIL_LIMITS.boundaryLines + 1)}`),
    Buffer.from(`${'X: yyyy\n'.repeat(MAIL_LIMITS.headerBytes / 6)}\nx`),
    Buffer.from(nested),
  ]
  for (const [i, raw] of cases.entries()) await assert.rejects(readMail(raw), MailUnreadable, `case ${i}`)
})

test('a mail of 25 MB is read', async (t) => {
  const file = Buffer.alloc(25 * million, 'parley')
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')
  const parts = `--b\n\nHere it is.\n--b\nContent-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\n${file}\n--b--`
  const raw = Buffer.from(`${head}Content-Type: multipart/mixed; boundary=b\n\n${parts}`)
  const start = performance.now()
  const mail = await readMail(raw)
  t.diagnostic(`${Math.round(performance.now() - start)} ms`)
  assert.equal(mail.text, 'Here it is.')
  assert.equal(mail.attachments[0]?.bytes.length, 25 * million)
})

test('no bytes at all, and bytes of any kind, are a mail without words', async () => {
  for (const raw of [Buffer.alloc(0), Buffer.from([0]), Buffer.alloc(1000, 0xff), Buffer.from('\n\n\n')]) {
    const mail = await readMail(raw)
    check(mail)
    assert.equal(mail.from, null)
  }
})
