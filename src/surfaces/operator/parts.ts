import type { ChannelAbilities } from '#core/channels/accounts.ts'
import type { FileStore } from '#core/files/files.ts'
import type { HelpDomains } from '#core/help-centre/domains.ts'
import type { WebhookUnsubscriber } from '#core/platform/connections.ts'
import type { Database } from '#database/database.ts'

/** What the operator API's routes are made of. */
export interface Operator {
  database: Database
  files: FileStore
  /** What the service can do for accounts at channels. */
  abilities: ChannelAbilities
  /** Ends what shops tell us by themselves. */
  shops: WebhookUnsubscriber
  /** Directory that holds a store's export while it is imported. */
  dataDir: string
  /** The service's public address. */
  baseUrl: string
  /** Host names that serve help pages. */
  helpDomains: HelpDomains
  /** Name servers that TXT records are looked up at; empty: the system's. */
  dnsServers: string[]
}
