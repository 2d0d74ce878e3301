import { readCliConfig } from '#config/cli.ts'
import { Client } from './client.ts'

/** Stores that are looked at: of more, the newest. Each takes two requests. */
const STORES = 100
const AT_ONCE = 4
/** Faults that are named. */
const NAMED = 10

interface Store {
  shopId: string
  name: string
}

interface Link {
  state: 'connected' | 'broken' | 'disconnected'
  lastError: string | null
}

interface Account extends Link {
  channel: string
  name: string | null
  address: string | null
  externalId: string | null
}

interface Connection extends Link {
  kind: string
  shopDomain: string | null
}

/** Whether stores' accounts at channels work. Throws what is broken, and where to fix it. */
export const checkChannels = (): Promise<string> =>
  checkLinks<Account>('channels', 'Email and messengers', ({ channel, name, address, externalId }) => {
    return `${channel} ${address ?? name ?? externalId ?? ''}`.trimEnd()
  })

/** Whether the connections of stores to their shops work. */
export const checkShops = (): Promise<string> =>
  checkLinks<Connection>('connections', 'Shop', ({ kind, shopDomain }) => `${kind} ${shopDomain ?? ''}`.trimEnd())

async function checkLinks<L extends Link>(path: string, page: string, nameOf: (link: L) => string): Promise<string> {
  const client = new Client(readCliConfig())
  const stores = (await client.call('GET', `/operator/stores?limit=${STORES}`)) as Store[]
  let working = 0
  const broken: string[] = []
  const waiting = [...stores]
  const lookAtNext = async () => {
    for (let store = waiting.shift(); store; store = waiting.shift()) {
      const links = (await client.call('GET', `/operator/stores/${store.shopId}/${path}`)) as L[]
      working += links.filter(({ state }) => state === 'connected').length
      for (const link of links) {
        if (link.state === 'broken') broken.push(`${store.name} (${store.shopId}): ${nameOf(link)}: ${link.lastError}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lookAtNext))
  const among = stores.length < STORES ? '' : ` in the newest ${STORES} stores`
  if (broken.length === 0) return working === 0 ? `none connected${among}` : `${working} connected${among}`
  const more = broken.length > NAMED ? `\nand ${broken.length - NAMED} more` : ''
  const named = broken.slice(0, NAMED).join('\n')
  throw new Error(
    `${broken.length} broken${among}; the store’s admins fix them under Settings, ${page}:\n${named}${more}`,
  )
}
