import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMail } from './read-mail.ts'

const HEAD = 'From: kim@customer.example.com\r\nSubject: Lamp\r\nMIME-Version: 1.0\r\n'

/** Reads a mail whose header goes on with `header`; characters of both are bytes. */
const read = (header: string, body: string) =>
  readMail(Buffer.from(`${HEAD}${header}\r\n\r\n${body.replaceAll('\n', '\r\n')}`, 'latin1'))

/** Characters as the bytes of their UTF-8. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const mixed = (...parts: string[]) =>
  [
    'Content-Type: multipart/mixed; boundary="=_b"',
    `${parts.map((part) => `--=_b\n${part}\n`).join('')}--=_b--\n`,
  ] as const

test('text that is UTF-8 is read so under a wrong label, in every transfer encoding', async () => {
  const words = 'Größe „M“ – danke'
  const quoted = [...Buffer.from(words)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
  for (const charset of ['us-ascii', 'iso-8859-15', 'windows-1250', 'x-nothing']) {
    for (const [encoding, body] of [
      ['8bit', utf8(words)],
      ['quoted-printable', quoted],
      ['base64', Buffer.from(words).toString('base64')],
    ] as const) {
      const header = `Content-Type: text/plain; charset="${charset}"\r\nContent-Transfer-Encoding: ${encoding}`
      assert.equal((await read(header, body)).text, words, `${charset} ${encoding}`)
    }
  }
})

test('text in the charset that its label names stays in that', async () => {
  for (const [charset, bytes, words] of [
    ['iso-8859-1', 'Gr\xf6\xdfe', 'Größe'],
    ['windows-1251', '\xd1\xef\xe0\xf1\xe8\xe1\xee', 'Спасибо'],
    ['gbk', '\xc4\xe3\xba\xc3', '你好'],
    ['shift_jis', '\x82\xa0', 'あ'],
    ['utf-8', utf8('Größe'), 'Größe'],
  ] as const) {
    assert.equal((await read(`Content-Type: text/plain; charset=${charset}`, bytes)).text, words, charset)
  }
  assert.equal((await read('Content-Type: text/plain', 'Gr\xf6\xdfe')).text, 'Größe', 'no label')
})

/** Base64 of each four bytes by themselves, padded, as some programs write it. */
const padded = (bytes: string) =>
  (bytes.match(/.{1,4}/gs) ?? []).map((piece) => Buffer.from(piece, 'latin1').toString('base64')).join('\n')

test('files have their exact bytes in every transfer encoding', async () => {
  const bytes = 'a;b\r\n1;2\r\n\r\n\xff\x00\tend  '
  const quoted = 'a;b=0D=0A1;2=0D=0A=0D=0A=FF=00=\n\tend=20=20'
  for (const [encoding, body] of [
    ['7bit', bytes.replaceAll('\r\n', '\n')],
    ['binary', bytes.replaceAll('\r\n', '\n')],
    ['quoted-printable', quoted],
    ['base64', Buffer.from(bytes, 'latin1').toString('base64')],
    ['base64', padded(bytes)],
  ] as const) {
    const file = `Content-Type: text/csv; name=a.csv\nContent-Disposition: attachment; filename=a.csv\nContent-Transfer-Encoding: ${encoding}\n\n${body}`
    const mail = await read(...mixed('\nHere it is.', file))
    assert.equal(mail.text, 'Here it is.', encoding)
    assert.deepEqual(Buffer.from(mail.attachments[0]?.bytes ?? []), Buffer.from(bytes, 'latin1'), encoding)
  }
})

test('of several texts each is read by itself: quotes and signatures end with theirs', async () => {
  const answer = 'Yes.\n\nOn Mon, 5 Jan 2026 at 10:12, anna@lamps.example.com wrote:\n> Well?\n'
  const mail = await read(...mixed(`\n${answer}`, '\nAnd the back.\n\n-- \nKim', '\n-- \nSent by hand'))
  assert.equal(mail.text, 'Yes.\n\nAnd the back.')
  assert.match(mail.wholeText ?? '', /Well\?.*And the back\..*Sent by hand/s)
})

test('flowed lines are joined within one depth of quotes, stuffed lines lose their space', async () => {
  const flowed = 'Content-Type: text/plain; charset=utf-8; format=flowed'
  assert.equal((await read(flowed, 'one \ntwo \nthree\n from here\n')).text, 'one two three\nfrom here')
  assert.equal((await read(`${flowed}; delsp=yes`, 'Donau \ndampfer\n')).text, 'Donaudampfer')
  assert.equal((await read(flowed, 'Words \n-- \nKim\n')).text, 'Words')
})

test('a multipart mail without its boundary is text; one within it is read', async () => {
  assert.equal((await read('Content-Type: multipart/mixed; boundary=never', 'Hello')).text, 'Hello')
  const inner =
    'Content-Type: multipart/alternative; boundary=c\n\n--c\n\nHello\n--c\nContent-Type: text/html\n\n<p>Hello</p>\n--c--'
  assert.equal((await read(...mixed(inner))).text, 'Hello')
})

test('parts that are nested too deeply, and headers without an end, are unreadable', async () => {
  const nested = Array.from(
    { length: 40 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
  ).join('')
  await assert.rejects(readMail(Buffer.from(nested)), /nested/)
  await assert.rejects(read(...mixed(`X: ${'y'.repeat(300_000)}`)), /headers/)
})
