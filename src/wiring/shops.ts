import type { Config } from '#config'
import { AddressBook } from '#outbound/address.ts'
import { createVettedFetch } from '#outbound/vetted-fetch.ts'
import { mirrorMetrics, watchPlatformQueue } from '#shop-sync/metrics.ts'
import { Mirror } from '#shop-sync/mirror.ts'
import { Shops } from '#shop-sync/shops.ts'
import type { Dependencies } from './dependencies.ts'

/** An answer of a shop holds fifty records. */
const SHOP_LIMITS = { timeoutMs: 20_000, bytes: 16 * 1024 * 1024 }

/** What shops are asked through: addresses that people typed, so only public ones, and those that the operator allows. */
export function createShops({
  platformAllowCidrs: allow,
  webhookDnsServers: dnsServers,
  baseUrl,
  shopifyUrl,
}: Config): Shops {
  return new Shops(createVettedFetch(new AddressBook({ allow, dnsServers }), SHOP_LIMITS), { baseUrl, shopifyUrl })
}

/** What brings in what shops tell, and reads those that can be read. */
export function createMirror({ config, logger, database, files, registry, shops }: Dependencies): Mirror {
  watchPlatformQueue(registry, database)
  const mail = config.mail ? { inboxUrl: `${config.baseUrl}/inbox` } : null
  const everyMs = config.platformPullEveryMs
  return new Mirror({ database, files, mail, shops, metrics: mirrorMetrics(registry), everyMs, logger })
}
