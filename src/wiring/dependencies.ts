import type { Registry } from 'prom-client'
import type { DecideParts } from '#ai-agent/decide.ts'
import type { Embeddings } from '#ai-agent/embeddings/embeddings.ts'
import type { AiAgentMetrics } from '#ai-agent/metrics.ts'
import type { Logger } from '#base/logger.ts'
import type { AddressKeys } from '#channels/email/address.ts'
import type { MailboxSignIn } from '#channels/email/sign-in/mailbox-sign-in.ts'
import type { Graph } from '#channels/meta/graph.ts'
import type { Config } from '#config'
import type { ActionDesk } from '#core/custom-actions/call.ts'
import type { FileStore } from '#core/files/files.ts'
import type { HelpDomains } from '#core/help-centre/domains.ts'
import type { Issuers } from '#core/members/single-sign-on/issuers.ts'
import type { PushConfig } from '#core/push/browsers.ts'
import type { OrderLookups } from '#core/visitors/order-lookups.ts'
import type { Database } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import type { Shops } from '#shop-sync/shops.ts'
import type { MailDoorServer } from '#surfaces/mail/smtp-server.ts'
import type { Counters } from './counters.ts'

/** Dependencies that are created first and that all others use. */
export interface BaseDependencies {
  config: Config
  logger: Logger
  database: Database
  registry: Registry
  /** Host names that serve help pages. */
  helpDomains: HelpDomains
}

/** What the AI agent decides with, in the worker and for members who try it. */
export interface AiParts {
  parts: DecideParts
  /** Orders, looked up for shoppers in the widget too. */
  lookups: OrderLookups
  embeddings: Embeddings | undefined
  /** What stores' own actions are called with. */
  actions: ActionDesk
  metrics: AiAgentMetrics
}

/** What surfaces and workers are built from. */
export interface Dependencies extends BaseDependencies {
  counters: Counters
  files: FileStore
  /** Which addresses webhooks may reach. */
  addresses: AddressBook
  /** What shops are asked through. */
  shops: Shops
  ai: AiParts
  graph: Graph | null
  /** Which mail servers, and Graph APIs, may be reached. */
  channelAddresses: AddressBook
  mailboxSignIn: MailboxSignIn
  /** Issuers of OpenID Connect that members sign in through. */
  issuers: Issuers
  /** What signed mail addresses are made with. */
  mailKeys: AddressKeys
  mailDoor: MailDoorServer | null
  push: PushConfig
}
