import { Resolver } from 'node:dns/promises'
import { readHeaders } from './read/headers.ts'

/** Whether the domain of From stands behind a mail (DMARC, RFC 9989). */
export interface Authenticity {
  /** None: the domain says nothing of itself, or it cannot be found out now. */
  dmarc: 'pass' | 'fail' | 'none'
  /** What the domain wants done with mail that fails; null where it does not say, or nobody told us. */
  policy: 'none' | 'quarantine' | 'reject' | null
  /** The domain of From, where it stands behind the mail. */
  alignedDomain: string | null
}

/** A mail as it came to our own door. */
export interface ReceivedMail {
  raw: Uint8Array
  /** The client's address, what it called itself, and MAIL FROM: empty for bounces. */
  ip: string
  helo: string
  sender: string
}

export type ResolveRecord = (name: string, type: string) => Promise<string[] | string[][]>

export const NOTHING_PROVEN: Authenticity = { dmarc: 'none', policy: null, alignedDomain: null }
const SIGNATURES_MAX = 10
const LOOKUPS_MAX = 60
const BUDGET_MS = 5_000

/** Name servers for `checkAuthenticity`; the system's when there are none. */
export function recordResolver(dnsServers: readonly string[]): ResolveRecord {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (dnsServers.length > 0) resolver.setServers([...dnsServers])
  return (name, type) => resolver.resolve(name, type) as Promise<string[] | string[][]>
}

/**
 * Judges a mail by SPF, DKIM and DMARC. Never throws: what cannot be judged within five seconds and 60 look-ups proves
 * nothing.
 */
export async function checkAuthenticity(mail: ReceivedMail, resolve: ResolveRecord): Promise<Authenticity> {
  const signatures = readHeaders(mail.raw).filter(({ key }) => key === 'dkim-signature')
  if (signatures.length > SIGNATURES_MAX) return NOTHING_PROVEN
  // With all that it brings along: not before there is mail.
  const { authenticate } = await import('mailauth')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, BUDGET_MS, null)
  })
  try {
    const result = await Promise.race([
      authenticate(Buffer.from(mail.raw), {
        ip: mail.ip,
        helo: mail.helo,
        sender: mail.sender,
        mta: 'parley',
        resolver: limited(resolve) as never,
        disableArc: true,
        disableBimi: true,
      }),
      late,
    ])
    if (!result?.dmarc) return NOTHING_PROVEN
    return judged(result.dmarc.status.result, result.dmarc.policy, result.dmarc.status.header?.from)
  } catch {
    return NOTHING_PROVEN
  } finally {
    clearTimeout(timer)
  }
}

/** A mail may name any number of domains; we ask for so many. */
function limited(resolve: ResolveRecord): ResolveRecord {
  let left = LOOKUPS_MAX
  return async (name, type) => {
    if (left-- <= 0) throw Object.assign(new Error('too many look-ups for one mail'), { code: 'ESERVFAIL' })
    return resolve(name, type)
  }
}

/**
 * What the mailbox's provider found, from the topmost `Authentication-Results` (RFC 8601) that bears its name: those
 * below may be anybody's. `authservId` is empty for providers that give no name (Microsoft 365).
 */
export function readAuthenticationResults(raw: Uint8Array, authservId: string): Authenticity {
  const wanted = authservId.toLowerCase()
  const found = readHeaders(raw).find(
    ({ key, value }) => key === 'authentication-results' && servIdOf(value) === wanted,
  )
  if (!found) return NOTHING_PROVEN
  const dmarc = found.value.split(';').find((part) => /^\s*dmarc\s*=/i.test(part)) ?? ''
  const result = /^\s*dmarc\s*=\s*(\w+)/i.exec(dmarc)?.[1]?.toLowerCase() ?? ''
  const policy =
    /\(\s*p=(\w+)/i.exec(dmarc)?.[1] ?? /\bpolicy\.(?:published-domain-policy|dmarc)=(\w+)/i.exec(dmarc)?.[1]
  return judged(result, policy, /\bheader\.from=([\w.-]{1,253})/i.exec(dmarc)?.[1])
}

/** The name before the first result: `mx.example.com; dkim=…`. Some write a version behind it. */
function servIdOf(value: string): string {
  const first = (value.split(';')[0] as string)
    .replace(/\([^)]*\)/g, '')
    .trim()
    .toLowerCase()
  return first.includes('=') ? '' : (first.split(/\s/)[0] as string)
}

function judged(result: string, policy: string | undefined, domain: string | undefined): Authenticity {
  const dmarc = result === 'pass' || result === 'fail' ? result : 'none'
  const known = (['none', 'quarantine', 'reject'] as const).find((one) => one === policy?.toLowerCase()) ?? null
  return { dmarc, policy: known, alignedDomain: dmarc === 'pass' ? (domain?.toLowerCase() ?? null) : null }
}
