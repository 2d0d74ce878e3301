import { createHash } from 'node:crypto'
import { readAuthenticationResults } from './authentication-results.ts'
import { type Authenticity, checkAuthenticity, NOTHING_PROVEN, type ResolveRecord } from './authenticity.ts'
import { type MailHead, unpackMail } from './payload.ts'
import type { ParsedMail } from './read/parsed-mail.ts'
import { readMail } from './read/read-mail.ts'

/** A mail that was read and judged. */
export interface JudgedMail {
  head: MailHead
  mail: ParsedMail
  authenticity: Authenticity
  /** By what it is known again: its Message-ID; of a mail without one, made of its bytes. With angle brackets. */
  id: string
}

/** Reads a stored mail (`packMail`), and tells when that is done: looking up who sent it takes longer. Throws `MailUnreadable`. */
export async function judgeMail(payload: Uint8Array, resolve: ResolveRecord, onRead = () => {}): Promise<JudgedMail> {
  const { head, raw } = unpackMail(payload)
  const mail = await readMail(raw, head.via === 'smtp' ? { envelope: head } : {})
  onRead()
  const id = mail.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@no-message-id>`
  return { head, mail, authenticity: await judge(head, raw, resolve), id }
}

/** At our own door and by POST we look ourselves; in a mailbox its provider did, who saw where the mail came from. */
function judge(head: MailHead, raw: Uint8Array, resolve: ResolveRecord): Authenticity | Promise<Authenticity> {
  switch (head.via) {
    case 'smtp':
      return checkAuthenticity({ raw, ip: head.ip, helo: head.helo, sender: head.sender }, resolve)
    case 'post':
      return checkAuthenticity({ raw, ip: '', helo: '', sender: '' }, resolve)
    case 'imap':
      return head.authservId === null ? NOTHING_PROVEN : readAuthenticationResults(raw, head.authservId)
  }
}
