import { hash } from 'node:crypto'
import type { Subscribing } from '../reader.ts'
import type { AskRest } from './rest-api.ts'

/** What WooCommerce tells of by itself. Of categories it tells nothing. */
const TOPICS: readonly string[] = [
  ...['created', 'updated', 'deleted', 'restored'].flatMap((event) =>
    ['order', 'product', 'coupon'].map((resource) => `${resource}.${event}`),
  ),
  'customer.updated',
  'customer.deleted',
]

interface Webhook {
  id: number
  name: string
  status: string
  topic: string
  delivery_url: string
}

const PAGES_MAX = 20
const PER_PAGE = 100

async function listOurs(ask: AskRest, address: string): Promise<Webhook[]> {
  const ours: Webhook[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const { body } = await ask('/webhooks', { query: { per_page: PER_PAGE, page, status: 'all' } })
    const read = (body ?? []) as Webhook[]
    ours.push(...read.filter(({ delivery_url }) => delivery_url === address))
    if (read.length < PER_PAGE) break
  }
  return ours
}

/**
 * Creates missing webhooks and repairs the others: WooCommerce disables a webhook after five failures, and a connection that
 * is made again has another secret. It never tells a secret back, so the name says which one it has.
 */
export async function subscribe(ask: AskRest, { address, secret }: Subscribing): Promise<void> {
  const name = `Parley ${hash('sha256', secret).slice(0, 8)}`
  const ours = await listOurs(ask, address)
  for (const topic of TOPICS) {
    const [kept, ...others] = ours.filter((webhook) => webhook.topic === topic)
    const body = { name, topic, delivery_url: address, secret, status: 'active' }
    if (!kept) await ask('/webhooks', { method: 'POST', body })
    else if (kept.status !== 'active' || kept.name !== name) await ask(`/webhooks/${kept.id}`, { method: 'PUT', body })
    for (const { id } of others) await remove(ask, id)
  }
}

export async function unsubscribe(ask: AskRest, address: string): Promise<void> {
  for (const { id } of await listOurs(ask, address)) await remove(ask, id)
}

const remove = (ask: AskRest, id: number) => ask(`/webhooks/${id}`, { method: 'DELETE', query: { force: true } })
