import { channelsForMembers } from '#channel-delivery/account-settings-actions.ts'
import { messengerAdapters } from '#channel-delivery/adapters.ts'
import { Carrier } from '#channel-delivery/carrier.ts'
import { emailAdapter } from '#channel-delivery/email.ts'
import { MailboxTokens } from '#channel-delivery/mailbox-tokens.ts'
import { Mailboxes } from '#channel-delivery/mailboxes.ts'
import { Mailer } from '#channel-delivery/mailer.ts'
import { type CarrierMetrics, watchChannelQueues } from '#channel-delivery/metrics.ts'
import { serviceMail } from '#channel-delivery/service-mail.ts'
import { MailReader } from '#channels/email/reader/mail-reader.ts'
import { MailSender } from '#channels/email/send/mail-sender.ts'
import { MailboxSignIn } from '#channels/email/sign-in/mailbox-sign-in.ts'
import { Graph } from '#channels/meta/graph.ts'
import type { Config } from '#config'
import type { ChannelAbilities } from '#core/channels/accounts.ts'
import { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { AddressBook } from '#outbound/address.ts'
import { createVettedFetch } from '#outbound/vetted-fetch.ts'
import type { ChannelsForMembers } from '#surfaces/inbox/kit/channels.ts'
import type { MailDoorServer } from '#surfaces/mail/smtp-server.ts'
import type { Dependencies } from './dependencies.ts'

/** Path of the inbox that a provider sends members back to. */
const SIGN_IN_PATH = '/inbox/settings/channels/signed-in'
/** What authorities of OAuth answer. */
const AUTHORITY_LIMITS = { timeoutMs: 10_000, bytes: 256 * 1024 }

/** The Graph API's answers are small, and files that customers send are not. */
const GRAPH_LIMITS = { timeoutMs: 10_000, bytes: 25 * 1024 * 1024 }

/** Meta's API; null where the messengers are off. */
export function createGraph({ meta }: Config, addresses: AddressBook): Graph | null {
  return (meta && new Graph({ baseUrl: meta.graphUrl, fetch: createVettedFetch(addresses, GRAPH_LIMITS) })) || null
}

/** Sign-in to mailboxes at the providers where the operator has an app. */
export function createMailboxSignIn({ mailboxApps, baseUrl }: Config, addresses: AddressBook): MailboxSignIn {
  return new MailboxSignIn(mailboxApps, {
    fetch: createVettedFetch(addresses, AUTHORITY_LIMITS),
    redirectUri: `${baseUrl}${SIGN_IN_PATH}`,
  })
}

/** What carries messages to channels, and from them. */
export function createCarrier(
  {
    config,
    logger,
    database,
    files,
    registry,
    graph,
    channelAddresses,
    mailKeys,
    mailboxSignIn,
    counters,
  }: Dependencies,
  metrics: CarrierMetrics,
): Carrier {
  const mailSender = new MailSender({ addresses: channelAddresses })
  const mailReader = new MailReader({ dnsServers: config.webhookDnsServers })
  const inboundDomain = config.inboundMail?.domain ?? null
  const tokens = new MailboxTokens(mailboxSignIn, logger)
  const email = emailAdapter({
    database,
    sender: mailSender,
    tokens,
    reader: mailReader,
    keys: mailKeys,
    mail: config.mail,
    inboundDomain,
    baseUrl: config.baseUrl,
  })
  const adapters = { email, ...(graph && messengerAdapters(graph)) }
  watchChannelQueues(registry, database)
  const release = () => {
    mailSender.close()
    mailReader.close()
  }
  const mailboxes = new Mailboxes({ database, addresses: channelAddresses, tokens, logger })
  const { mail, baseUrl } = config
  const send = mail && serviceMail({ sender: mailSender, tokens, mail, keys: mailKeys, inboundDomain, baseUrl })
  const news = { afterMs: mail?.missedNewsAfterMs ?? 0, inboxUrl: `${config.baseUrl}/inbox` }
  const missed = {
    afterMs: mail?.missedReplyAfterMs ?? 0,
    counter: counters.mailCounter,
    countsNetworks: config.storefrontLimitPerIp > 0,
  }
  const mailer = send ? new Mailer({ database, send, missed, news, metrics, logger }) : null
  return new Carrier({ database, files, adapters, mailboxes, mailer, metrics, logger, release })
}

/** Our own door for mail; null where it is off. */
export async function createMailDoor({
  config,
  logger,
  database,
  registry,
  mailKeys,
}: Pick<Dependencies, 'config' | 'logger' | 'database' | 'registry' | 'mailKeys'>): Promise<MailDoorServer | null> {
  const { host, inboundMail } = config
  if (!inboundMail) return null
  const { MailDoorServer } = await import('#surfaces/mail/smtp-server.ts') // with its library: not where the door is off
  return new MailDoorServer({ host, ...inboundMail, keys: mailKeys, database, registry, logger })
}

/** What the inbox asks of the channels, and tells its admins of them. */
export function createChannelsForMembers(
  { config, logger, graph, channelAddresses: addresses, counters, mailKeys: keys, mailboxSignIn }: Dependencies,
  abilities: ChannelAbilities,
): ChannelsForMembers {
  const { baseUrl, inboundMail } = config
  const messengers = graph && { webhookUrl: `${baseUrl}/channels/meta` }
  const meta = {
    messengers,
    sendsMail: abilities.sendsMail,
    inboundDomain: inboundMail?.domain ?? null,
    signInProviders: mailboxSignIn.providers,
    baseUrl,
  }
  const email = {
    sender: new MailSender({ addresses }),
    addresses,
    tokens: new MailboxTokens(mailboxSignIn, logger),
    dnsServers: config.webhookDnsServers,
    mail: config.mail,
    inboundDomain: meta.inboundDomain,
    keys,
    limits: new MinuteLimits(counters.counter, 0),
  }
  return { abilities, meta, signIn: mailboxSignIn, ...channelsForMembers(graph, email) }
}
