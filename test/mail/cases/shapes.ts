import { deflateRawSync } from 'node:zlib'
import {
  answer,
  base64,
  crlf,
  filePart,
  headers,
  htmlMail,
  type MailCase,
  OUR_MESSAGE,
  partsMail,
  plainMail,
  textPart,
} from '../eml.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const INVITATION = `BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VEVENT
UID:1@customer.example
DTSTART:20260310T090000Z
SUMMARY:Look at the lamp\\, together
END:VEVENT
END:VCALENDAR`

/** 10 MB of zeros as a file in a ZIP: 10 kB on the wire. */
function zipBomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(10_000_000))
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(10_000_000, 22)
  return Buffer.concat([header, packed])
}

/** A mail whose one text is inside `depth` multiparts. */
function nested(depth: number): string {
  const opens = Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}\n`)
  const [first, ...rest] = opens as [string, ...string[]]
  return crlf(`${headers()}${first}${rest.join('')}${textPart('Deep inside.')}\n--b${depth - 1}--\n`)
}

const latin1 = (text: string) => Buffer.from(crlf(text), 'latin1')
const withoutThread = { To: 'support@lumen.example', 'In-Reply-To': null, References: null }

export const shapes: MailCase[] = [
  {
    name: 'photo',
    eml: partsMail('mixed', [
      textPart('Here is a photo.'),
      filePart('IMG_0042.png', 'image/png', PNG),
      textPart('\n-- \nAda'),
    ]),
    expected: { ...answer('Here is a photo.'), attachments: ['IMG_0042.png'] },
  },
  {
    name: 'photo-alone',
    eml: partsMail('mixed', [filePart('../../etc/IMG_0042.png', 'image/png', PNG)]),
    expected: { ...answer(''), attachments: ['IMG_0042.png'] },
  },
  {
    name: 'photo-without-name',
    eml: partsMail('mixed', [
      textPart('See?'),
      `Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n${base64(PNG)}`,
    ]),
    expected: { ...answer('See?'), attachments: ['attachment-1.png'] },
  },
  {
    name: 'calendar',
    eml: partsMail('alternative', [textPart(INVITATION, 'text/calendar; method=REQUEST')]),
    expected: { ...answer('Look at the lamp, together'), attachments: ['attachment-1.ics'] },
  },
  {
    name: 'winmail',
    eml: partsMail('mixed', [
      textPart('The receipt is attached.'),
      filePart('winmail.dat', 'application/ms-tnef', Buffer.from('789f3e22', 'hex')),
    ]),
    expected: { ...answer('The receipt is attached.'), attachments: ['winmail.dat'] },
  },
  {
    name: 'mail-in-a-mail',
    eml: partsMail('mixed', [
      textPart('This came to me.'),
      `Content-Type: message/rfc822\n\n${headers({ Subject: 'Inner' })}\nInner words`,
    ]),
    expected: { ...answer('This came to me.'), attachments: ['attachment-1.eml'] },
  },
  {
    name: 'zip-bomb',
    eml: partsMail('mixed', [textPart('My invoices.'), filePart('invoices.zip', 'application/zip', zipBomb())]),
    expected: { ...answer('My invoices.'), attachments: ['invoices.zip'] },
  },
  { name: 'nested-25', eml: nested(25), expected: answer('Deep inside.') },
  {
    name: 'latin1-undeclared',
    eml: latin1(`${headers()}\nDie Lampe ist schön, aber der Schirm fehlt. 5 £!\n`),
    expected: answer('Die Lampe ist schön, aber der Schirm fehlt. 5 £!'),
  },
  {
    name: 'latin1-headers',
    eml: latin1(`${headers({ From: 'Jörg Müller <ada@customer.example>', Subject: 'Größe' })}\nHello\n`),
    expected: { ...answer('Hello'), subject: 'Größe' },
  },
  {
    name: 'iso-2022-jp',
    eml: Buffer.concat([
      latin1(
        headers({
          Subject: '=?ISO-2022-JP?B?GyRCJWklcyVXGyhC?=',
          'Content-Type': 'text/plain; charset=ISO-2022-JP',
          'Content-Transfer-Encoding': '7bit',
        }),
      ),
      Buffer.from('\r\n\x1b$B%i%s%W\x1b(B\r\n', 'latin1'),
    ]),
    expected: { ...answer('ランプ'), subject: 'ランプ' },
  },
  {
    name: 'flowed',
    eml: plainMail('This line is \nbroken softly.\n\n-- \nAda\n', {
      'Content-Type': 'text/plain; charset=utf-8; format=flowed',
    }),
    expected: answer('This line is broken softly.'),
  },
  {
    name: 'no-closing-boundary',
    eml: crlf(`${headers({ 'Content-Type': 'multipart/mixed; boundary=xyz' })}\n--xyz\n${textPart('Cut off')}`),
    expected: answer('Cut off'),
  },
  {
    name: 'no-boundary',
    eml: crlf(`${headers({ 'Content-Type': 'multipart/alternative' })}\nWords without a home.\n`),
    expected: answer(''),
  },
  { name: 'empty', eml: plainMail(''), expected: answer('') },
  { name: 'newline-only', eml: plainMail('\n\n \n'), expected: answer('') },
  {
    name: 'controls',
    eml: plainMail('One\u0000two\u0007 three\n', { Subject: '=?utf-8?Q?a=0D=0ABcc:_x@y.example=00?=' }),
    expected: { ...answer('Onetwo three'), subject: 'a Bcc: x@y.example' },
  },
  {
    name: 'from-many',
    eml: plainMail('We both agree.\n', {
      From: '"Ada, Countess" <ada@customer.example>, Charles <charles@customer.example>',
    }),
    expected: answer('We both agree.'),
  },
  {
    name: 'from-group',
    eml: plainMail('A group wrote.\n', { From: 'Family: ada@customer.example, b@c.example;' }),
    expected: answer('A group wrote.'),
  },
  {
    name: 'from-none',
    eml: plainMail('Who am I?\n', { From: null }),
    expected: { ...answer('Who am I?'), from: null },
  },
  {
    name: 'from-broken',
    eml: plainMail('Hm.\n', { From: 'Ada Lovelace <ada at customer dot example>' }),
    expected: { ...answer('Hm.'), from: null },
  },
  {
    name: 'html-empty-text',
    eml: partsMail('alternative', [textPart(' \n'), textPart('<p>Only <b>here</b>.</p>', 'text/html')]),
    expected: answer('Only here.'),
  },
  {
    name: 'html-table',
    eml: htmlMail('<table><tr><td>Order</td><td>1042</td></tr></table>'),
    expected: answer('Order 1042'),
  },
  // What belongs where.
  {
    name: 'new-conversation',
    eml: plainMail('Do you ship to Malta?\n', { ...withoutThread, Subject: 'Question' }),
    expected: { ...answer('Do you ship to Malta?'), thread: null, subject: 'Question' },
  },
  {
    name: 'thread-by-message-id',
    eml: plainMail('And to Gozo?\n', { To: 'support@lumen.example' }),
    expected: { ...answer('And to Gozo?'), thread: OUR_MESSAGE },
  },
  {
    name: 'thread-by-references',
    eml: plainMail('And to Comino?\n', { To: 'support@lumen.example', 'In-Reply-To': null }),
    expected: { ...answer('And to Comino?'), thread: OUR_MESSAGE },
  },
  {
    name: 'thread-never-by-subject',
    eml: plainMail('And to Filfla?\n', { ...withoutThread, Subject: 'Re: Your order 1042' }),
    expected: { ...answer('And to Filfla?'), thread: null },
  },
  {
    name: 'thread-forged-token',
    eml: plainMail('Let me in.\n', { ...withoutThread, To: `reply+${'a'.repeat(56)}@in.lumen.example` }),
    expected: { ...answer('Let me in.'), thread: null },
  },
]
