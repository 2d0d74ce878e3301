import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@redis/client'
import { createLogger } from '#base/logger.ts'
import { type Config, readConfig } from '#config'
import { AddressBook } from '#outbound/address.ts'
import { createApp } from '#surfaces/http/server.ts'
import { GOOD, HOSTILE, linesOf } from '#test/service/start-values.ts'

/** What the start makes of a variable's value. What throws there would end it with a stack trace. */
const USES: Record<string, (config: Config) => unknown> = {
  BASE_URL: ({ baseUrl }) => new URL(`${baseUrl}/inbox`),
  REDIS_URL: ({ redisUrl: url = '' }) => createClient({ url }),
  TRUST_PROXY: ({ trustProxy }) => createApp({ logger: createLogger('silent'), trustProxy }),
  SHOPIFY_URL: ({ shopifyUrl }) => new URL(shopifyUrl.replace('{shop}', 'shop')),
  WEBHOOK_DNS_SERVERS: ({ webhookDnsServers }) => new AddressBook({ allow: [], dnsServers: webhookDnsServers }),
  WEBHOOK_ALLOW_CIDRS: ({ webhookAllowCidrs: allow }) => new AddressBook({ allow, dnsServers: [] }),
  WEBHOOK_RETRY_DELAYS: ({ webhookRetryDelaysMs: waits }) => new Date(Date.now() + Math.max(...waits)).toISOString(),
}

for (const [name, use] of Object.entries(USES)) {
  test(`whatever ${name} is taken, it can be used`, () => {
    const taken = [GOOD[name] as string, ...HOSTILE].filter((value) => linesOf({ ...GOOD, [name]: value }).length === 0)
    for (const value of taken) {
      const config = readConfig({ ...GOOD, [name]: value })
      assert.doesNotThrow(() => use(config), `${name}=${value.slice(0, 40)}`)
    }
  })
}
