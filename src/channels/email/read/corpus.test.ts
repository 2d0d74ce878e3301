import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CORPUS_KEY, type MailCase } from '#test/mail/eml.ts'
import { threadSigns } from '../thread.ts'
import { readMail } from './read-mail.ts'

const FOLDER = new URL('../../../../test/mail/corpus/', import.meta.url)
const TEXT_GOAL = 0.95

const mails = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => ({
    name: file.replace('.eml', ''),
    raw: readFileSync(new URL(file, FOLDER)),
    expected: JSON.parse(readFileSync(new URL(file.replace('.eml', '.json'), FOLDER), 'utf8')) as MailCase['expected'],
  }))

const read = await Promise.all(mails.map(async (one) => ({ ...one, mail: await readMail(one.raw) })))

test('the corpus has 60 mails or more', () => assert.ok(mails.length >= 60))

test('spec C11.10: at least 95 % of the texts are the new words, neither more nor less', (t) => {
  const wrong = read.filter(({ mail, expected }) => mail.text !== expected.text)
  t.diagnostic(`${read.length - wrong.length} of ${read.length} texts are right`)
  for (const { name, mail } of wrong) t.diagnostic(`${name}: ${JSON.stringify(mail.text)}`)
  assert.ok(wrong.length <= read.length * (1 - TEXT_GOAL), wrong.map(({ name }) => name).join(', '))
})

test('spec C11.10: no mail loses words: where the text is not what it should be, it is more', () => {
  for (const { name, mail, expected } of read) {
    for (const line of expected.text.split('\n')) assert.ok(mail.text.includes(line), `${name} lost ${line}`)
  }
})

test('spec C11.10: of 60 mails that look like quotes and signatures but are words, none is cut', () => {
  const kept = read.filter(({ name }) => name.startsWith('kept-'))
  assert.ok(kept.length >= 60)
  for (const { name, mail, expected } of kept) assert.equal(mail.text, expected.text, name)
})

for (const { name, mail, expected } of read) {
  test(`spec C11.10: ${name}: author, thread, what is automatic and what bounced`, () => {
    const { token, messageIds } = threadSigns(CORPUS_KEY, mail)
    const { reason = '', ...bounce } = mail.bounce ?? {}
    assert.deepEqual(
      {
        from: mail.from?.address ?? null,
        thread: token?.id ?? messageIds[0] ?? null,
        automatic: mail.automatic,
        bounce: mail.bounce && bounce,
        subject: expected.subject && mail.subject,
        attachments: expected.attachments && mail.attachments.map((attachment) => attachment.name),
      },
      {
        from: expected.from,
        thread: expected.thread,
        automatic: expected.automatic,
        bounce: expected.bounce,
        subject: expected.subject,
        attachments: expected.attachments,
      },
    )
    if (mail.bounce) assert.match(reason, /^The .*\./)
  })
}
