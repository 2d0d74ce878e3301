import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMail } from './read-mail.ts'

// Small mails, one or more for each class of fault that was found in public mails, and what the reader should say.

const FOLDER = new URL('../../../../test/mail/small/', import.meta.url)

interface Expected {
  text: string
  subject: string
  attachments: { name: string; type: string; size: number; sha256: string }[] | 'any'
  automatic: boolean
  /** The keys that are compared. */
  bounce?: Record<string, string>
}

/** Lines without empty ones; white space, and what stands between cells, is one space. */
const folded = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/[\s|]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')

const only = (fields: object, keys: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)))

async function checkMail(name: string): Promise<void> {
  const mail = await readMail(readFileSync(new URL(`${name}.eml`, FOLDER)))
  const expected: Expected = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'))
  const attachments = mail.attachments.map(({ name, type, bytes }) => ({
    name,
    type,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const found = {
    text: expected.text === 'any' ? 'any' : folded(mail.text),
    subject: mail.subject,
    attachments: expected.attachments === 'any' ? 'any' : attachments,
    automatic: mail.automatic !== null,
    bounce: only(mail.bounce ?? {}, Object.keys(expected.bounce ?? {})),
  }
  const wanted = {
    ...expected,
    text: folded(expected.text),
    bounce: expected.bounce ?? {},
  }
  assert.deepEqual(found, wanted)
}

test('each small mail is read right', async (t) => {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => file.replace('.eml', ''))
  assert.ok(names.length >= 56)
  for (const name of names) await t.test(name, () => checkMail(name))
})
