import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { packMail } from '../payload.ts'
import { MailUnreadable } from '../read/parsed-mail.ts'
import { MailReader } from './mail-reader.ts'

const mail = (text: string) =>
  Buffer.from(`From: kim@customer.example\r\nMessage-ID: <${text}@c.example>\r\n\r\n${text}\r\n`)
const packed = (raw: Buffer) => packMail({ via: 'imap', authservId: null }, raw)

function open(options: { timeoutMs?: number; program?: URL } = {}): MailReader {
  const reader = new MailReader({ dnsServers: [], ...options })
  after(() => reader.close())
  return reader
}

const STUCK_READER = new URL(import.meta.resolve('#test/doubles/stuck-reader.ts'))

test('mails are read, many at a time, and known again', async () => {
  const reader = open()
  const read = await Promise.all(['a', 'b', 'c'].map((text) => reader.read(packed(mail(text)))))
  assert.deepEqual(
    read.map(({ mail: { text }, id }) => [text, id]),
    [
      ['a', '<a@c.example>'],
      ['b', '<b@c.example>'],
      ['c', '<c@c.example>'],
    ],
  )
  const nameless = Buffer.from('From: kim@customer.example\r\n\r\nHello')
  const [one, same] = await Promise.all([reader.read(packed(nameless)), reader.read(packed(nameless))])
  assert.equal(one.id, same.id)
  assert.match(one.id, /^<[\da-f]{64}@no-message-id>$/)
})

test('a mail that takes too long is unreadable; those behind it are read', async () => {
  const reader = open({ timeoutMs: 1_000, program: STUCK_READER })
  const read = async (text: string) => String(await reader.read(Buffer.from(text)))
  const endless = read('endless')
  const beside = read('beside')
  await assert.rejects(endless, MailUnreadable)
  assert.deepEqual([await beside, await read('again')], ['beside', 'again'])
})

test('a mail whose sender takes too long to look up is unreadable; those looked up beside it are read', async () => {
  const reader = open({ timeoutMs: 1_000, program: STUCK_READER })
  const read = async (text: string) => String(await reader.read(Buffer.from(text)))
  const before = [read('a'), read('b')]
  const stuck = read('stuck')
  const after = read('c')
  await assert.rejects(stuck, MailUnreadable)
  assert.deepEqual(await Promise.all([...before, after]), ['a', 'b', 'c'])
  await assert.rejects(read('stuck'), MailUnreadable)
})

test('a reader that closes leaves its mails to be read again', async () => {
  const reader = open()
  const reading = reader.read(packed(mail('late')))
  reader.close()
  await assert.rejects(reading, (error) => !(error instanceof MailUnreadable))
})
