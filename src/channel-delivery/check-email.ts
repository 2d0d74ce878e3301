import { type ResolveRecord, recordResolver } from '#channels/email/authenticity.ts'
import { openMailboxAt } from '#channels/email/imap/open-mailbox-at.ts'
import type { MailSender, SmtpAccount } from '#channels/email/send/mail-sender.ts'
import type { FindLogin } from '#channels/email/sign-in/login.ts'
import type { Account, AccountCheck } from '#core/channels/accounts.ts'
import type { Shop } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import type { Credentials } from '#storage/channels/accounts.ts'
import { bad, checkRecords, good, lookUp, poor } from './check-records.ts'
import { addressFrom } from './email.ts'
import type { MailboxTokens } from './mailbox-tokens.ts'
import { isLasting } from './mailboxes.ts'

export interface EmailCheckOptions {
  sender: MailSender
  addresses: Pick<AddressBook, 'resolve'>
  tokens: MailboxTokens
  dnsServers: readonly string[]
  mail: { url: string; from: string } | undefined
  inboundDomain: string | null
}

interface WithLogin {
  findLogin: FindLogin | undefined
}

/** Looks at all that a mailbox needs: its servers, signed in to, and what its domain publishes. Sends nothing. */
export async function checkEmail(
  shop: Shop,
  account: Account,
  credentials: Credentials,
  options: EmailCheckOptions,
): Promise<AccountCheck[]> {
  const resolve = recordResolver(options.dnsServers)
  const { mail, tokens } = options
  const findLogin = tokens.loginsOf(shop, account, credentials)
  const domain = addressFrom(account, credentials, mail?.from).split('@').at(-1) ?? ''
  const smtpUrl = credentials.smtp?.url ?? mail?.url
  const [outgoing, incoming, records] = await Promise.all([
    checkOutgoing(tokens.smtpOf(shop, account, credentials), options),
    checkIncoming(account, credentials, { ...options, findLogin }, resolve),
    checkRecords({ mailbox: account.address ?? '', domain, smtpUrl }, resolve),
  ])
  return [outgoing, incoming, ...records]
}

async function checkOutgoing(own: SmtpAccount | undefined, { sender, mail }: EmailCheckOptions): Promise<AccountCheck> {
  const name = 'Outgoing mail'
  const half = 'sending' as const
  const server = own ?? (mail && { id: 'SMTP_URL', url: mail.url })
  if (!server) {
    const text = 'There is no server for outgoing mail: give smtp.url, or have SMTP_URL set.'
    return { ...bad(name, text), proves: { half, works: false } }
  }
  const trouble = await sender.verify(server)
  if (!trouble) {
    const text = own ? 'The mailbox’s server takes mail.' : 'The service’s server takes mail.'
    return { ...good(name, text), proves: { half, works: true } }
  }
  // A passing error does not stop the check, and an admin cannot fix the service's own server.
  if (trouble.kind !== 'broken' || !own) return poor(name, trouble.reason)
  return { ...bad(name, trouble.reason), proves: { half, works: false } }
}

async function checkIncoming(
  account: Account,
  { imap, inboundSecret }: Credentials,
  { addresses, inboundDomain, findLogin }: EmailCheckOptions & WithLogin,
  resolve: ResolveRecord,
): Promise<AccountCheck> {
  const name = 'Incoming mail'
  if (imap) return checkMailbox(name, imap.url, { addresses, findLogin })
  if (inboundDomain !== null) {
    const has = await lookUp(resolve, inboundDomain, 'MX')
    const target = `Forward the mailbox to ${account.id}@${inboundDomain}.`
    if (!has) return poor(name, `${target} Whether ${inboundDomain} has an MX record could not be looked up now.`)
    return has.length > 0
      ? good(name, target)
      : poor(name, `${target} ${inboundDomain} has no MX record yet: make one that names this service’s host.`)
  }
  return inboundSecret
    ? good(name, `Mail comes in by POST /channels/email/${account.id}.`)
    : bad(name, 'Nothing brings mail in: give imap.url, have INBOUND_SMTP_PORT set, or make a secret for POST.')
}

async function checkMailbox(
  name: string,
  url: string,
  options: Pick<EmailCheckOptions, 'addresses'> & WithLogin,
): Promise<AccountCheck> {
  const half = 'receiving' as const
  try {
    const { server, mailbox } = await openMailboxAt(url, options)
    mailbox.close()
    const proves = { half, works: true }
    if (server.authservId !== null) return { ...good(name, 'The mailbox can be read.'), proves }
    const text =
      'The mailbox can be read, but whom its provider vouches for is not known: add ?authserv=NAME to the IMAP address, with the name that stands first in its Authentication-Results.'
    return { ...poor(name, text), proves }
  } catch (error) {
    const { message } = error as Error
    return isLasting(error)
      ? { ...bad(name, message), proves: { half, works: false } }
      : poor(name, `The mailbox cannot be read now: ${message}`)
  }
}
