import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok } from '#test/expect.ts'
import { makeMailShop, parts } from '#test/fixtures/mail-shop.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'

// Spec C11.17: files of mail. Their senders cannot be asked to send what is left out.

const world = await startMailWorld()
const server = await startServer({ env: world.env })

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj')
const file = (name: string, bytes: Buffer, type = 'application/octet-stream', more = '') =>
  `Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\n${more}Content-Transfer-Encoding: base64\n\n${bytes.toString('base64')}`
const logo = (n: number) =>
  `Content-Type: image/png; name="image00${n}.png"\nContent-ID: <image00${n}@sig>\nContent-Disposition: inline; filename="image00${n}.png"\nContent-Transfer-Encoding: base64\n\n${PNG}`
const words = (text: string) => `Content-Type: text/plain; charset=utf-8\n\n${text}`

/** The text of a mail's message, its files, and the notes beside it. */
async function received(...list: string[]) {
  const shop = await makeMailShop(server, world)
  const text = `Please see the files ${randomUUID()}`
  const { type, body } = parts('mixed', words(text), ...list)
  await shop.send({ Subject: 'Files', 'Content-Type': type }, body)
  await shop.settle()
  for (const { id } of await shop.list()) {
    const messages = await shop.messages(id)
    const message = messages.find((one) => one.text.includes(text))
    if (!message) continue
    const notes = messages.filter(({ isNote }) => isNote).map((one) => one.text)
    return {
      words: message.text.replace(text, ''),
      names: message.files.map(({ name }: { name: string }) => name),
      files: message.files,
      notes,
    }
  }
  throw new Error('the mail did not arrive')
}

test('spec C11.17: attached files come before the logos that the markup shows, and a mail’s files have a limit of their own', async () => {
  const logos = [1, 2, 3, 4, 5].map(logo)
  const shown = [1, 2, 3, 4, 5].map((n) => `<img src="cid:image00${n}@sig">`).join('')
  const related = `Content-Type: multipart/related; boundary="rel"\n\n--rel\nContent-Type: text/html\n\n<p>See</p>${shown}\n${logos.map((one) => `--rel\n${one}\n`).join('')}--rel--`
  const { names, notes } = await received(related, file('invoice.pdf', PDF, 'application/pdf'))
  assert.deepEqual(names, [
    'invoice.pdf',
    'image001.png',
    'image002.png',
    'image003.png',
    'image004.png',
    'image005.png',
  ])
  assert.deepEqual(notes, [])
  const photos = Array.from({ length: 8 }, (_, n) => file(`photo-${n}.png`, Buffer.from(PNG, 'base64'), 'image/png'))
  assert.equal((await received(...photos)).names.length, 8)
  const many = Array.from({ length: 52 }, (_, n) => file(`f-${n}.pdf`, PDF, 'application/pdf'))
  const crowd = await received(related, ...many)
  assert.deepEqual([crowd.names.length, crowd.names.every((name: string) => name.startsWith('f-'))], [50, true])
  assert.match(crowd.notes.join('\n'), /7 more files were not kept/)
})

test('spec C11.17: a named text behind the words is a file, and markup comes under the rules for files', async () => {
  const serials = Array.from({ length: 12 }, (_, n) => `SN-10${n}`).join('\n')
  const inline = (type: string, name: string, body: string) =>
    `Content-Type: ${type}; name="${name}"\nContent-Disposition: inline; filename="${name}"\n\n${body}`
  for (const part of [
    inline('text/plain', 'serials.txt', serials),
    `Content-Type: text/plain; name="serials.txt"\n\n${serials}`,
  ]) {
    assert.deepEqual(
      { ...(await received(part)), files: [] },
      { words: '', names: ['serials.txt'], files: [], notes: [] },
    )
  }
  const label = await received(inline('text/html', 'label.html', '<p>LABEL 4711</p>'))
  assert.deepEqual([label.words, label.names], ['', []])
  assert.match(label.notes.join(), /label\.html.*not kept/)
})

const le = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const SHEETS: [name: string, bytes: Buffer, type: string][] = [
  ['windows-1252.csv', Buffer.from('Bestellung;Gr\xf6\xdfe\r\n1002;10 \x96 20\r\n', 'latin1'), 'text/csv'],
  ['shift-jis.csv', Buffer.concat([Buffer.from([0x92, 0x8d, 0x95, 0xb6]), Buffer.from(',1\r\n')]), 'text/csv'],
  ['gbk.csv', Buffer.from([0xb6, 0xa9, 0xb5, 0xa5, 0x2c, 0x31]), 'text/csv'],
  ['cyrillic.csv', Buffer.from([0xc7, 0xe0, 0xea, 0xe0, 0xe7, 0x3b, 0x31]), 'text/csv'],
  ['mac.csv', Buffer.from('Order;Size\r\n1002;gro\xa7 - k\x8fln\r\n', 'latin1'), 'text/csv'],
  ['utf-16le.csv', le('Bestellung;Größe\r\n1002;10 – 20\r\n'), 'text/csv'],
  ['utf-16be.csv', Buffer.from(le('Größe;1\r\n')).swap16(), 'text/csv'],
  [
    'latin1.vcf',
    Buffer.from('BEGIN:VCARD\r\nVERSION:2.1\r\nN:M\xfcller;J\xf6rg\r\nEND:VCARD\r\n', 'latin1'),
    'text/vcard',
  ],
]

test('spec C11.17: tables and cards are taken in the encodings that programs save them in, by mail and in the chat', async () => {
  const { names, notes, files } = await received(...SHEETS.map(([name, bytes]) => file(name, bytes)))
  assert.deepEqual([names, notes], [SHEETS.map(([name]) => name), []])
  const store = await makeMailShop(server, world)
  for (const [name, bytes, type] of SHEETS) {
    const visitor = await makeVisitor(server, store)
    const sent = ok(
      await visitor.api.call('POST', `/storefront/files?name=${name}`, bytes, { 'content-type': 'x/y' }),
      201,
    )
    assert.deepEqual([sent.name, sent.type], [name, type])
  }
  const answer = await fetch(server.baseUrl + files[5].url)
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;/)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), SHEETS[5]?.[1])
})

test('spec C11.17: of a mail any kind of file is kept as a download that no system runs and no browser shows', async () => {
  const kept: [string, Buffer][] = [
    ['photos.zip', Buffer.from('504b0304140000000000000000000000', 'hex')],
    ['letter.doc', Buffer.from('d0cf11e0a1b11ae1000000000000000000000000', 'hex')],
    ['drawing.dwg', Buffer.from('AC1032\0\0\0\0\0')],
    ['forwarded.eml', Buffer.from('From: a@b.example\r\nSubject: x\r\n\r\nHello\r\n')],
    ['no-extension', Buffer.from([1, 2, 3])],
    ['large.dat', Buffer.alloc(11 * 1024 * 1024, 7)],
  ]
  const { names, files, notes } = await received(...kept.map(([name, bytes]) => file(name, bytes)))
  assert.deepEqual(names, ['photos.zip', 'letter.doc', 'drawing.dwg', 'forwarded.eml', 'no-extension.bin', 'large.dat'])
  assert.deepEqual(notes, [])
  const answer = await fetch(server.baseUrl + files[0].url)
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;/)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const refused: [string, string | Buffer][] = [
    ['a.exe', 'x'],
    ['b.dat', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['c.dat', Buffer.from('7f454c4602010100', 'hex')],
    ['d.dat', `  ${svg}`],
    ['e.dat', le('<html>')],
    ['f.svg', 'x'],
    ['g.js', 'alert(1)'],
    ['h.dat', '#!/bin/sh\nrm -rf /'],
    ['i.xlsm', 'x'],
    ['j.html', 'x'],
  ]
  const lost = await received(...refused.map(([name, bytes]) => file(name, Buffer.from(bytes as string))))
  assert.deepEqual(lost.names, [])
  for (const [name] of refused) assert.match(lost.notes.join('\n'), new RegExp(`“${name}” was not kept`))
})
