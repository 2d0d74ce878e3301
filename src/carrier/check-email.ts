import { type ResolveRecord, recordResolver } from '#channels/email/authenticity.ts'
import { BadImapUrl, readImapUrl } from '#channels/email/imap/imap-url.ts'
import { MailboxRefused, OpenMailbox } from '#channels/email/imap/open-mailbox.ts'
import type { MailSender } from '#channels/email/send/mail-sender.ts'
import type { Account, AccountCheck } from '#core/channels/accounts.ts'
import { type AddressBook, AddressRefused } from '#outbound/address.ts'
import type { Credentials } from '#storage/channels/accounts.ts'
import { addressIn } from './email.ts'

export interface EmailCheckOptions {
  sender: MailSender
  addresses: Pick<AddressBook, 'resolve'>
  dnsServers: readonly string[]
  mail: { url: string; from: string } | undefined
  inboundDomain: string | null
}

const good = (name: string, text: string): AccountCheck => ({ name, state: 'good', text })
const poor = (name: string, text: string): AccountCheck => ({ name, state: 'poor', text })
const bad = (name: string, text: string): AccountCheck => ({ name, state: 'bad', text })

/** Looks at all that a mailbox needs: its servers, signed in to, and what its domain publishes. Sends nothing. */
export async function checkEmail(
  account: Account,
  credentials: Credentials,
  options: EmailCheckOptions,
): Promise<AccountCheck[]> {
  const resolve = recordResolver(options.dnsServers)
  const isOwn = credentials.smtp !== undefined || account.isTrusted
  const from = isOwn ? (account.address ?? '') : addressIn(options.mail?.from ?? '')
  const domain = from.split('@').at(-1) ?? ''
  const checks = await Promise.all([
    checkOutgoing(account, credentials, options),
    checkIncoming(account, credentials, options, resolve),
    checkRecord('SPF', domain, domain, 'v=spf1', 'that lists the servers your mail leaves by', resolve),
    checkRecord(
      'DMARC',
      domain,
      `_dmarc.${domain}`,
      'v=DMARC1',
      'with a policy; it needs SPF or DKIM to be right',
      resolve,
    ),
  ])
  return checks
}

async function checkOutgoing(
  account: Account,
  { smtp }: Credentials,
  { sender, mail }: EmailCheckOptions,
): Promise<AccountCheck> {
  const name = 'Outgoing mail'
  const url = smtp?.url ?? mail?.url
  if (url === undefined) return bad(name, 'There is no server for outgoing mail: give smtp.url, or have SMTP_URL set.')
  const trouble = await sender.verify({ id: smtp ? account.id : 'SMTP_URL', url })
  if (!trouble) return good(name, smtp ? 'The mailbox’s server takes mail.' : 'The service’s server takes mail.')
  // What passes is no reason to stop, and the service's own server is nothing that an admin can mend.
  return trouble.kind === 'broken' && smtp ? bad(name, trouble.reason) : poor(name, trouble.reason)
}

async function checkIncoming(
  account: Account,
  { imap, inboundSecret }: Credentials,
  { addresses, inboundDomain }: EmailCheckOptions,
  resolve: ResolveRecord,
): Promise<AccountCheck> {
  const name = 'Incoming mail'
  if (imap) {
    try {
      const server = readImapUrl(imap.url)
      const mailbox = await OpenMailbox.open(server, await addresses.resolve(server.host))
      mailbox.close()
      if (server.authservId !== null) return good(name, 'The mailbox can be read.')
      return poor(
        name,
        'The mailbox can be read, but whom its provider vouches for is not known: add ?authserv=NAME to the IMAP address, with the name that stands first in its Authentication-Results.',
      )
    } catch (error) {
      const { message } = error as Error
      return isLasting(error) ? bad(name, message) : poor(name, `The mailbox cannot be read now: ${message}`)
    }
  }
  if (inboundDomain !== null) {
    const has = await resolve(inboundDomain, 'MX').catch(() => [])
    const target = `Forward the mailbox to ${account.id}@${inboundDomain}.`
    return has.length > 0
      ? good(name, target)
      : poor(name, `${target} ${inboundDomain} has no MX record yet: make one that names this service’s host.`)
  }
  return inboundSecret
    ? good(name, `Mail comes in by POST /channels/email/${account.id}.`)
    : bad(name, 'Nothing brings mail in: give imap.url, have INBOUND_SMTP_PORT set, or make a secret for POST.')
}

const isLasting = (error: unknown) =>
  error instanceof MailboxRefused || error instanceof BadImapUrl || error instanceof AddressRefused

async function checkRecord(
  name: string,
  domain: string,
  host: string,
  start: string,
  what: string,
  resolve: ResolveRecord,
): Promise<AccountCheck> {
  const records = await resolve(host, 'TXT').catch(() => [])
  const found = records.map((record) => [record].flat().join('')).find((record) => record.startsWith(start))
  if (found) return good(name, `${domain} publishes it: ${found.slice(0, 200)}`)
  return poor(
    name,
    `${domain} publishes none, so mail may be taken for spam: add a TXT record at ${host} that begins with ${start}, ${what}.`,
  )
}
