import { Resolver } from 'node:dns/promises'
import { within } from '#base/within.ts'
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
/** Headers that mailauth parses in time by the square of their length. */
const PARSED = new Set(['from', 'received', 'dkim-signature'])
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
  const headers = readHeaders(mail.raw)
  if (headers.filter(({ key }) => key === 'dkim-signature').length > SIGNATURES_MAX) return NOTHING_PROVEN
  if (headers.some(({ key, isCut }) => isCut && PARSED.has(key))) return NOTHING_PROVEN
  // With all that it brings along: not before there is mail.
  const { authenticate } = await import('mailauth')
  const judged = authenticate(Buffer.from(mail.raw), {
    ip: mail.ip,
    helo: mail.helo,
    sender: mail.sender,
    mta: 'parley',
    resolver: limited(resolve) as never,
    disableArc: true,
    disableBimi: true,
  })
  try {
    const { dmarc } = await within(BUDGET_MS, judged, () => new Error('too many slow look-ups'))
    return dmarc ? verdictOf(dmarc.status.result, dmarc.policy, dmarc.status.header?.from) : NOTHING_PROVEN
  } catch {
    return NOTHING_PROVEN
  }
}

/** Limits look-ups: a mail may name any number of domains. */
function limited(resolve: ResolveRecord): ResolveRecord {
  let left = LOOKUPS_MAX
  return async (name, type) => {
    if (left-- <= 0) throw Object.assign(new Error('too many look-ups for one mail'), { code: 'ESERVFAIL' })
    return resolve(name, type)
  }
}

/** The verdict that a checker's result, the domain's policy and the domain of From make. */
export function verdictOf(result: string, policy: string | undefined, domain: string | undefined): Authenticity {
  const dmarc = result === 'pass' || result === 'fail' ? result : 'none'
  const known = (['none', 'quarantine', 'reject'] as const).find((one) => one === policy?.toLowerCase()) ?? null
  return { dmarc, policy: known, alignedDomain: dmarc === 'pass' ? (domain?.toLowerCase() ?? null) : null }
}
