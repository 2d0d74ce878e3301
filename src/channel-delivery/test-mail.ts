import { randomUUID } from 'node:crypto'
import { type AddressKeys, makeMessageId } from '#channels/email/address.ts'
import type { MailSender } from '#channels/email/send/mail-sender.ts'
import type { Account, AccountCheck } from '#core/channels/accounts.ts'
import type { Shop } from '#database/database.ts'
import type { Credentials } from '#storage/channels/accounts.ts'
import { bad, good, poor } from './check-records.ts'
import { addressFrom } from './email.ts'
import type { MailboxTokens } from './mailbox-tokens.ts'

export interface TestMailOptions {
  sender: MailSender
  tokens: MailboxTokens
  mail: { url: string; from: string } | undefined
  keys: AddressKeys
  inboundDomain: string | null
}

const MARKS = { good: '✓', poor: '–', bad: '✕', unknown: '?' }

/** Sends a mail as a mailbox's replies leave, that says what was found when it was checked. Never rejects. */
export async function sendTestMail(
  shop: Shop,
  account: Account,
  credentials: Credentials,
  { to, checks }: { to: string; checks: readonly AccountCheck[] },
  { sender, tokens, mail, keys, inboundDomain }: TestMailOptions,
): Promise<AccountCheck> {
  const name = 'Test mail'
  const server = tokens.smtpOf(shop, account, credentials) ?? (mail && { id: 'SMTP_URL', url: mail.url })
  if (!server) return bad(name, 'Nothing was sent: there is no server for outgoing mail.')
  const from = addressFrom(account, credentials, mail?.from)
  const answersTo = credentials.imap || inboundDomain === null ? account.address : `${account.id}@${inboundDomain}`
  const outcome = await sender.send(server, {
    envelope: { from, to: [to] },
    from: { address: from, name: account.name ?? 'Parley' },
    to,
    ...(answersTo !== null && answersTo !== from && { replyTo: answersTo }),
    subject: `Test of ${account.address}`,
    text: wordsOf(account, checks),
    messageId: makeMessageId(keys, randomUUID(), from.split('@').at(-1) ?? ''),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  if (outcome.kind === 'sent') {
    return good(
      name,
      `It left for ${to}. Should it not be there in a minute, look among the spam. An answer to it becomes a conversation in the inbox: that shows whether mail comes in.`,
    )
  }
  return (outcome.kind === 'retry' ? poor : bad)(name, `It did not leave for ${to}: ${outcome.reason}`)
}

function wordsOf(account: Account, checks: readonly AccountCheck[]): string {
  const found = checks.map(({ name, state, text }) => `${MARKS[state]} ${name}\n${text}`)
  return [
    `This mail left as replies from ${account.address} do. What was found:`,
    ...found,
    'Answer this mail: the answer becomes a conversation in the inbox, if mail comes in.',
  ].join('\n\n')
}
