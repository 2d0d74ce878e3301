import type { SecretBox } from '#base/secret-box.ts'
import { addressIn } from '#channel-delivery/email.ts'
import type { CarrierMetrics } from '#channel-delivery/metrics.ts'
import type { Config } from '#config'
import type { PushConfig } from '#core/push/browsers.ts'
import { createPushSending } from '#core/push/sending.ts'
import { AddressBook } from '#outbound/address.ts'
import { PushSender } from '#outbound/push/push-sender.ts'
import { ServerKeys } from '#outbound/push/server-keys.ts'
import type { Dependencies } from './dependencies.ts'

/** Configuration of pushes to members' browsers. Push services identify the operator by its address, or by its mail's. */
export function createPushDesk(config: Config, secrets: SecretBox): PushConfig {
  const { baseUrl, mail, pushAllowCidrs: allow, webhookDnsServers: dnsServers } = config
  const contact = baseUrl.startsWith('https:') || !mail ? baseUrl : `mailto:${addressIn(mail.from)}`
  const [first, ...others] = config.pushKeys
  const given: [Buffer, ...Buffer[]] = first ? [first, ...others] : secrets.derive('push services')
  return { keys: new ServerKeys(given, contact), addresses: new AddressBook({ allow, dnsServers }) }
}

/** What sends pushes to members' browsers. */
export function createPushes(
  { database, logger, push }: Dependencies,
  metrics: CarrierMetrics,
): ReturnType<typeof createPushSending> {
  const count = (outcome: string) => metrics.sent('push', outcome)
  return createPushSending({ database, sender: new PushSender(push), count, logger })
}
