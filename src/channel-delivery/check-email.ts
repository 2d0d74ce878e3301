import { type ResolveRecord, recordResolver } from '#channels/email/authenticity.ts'
import { BadImapUrl, readImapUrl } from '#channels/email/imap/imap-url.ts'
import { MailboxRefused, OpenMailbox } from '#channels/email/imap/open-mailbox.ts'
import type { MailSender } from '#channels/email/send/mail-sender.ts'
import type { Account, AccountCheck } from '#core/channels/accounts.ts'
import { type AddressBook, AddressRefused } from '#outbound/address.ts'
import type { Credentials } from '#storage/channels/accounts.ts'
import { bad, checkRecords, good, lookUp, poor } from './check-records.ts'
import { addressFrom } from './email.ts'

export interface EmailCheckOptions {
  sender: MailSender
  addresses: Pick<AddressBook, 'resolve'>
  dnsServers: readonly string[]
  mail: { url: string; from: string } | undefined
  inboundDomain: string | null
}

/** Looks at all that a mailbox needs: its servers, signed in to, and what its domain publishes. Sends nothing. */
export async function checkEmail(
  account: Account,
  credentials: Credentials,
  options: EmailCheckOptions,
): Promise<AccountCheck[]> {
  const resolve = recordResolver(options.dnsServers)
  const { mail } = options
  const domain = addressFrom(account, credentials, mail?.from).split('@').at(-1) ?? ''
  const smtpUrl = credentials.smtp?.url ?? mail?.url
  const [outgoing, incoming, records] = await Promise.all([
    checkOutgoing(account, credentials, options),
    checkIncoming(account, credentials, options, resolve),
    checkRecords({ mailbox: account.address ?? '', domain, smtpUrl }, resolve),
  ])
  return [outgoing, incoming, ...records]
}

async function checkOutgoing(
  account: Account,
  { smtp }: Credentials,
  { sender, mail }: EmailCheckOptions,
): Promise<AccountCheck> {
  const name = 'Outgoing mail'
  const half = 'sending' as const
  const url = smtp?.url ?? mail?.url
  if (url === undefined) {
    const text = 'There is no server for outgoing mail: give smtp.url, or have SMTP_URL set.'
    return { ...bad(name, text), proves: { half, works: false } }
  }
  const trouble = await sender.verify({ id: smtp ? account.id : 'SMTP_URL', url })
  if (!trouble) {
    const text = smtp ? 'The mailbox’s server takes mail.' : 'The service’s server takes mail.'
    return { ...good(name, text), proves: { half, works: true } }
  }
  // A passing error does not stop the check, and an admin cannot fix the service's own server.
  if (trouble.kind !== 'broken' || !smtp) return poor(name, trouble.reason)
  return { ...bad(name, trouble.reason), proves: { half, works: false } }
}

async function checkIncoming(
  account: Account,
  { imap, inboundSecret }: Credentials,
  { addresses, inboundDomain }: EmailCheckOptions,
  resolve: ResolveRecord,
): Promise<AccountCheck> {
  const name = 'Incoming mail'
  if (imap) return checkMailbox(name, imap.url, addresses)
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
  addresses: EmailCheckOptions['addresses'],
): Promise<AccountCheck> {
  const half = 'receiving' as const
  try {
    const server = readImapUrl(url)
    const mailbox = await OpenMailbox.open(server, await addresses.resolve(server.host))
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

const isLasting = (error: unknown) =>
  error instanceof MailboxRefused || error instanceof BadImapUrl || error instanceof AddressRefused
