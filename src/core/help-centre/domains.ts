import { createHash } from 'node:crypto'
import type { Logger } from '#base/logger.ts'
import { recordResolver } from '#channels/email/authenticity.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { readSettings } from '#core/stores/settings.ts'
import type { Database } from '#database/database.ts'
import { findProvenDomain, listProvenDomains, type ProvenDomain } from '#storage/help-centre/names.ts'
import { claimDirectoryEntry } from '#storage/stores/stores.ts'

/** No message is lost silently, but one may be late: then the domains are read again. */
const REREAD_MS = 60_000

/** Whether a domain is a store's, and what proves it. */
export interface DomainProof {
  domain: string
  /** The TXT record that proves it: its name and its value. */
  txtName: string
  txtValue: string
  proven: boolean
}

/** The record that proves a domain: the same for each try, so that what stands in DNS stays right. */
function proofOf(shopId: string, domain: string): Omit<DomainProof, 'proven'> {
  const token = createHash('sha256').update(`help domain ${shopId} ${domain}`).digest('hex').slice(0, 40)
  return { domain, txtName: `_parley.${domain}`, txtValue: `parley-help=${token}` }
}

/**
 * Looks up the TXT record of a store's domain; from then on the domain is proven until the setting changes. INVALID_PARAMS
 * where the settings name none, and where another store has proved it.
 */
export async function verifyDomain({ shop, actor }: Caller, dnsServers: readonly string[]): Promise<DomainProof> {
  const { helpCentre } = await readSettings(shop)
  const { domain } = helpCentre
  if (domain === null) throw invalidParams('settings.helpCentre.domain names no domain to verify.')
  const proof = proofOf(shop.shopId, domain)
  if (await findProvenDomain(shop, domain)) return { ...proof, proven: true }
  if (!(await readTexts(proof.txtName, dnsServers)).includes(proof.txtValue)) return { ...proof, proven: false }
  await shop.transaction(async (tx) => {
    const now = await readSettings(tx)
    if (now.helpCentre.domain !== domain) throw invalidParams('settings.helpCentre.domain has changed meanwhile.')
    if (!(await claimDirectoryEntry(tx, 'help_domain', domain, null))) {
      throw invalidParams(`settings.helpCentre.domain: ${domain} is proven to be another store’s.`)
    }
    await recordAudit(tx, actor, 'help_domain.proven', domain)
    tx.signal({ kind: 'help_centre' })
  })
  return { ...proof, proven: true }
}

/** The texts of a name; none where it has none, or no name server answers. */
async function readTexts(name: string, dnsServers: readonly string[]): Promise<string[]> {
  const texts = await recordResolver(dnsServers)(name, 'TXT').catch(() => [])
  return texts.map((parts) => [parts].flat().join(''))
}

/** All proven domains, in memory: every request to the service asks whether its host is one. */
export class HelpDomains {
  readonly #database: Database
  readonly #logger: Logger
  #known = new Map<string, ProvenDomain>()
  #reading: Promise<void> | undefined
  #isStale = false

  constructor(database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
  }

  /** Reads them, and from then on whenever a store's settings change. */
  async start(): Promise<void> {
    const again = () =>
      void this.read().catch((error: Error) =>
        this.#logger.warn({ reason: error.message }, 'reading help domains failed'),
      )
    this.#database.bus.on(['help_centre'], again)
    this.#database.bus.onGap(again)
    setInterval(again, REREAD_MS).unref()
    await this.read()
  }

  /** What is committed before the call is known afterwards. */
  async read(): Promise<void> {
    this.#isStale = true
    while (this.#isStale) {
      this.#reading ??= this.#readOnce()
      await this.#reading
    }
  }

  async #readOnce(): Promise<void> {
    this.#isStale = false
    try {
      const domains = await listProvenDomains(this.#database.system)
      this.#known = new Map(domains.map((one) => [one.domain, one]))
    } finally {
      this.#reading = undefined
    }
  }

  /** Resolves once nothing is being read: what was committed in this process before is known then. */
  async settled(): Promise<void> {
    while (this.#reading) await this.#reading
  }

  /** The path of a domain's help pages at this service; undefined where the domain is not proven. */
  pathOf(host: string): string | undefined {
    const known = this.#known.get(host)
    return known && `/help/${known.handle}`
  }

  /** Whether a domain serves help pages now. */
  isServed(domain: string): boolean {
    return this.#known.get(domain)?.isOn ?? false
  }
}
