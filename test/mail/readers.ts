import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AddressObject, simpleParser } from 'mailparser'
import PostalMime, { type Address } from 'postal-mime'

/** What a mail says, as one of three independent readers finds it. */
export interface ReadMail {
  /** Name and address. */
  from: [string, string][]
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo: string[]
  subject: string
  messageId: string
  inReplyTo: string
  references: string[]
  text: string
  /** Name and bytes in hex. */
  files: [string, string][]
}

/** Readers by name: two libraries of npm, and Python's own package. */
export const READERS: Record<string, (mails: Buffer[]) => Promise<ReadMail[]>> = {
  'postal-mime': (mails) => Promise.all(mails.map(readWithPostalMime)),
  mailparser: (mails) => Promise.all(mails.map(readWithMailparser)),
  'Python’s email': readWithPython,
}

/** Why Python's reader cannot run here; false where it can. In CI Python has to be there. */
export const NO_PYTHON: string | false = isInstalled() || process.env.CI ? false : 'Python is not installed: python3'

function isInstalled(): boolean {
  try {
    execFileSync('python3', ['-c', 'import email.policy'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const addressesOf = (list: Address[] | undefined) => (list ?? []).map(({ address }) => address ?? '')
const hex = (bytes: Uint8Array | ArrayBuffer | string) => Buffer.from(bytes as Uint8Array).toString('hex')
const listOf = (text: string | string[] | undefined) => [text ?? []].flat().join(' ').split(/\s+/).filter(Boolean)

async function readWithPostalMime(raw: Buffer): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw)
  return {
    from: mail.from ? [[mail.from.name, mail.from.address ?? '']] : [],
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    bcc: addressesOf(mail.bcc),
    replyTo: addressesOf(mail.replyTo),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    inReplyTo: mail.inReplyTo ?? '',
    references: listOf(mail.references),
    text: mail.text ?? '',
    files: mail.attachments.map(({ filename, content }) => [filename ?? '', hex(content)]),
  }
}

async function readWithMailparser(raw: Buffer): Promise<ReadMail> {
  const mail = await simpleParser(raw)
  const addresses = (of: AddressObject | AddressObject[] | undefined) =>
    [of ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''))
  return {
    from: (mail.from?.value ?? []).map(({ name, address }) => [name, address ?? '']),
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    bcc: addresses(mail.bcc),
    replyTo: addresses(mail.replyTo),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    inReplyTo: mail.inReplyTo ?? '',
    references: listOf(mail.references),
    text: mail.text ?? '',
    files: mail.attachments.map(({ filename, content }) => [filename ?? '', hex(content)]),
  }
}

async function readWithPython(mails: Buffer[]): Promise<ReadMail[]> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-mails-'))
  try {
    const paths = mails.map((raw, index) => {
      const path = join(directory, `${index}.eml`)
      writeFileSync(path, raw)
      return path
    })
    const script = fileURLToPath(new URL('read_mail.py', import.meta.url))
    return JSON.parse(execFileSync('python3', [script, ...paths], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))
  } finally {
    rmSync(directory, { recursive: true })
  }
}
