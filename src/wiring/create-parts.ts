import type { SecretBox } from '#base/secret-box.ts'
import { openFileBytes } from '#core/files/file-bytes.ts'
import { FileStore } from '#core/files/files.ts'
import { withFallback } from '#database/bus/transport.ts'
import { AddressBook } from '#outbound/address.ts'
import { createAiParts } from './ai-agent.ts'
import { createGraph, createMailboxSignIn, createMailDoor } from './channels.ts'
import { openCounters } from './counters.ts'
import type { BaseDependencies, Dependencies } from './dependencies.ts'
import { createPushDesk } from './push.ts'
import { createShops } from './shops.ts'
import { createIssuers } from './single-sign-on.ts'

export async function createParts(ground: BaseDependencies, secrets: SecretBox): Promise<Dependencies> {
  const { config, logger, database } = ground
  const { role, webhookDnsServers: dnsServers } = config
  const counters = await openCounters(config.redisUrl, logger)
  const transport = withFallback([counters.transport, database.transport].filter((one) => one !== undefined))
  if (transport) await database.bus.connect(transport, { publishesEvents: role === 'web', logger })

  const files = new FileStore(database, openFileBytes(config), logger)
  const addresses = new AddressBook({ allow: config.webhookAllowCidrs, dnsServers })
  const shops = createShops(config)
  const outside = { ...ground, counters, files, addresses, shops }
  const channelAddresses = new AddressBook({ allow: config.channelAllowCidrs, dnsServers })
  const mailKeys = secrets.derive('mail addresses')
  return {
    ...outside,
    ai: await createAiParts(outside),
    graph: createGraph(config, channelAddresses),
    channelAddresses,
    mailboxSignIn: createMailboxSignIn(config, channelAddresses),
    issuers: createIssuers(config),
    mailKeys,
    mailDoor: role === 'worker' ? null : await createMailDoor({ ...outside, mailKeys }),
    push: createPushDesk(config, secrets),
  }
}
