import { channelsForMembers } from '#channel-delivery/account-settings-actions.ts'
import { messengerAdapters } from '#channel-delivery/adapters.ts'
import { Carrier } from '#channel-delivery/carrier.ts'
import { emailAdapter } from '#channel-delivery/email.ts'
import { Mailboxes } from '#channel-delivery/mailboxes.ts'
import { Mailer } from '#channel-delivery/mailer.ts'
import { type CarrierMetrics, watchChannelQueues } from '#channel-delivery/metrics.ts'
import { serviceMail } from '#channel-delivery/service-mail.ts'
import { MailReader } from '#channels/email/reader/mail-reader.ts'
import { MailSender } from '#channels/email/send/mail-sender.ts'
import { Graph } from '#channels/meta/graph.ts'
import type { Config } from '#config'
import type { ChannelAbilities } from '#core/channels/accounts.ts'
import { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { AddressBook } from '#outbound/address.ts'
import { createVettedFetch } from '#outbound/vetted-fetch.ts'
import type { ChannelsForMembers } from '#surfaces/inbox/kit/channels.ts'
import type { MailDoorServer } from '#surfaces/mail/smtp-server.ts'
import type { Dependencies } from './dependencies.ts'

/** The Graph API's answers are small, and files that customers send are not. */
const GRAPH_LIMITS = { timeoutMs: 10_000, bytes: 25 * 1024 * 1024 }

/** Meta's API; null where the messengers are off. */
export function createGraph({ meta }: Config, addresses: AddressBook): Graph | null {
  return (meta && new Graph({ baseUrl: meta.graphUrl, fetch: createVettedFetch(addresses, GRAPH_LIMITS) })) || null
}

/** What carries messages to channels, and from them. */
export function createCarrier(
  { config, logger, database, files, registry, graph, channelAddresses, mailKeys, counters }: Dependencies,
  metrics: CarrierMetrics,
): Carrier {
  const mailSender = new MailSender({ addresses: channelAddresses })
  const mailReader = new MailReader({ dnsServers: config.webhookDnsServers })
  const inboundDomain = config.inboundMail?.domain ?? null
  const email = emailAdapter({
    sender: mailSender,
    reader: mailReader,
    keys: mailKeys,
    mail: config.mail,
    inboundDomain,
  })
  const adapters = { email, ...(graph && messengerAdapters(graph)) }
  watchChannelQueues(registry, database)
  const release = () => {
    mailSender.close()
    mailReader.close()
  }
  const mailboxes = new Mailboxes({ database, addresses: channelAddresses, logger })
  const { mail } = config
  const send = mail && serviceMail({ sender: mailSender, mail, keys: mailKeys, inboundDomain })
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
  { config, graph, channelAddresses: addresses, counters, mailKeys: keys }: Dependencies,
  abilities: ChannelAbilities,
): ChannelsForMembers {
  const { baseUrl, inboundMail } = config
  const messengers = graph && { webhookUrl: `${baseUrl}/channels/meta` }
  const meta = { messengers, sendsMail: abilities.sendsMail, inboundDomain: inboundMail?.domain ?? null, baseUrl }
  const email = {
    sender: new MailSender({ addresses }),
    addresses,
    dnsServers: config.webhookDnsServers,
    mail: config.mail,
    inboundDomain: meta.inboundDomain,
    keys,
    limits: new MinuteLimits(counters.counter, 0),
  }
  return { abilities, meta, ...channelsForMembers(graph, email) }
}
