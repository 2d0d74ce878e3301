import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { INBOUND_DOMAIN, startMailWorld } from '../doubles/mail.ts'
import type { TakenMail } from '../doubles/mail-server.ts'
import { ok } from '../expect.ts'
import { signInOwner } from '../fixtures/inbox.ts'
import { makeMailShop } from '../fixtures/mail-shop.ts'
import { startServer } from '../service/server.ts'
import { until } from '../until.ts'
import { NO_PYTHON, READERS, type ReadMail } from './readers.ts'

// 60 mails that members send in the three ways there are, read by three independent readers: recipients, names, subjects, files
// and thread headers are as meant, and who is in Bcc stands in none of them.

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const CASES = 60
const WAYS = ['reply', 'new', 'forward'] as const
const NAMES = [
  'Acme Help',
  'Grüße & Söhne',
  '株式会社ランプ',
  'Lamps, "The" Shop',
  'Öl 🛢️ Laden',
  `Long ${'name '.repeat(15)}`.trim(),
]
const SUBJECTS = [
  'Your order #1042',
  'Größe und Maße – „Übersicht“',
  'ランプの修理について',
  'Ваш заказ',
  'طلبك رقم 12',
  '🎁 A present: 50 % off <today>',
  'a'.repeat(70),
  `${'Ein langer Betreff mit Umlauten: äöü '.repeat(5)}`.trim(),
  'Quote "this", back\\slash; =?utf-8?Q?not_encoded?=',
  'Lamp  with   spaces',
]
const FILES: [string, string][][] = [
  [],
  [['invoice.txt', 'Invoice']],
  [['Größe & Maße.txt', 'äöü ß €']],
  [
    ['説明書.txt', '説明'],
    ['two.txt', 'Two\r\nlines\n'],
  ],
  [['it\'s "quoted"; name=1.txt', 'x']],
  [[`${'long-'.repeat(14)}name-ä.txt`, 'y'.repeat(5_000)]],
  [
    ['one.txt', '1'],
    ['.hidden.txt', '2'],
    ['three.txt', '.\r\n..\r\nFrom here'],
  ],
]
const TEXTS = [
  'Hello,\n\nit is on its way.\n\nGreetings',
  'Grüße aus Köln — 漢字 🎉',
  '.\n..\nFrom the beginning\n-- \nnot a signature',
  `${'wide '.repeat(300)}`.trim(),
]

const world = await startMailWorld()
const server = await startServer({ env: world.env })
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const newAddress = (name: string) => `${name}-${randomUUID()}@customer.example`

interface Sent {
  way: (typeof WAYS)[number]
  taken: TakenMail
  expected: Omit<ReadMail, 'messageId' | 'bcc' | 'references'>
  /** Message-IDs that References name at least. */
  references: string[]
  bcc: string[]
  conversation: string
  shop: Any
  cc: string[]
}

const sent: Sent[] = []

/** One mail of a member's, and what it is meant to say. */
async function send(shop: Any, inbox: Any, index: number): Promise<Sent> {
  const way = pick(WAYS, index)
  const [subject, text] = [pick(SUBJECTS, index), `${pick(TEXTS, index)}\n\nCase ${randomUUID()}`]
  const files = way === 'forward' ? [] : pick(FILES, index)
  const uploads: string[] = []
  const names: [string, string][] = []
  for (const [name, words] of files) {
    const path = `/api/chat/files?name=${encodeURIComponent(name)}`
    const bytes = { 'content-type': 'application/octet-stream' }
    const file = ok(await inbox.call('POST', path, words, bytes), 201)
    uploads.push(file.id)
    // The service may have changed a name that a system would hide.
    names.push([file.name, Buffer.from(words).toString('hex')])
  }
  const customer = newAddress('kim')
  const [to, cc, bcc] = [
    way === 'forward' ? [newAddress('to'), newAddress('to')] : [customer],
    index % 2 === 0 ? [newAddress('copy'), newAddress('copy')] : [],
    index % 4 < 2 ? [newAddress('hidden')] : [],
  ]
  let [conversation, answered] = ['', '']
  if (way === 'new') {
    const start = { channel: 'email', email: customer, subject, text, files: uploads, accountId: shop.account.id }
    conversation = ok(await inbox.post('/api/chat/conversations', start), 201).id
  } else {
    answered = `<${randomUUID()}@customer.example>`
    const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
    const question = `Question ${randomUUID()}`
    const headers = { From: `Kim <${customer}>`, Subject: encoded, 'Message-ID': answered }
    await shop.send(headers, question, { from: customer })
    const path = '/api/chat/conversations?limit=100'
    const found: Any = await until('the conversation', async () =>
      ok(await inbox.get(path)).find(({ lastMessage }: Any) => lastMessage?.text === question),
    )
    conversation = found.id
    const messages = `/api/chat/conversations/${conversation}/messages`
    const email = { to, cc, bcc }
    if (way === 'reply') ok(await inbox.post(messages, { text, files: uploads, email }), 201)
    else {
      const [{ id }] = ok(await inbox.get(messages))
      ok(await inbox.post(`${messages}/${id}/forward`, { text, email }), 201)
    }
  }
  const isNew = way === 'new'
  const recipient = to[0] as string
  const taken = await until('the mail', () => world.sink.mails.find(({ recipients }) => recipients.includes(recipient)))
  const shown = subject.replace(/\s+/g, ' ')
  const title = way === 'reply' ? `Re: ${shown}` : way === 'forward' ? `Fwd: ${shown}` : shown
  return {
    way,
    taken,
    expected: {
      from: [[shop.name, shop.address]],
      to,
      cc: isNew ? [] : cc,
      replyTo: [],
      subject: title,
      inReplyTo: way === 'reply' ? answered : '',
      text,
      files: names,
    },
    references: way === 'reply' ? [answered] : [],
    bcc: isNew ? [] : bcc,
    cc: isNew ? [] : cc,
    conversation,
    shop,
  }
}

before(async () => {
  for (const [index, name] of NAMES.entries()) {
    const shop = await makeMailShop(server, world)
    await shop.connect({ channel: 'email', address: shop.address, name })
    const inbox = await signInOwner(server, shop)
    for (let one = index; one < CASES; one += NAMES.length) sent.push(await send({ ...shop, name }, inbox, one))
  }
})

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

for (const [name, read] of Object.entries(READERS)) {
  const skip = name.startsWith('Python') ? NO_PYTHON : false
  test(`spec C13.8, C13.12: ${name} reads ${CASES} mails as they were meant`, { skip }, async () => {
    assert.equal(sent.length, CASES)
    const mails = await read(sent.map(({ taken }) => taken.raw))
    for (const [index, mail] of mails.entries()) {
      const { way, expected, references, taken, bcc } = sent[index] as Sent
      const told = `${way} ${index}`
      const { messageId, replyTo, subject, text, references: found, bcc: hidden, ...rest } = mail
      const { replyTo: _, subject: title, text: words, ...meant } = expected
      assert.deepEqual(rest, meant, told)
      assert.equal(plain(subject), plain(title), told)
      assert.match(messageId, /^<[^<>\s]+@in\.parley\.test>$/, told)
      assert.ok(plain(text).includes(plain(words)), `${told}: ${text}`)
      assert.deepEqual([replyTo.length, hidden], [1, []], told)
      assert.match(replyTo[0] as string, way === 'forward' ? /^forward\+/ : /^reply\+/, told)
      assert.ok((replyTo[0] as string).endsWith(`@${INBOUND_DOMAIN}`), told)
      assert.deepEqual(found, references, told)
      assert.deepEqual(taken.recipients.toSorted(), [...expected.to, ...expected.cc, ...bcc].toSorted(), told)
      for (const address of bcc) assert.ok(!taken.raw.toString().includes(address), `${told} shows ${address}`)
    }
    assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, CASES)
  })
}

test('spec C13.8: those in copy who answer are in the conversation of that mail, and nowhere else', async () => {
  const answered = sent.filter(({ way, cc }) => way === 'reply' && cc.length > 0)
  assert.ok(answered.length >= 8, String(answered.length))
  const mails = await (READERS['postal-mime'] as (mails: Buffer[]) => Promise<ReadMail[]>)(
    answered.map(({ taken }) => taken.raw),
  )
  for (const [index, { shop, cc, conversation }] of answered.entries()) {
    const { replyTo, messageId, subject } = mails[index] as ReadMail
    const [from, text] = [cc[0] as string, `In copy ${randomUUID()}`]
    // Some programs keep the Reply-To, some only what they answer.
    const to = index % 2 === 0 ? (replyTo[0] as string) : shop.address
    const thread: Record<string, string> = index % 2 === 0 ? {} : { 'In-Reply-To': messageId, References: messageId }
    const headers = { From: from, To: to, Subject: subject.replace(/[^ -~]/g, '?'), ...thread }
    await shop.send(headers, text, { from, to })
    const found = await until('the answer', async () => {
      const all: Any[] = await shop.list()
      return all.find(({ lastMessage }) => lastMessage?.text === text)
    })
    assert.equal(found.id, conversation)
  }
})
