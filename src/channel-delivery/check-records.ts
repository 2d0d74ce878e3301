import type { ResolveRecord } from '#channels/email/authenticity.ts'
import { readSmtpUrl } from '#channels/email/send/smtp-url.ts'
import type { AccountCheck } from '#core/channels/accounts.ts'

export const good = (name: string, text: string): AccountCheck => ({ name, state: 'good', text })
export const poor = (name: string, text: string): AccountCheck => ({ name, state: 'poor', text })
export const bad = (name: string, text: string): AccountCheck => ({ name, state: 'bad', text })
const unknown = (name: string, text: string): AccountCheck => ({ name, state: 'unknown', text })
const notNow = (name: string, host: string) =>
  unknown(name, `${host} could not be looked up now: no name server answered. Check again later.`)

/** What a domain publishes, by which others judge its mail. */
export function checkRecords(
  { mailbox, domain, smtpUrl }: { mailbox: string; domain: string; smtpUrl: string | undefined },
  resolve: ResolveRecord,
): Promise<AccountCheck[]> {
  return Promise.all([
    checkMx(mailbox, resolve),
    checkText('SPF', { domain, host: domain, start: 'v=spf1' }, 'that lists the servers your mail leaves by', resolve),
    checkDkim(domain, smtpUrl, resolve),
    checkText(
      'DMARC',
      { domain, host: `_dmarc.${domain}`, start: 'v=DMARC1' },
      'with a policy; it needs SPF or DKIM to be right',
      resolve,
    ),
  ])
}

/** The records of a name; none where it has none, null where nobody can say now. */
export async function lookUp(resolve: ResolveRecord, host: string, type: 'MX' | 'TXT'): Promise<string[] | null> {
  try {
    return (await resolve(host, type)).map((record) => [record].flat().join(''))
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes((error as { code?: string }).code ?? '') ? [] : null
  }
}

async function checkMx(mailbox: string, resolve: ResolveRecord): Promise<AccountCheck> {
  const domain = mailbox.split('@').at(-1) ?? ''
  const found = await lookUp(resolve, domain, 'MX')
  if (!found) return notNow('MX', domain)
  return found.length > 0
    ? good('MX', `${domain} says which servers take its mail.`)
    : poor(
        'MX',
        `${domain} does not say who takes its mail, so mail to ${mailbox} may not arrive: add an MX record that names your provider’s mail server.`,
      )
}

async function checkText(
  name: string,
  { domain, host, start }: { domain: string; host: string; start: string },
  what: string,
  resolve: ResolveRecord,
): Promise<AccountCheck> {
  const records = await lookUp(resolve, host, 'TXT')
  if (!records) return notNow(name, host)
  const found = records.find((record) => record.startsWith(start))
  if (found) return good(name, `${domain} publishes it: ${found.slice(0, 200)}`)
  return poor(
    name,
    `${domain} publishes none, so mail may be taken for spam: add a TXT record at ${host} that begins with ${start}, ${what}.`,
  )
}

/** Checks the key of the server that sends the mail; a key is found by its selector alone, which only the signer knows. */
async function checkDkim(domain: string, smtpUrl: string | undefined, resolve: ResolveRecord): Promise<AccountCheck> {
  const name = 'DKIM'
  const server = smtpUrl && URL.canParse(smtpUrl) ? readSmtpUrl(smtpUrl) : null
  if (!server) return unknown(name, 'Without a server for outgoing mail nobody signs it.')
  const selectors = server.dkimSelector ? [server.dkimSelector] : dkimSelectorsOf(server.host)
  if (selectors.length === 0) {
    return unknown(
      name,
      `${server.host} signs under a selector that is not known here. It stands as s= in the DKIM-Signature of a mail that it sent: send yourself the test mail, then add ?dkim=SELECTOR to the SMTP address.`,
    )
  }
  const hosts = selectors.map((selector) => `${selector}._domainkey.${domain}`)
  const found = await Promise.all(hosts.map((host) => lookUp(resolve, host, 'TXT')))
  const at = hosts.find((_, index) => found[index]?.some((record) => /\bp=[^;\s]/.test(record)))
  if (at) return good(name, `${domain} publishes a key at ${at}.`)
  if (found.includes(null)) return notNow(name, hosts.join(', '))
  return poor(
    name,
    `${domain} publishes no key at ${hosts.join(', ')}: switch signing on at ${server.host}, and add the record that it shows you.`,
  )
}

/** Under which names the servers of well-known providers sign, for domains that their customers bring. */
const SELECTORS: readonly [host: RegExp, selectors: string[]][] = [
  [/(^|\.)(gmail|google|googlemail)\.com$/, ['google']],
  [/(^|\.)(office365|outlook)\.com$/, ['selector1', 'selector2']],
  [/(^|\.)fastmail\.com$/, ['fm1', 'fm2', 'fm3']],
  [/(^|\.)mail\.me\.com$/, ['sig1']],
  [/(^|\.)zoho\.(com|eu|in)$/, ['zmail', 'zoho']],
  [/(^|\.)sendgrid\.net$/, ['s1', 's2']],
  [/(^|\.)mailgun\.org$/, ['mta', 'smtp', 'k1', 'pic']],
]

/** The selectors that may be in use where mail leaves by a server; none where it does not tell. */
function dkimSelectorsOf(host: string): string[] {
  return SELECTORS.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1] ?? []
}
