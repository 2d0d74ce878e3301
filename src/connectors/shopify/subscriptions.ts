import { ShopUnavailable } from '../shop-unavailable.ts'
import type { AskShopify } from './admin-api.ts'

/** What Shopify tells of by itself. Requests about customers' data come from the app's configuration. */
const TOPICS: readonly string[] = [
  ...['ORDERS_CREATE', 'ORDERS_UPDATED', 'ORDERS_DELETE', 'PRODUCTS_CREATE', 'PRODUCTS_UPDATE', 'PRODUCTS_DELETE'],
  ...['COLLECTIONS_CREATE', 'COLLECTIONS_UPDATE', 'COLLECTIONS_DELETE', 'DISCOUNTS_CREATE', 'DISCOUNTS_UPDATE'],
  ...['DISCOUNTS_DELETE', 'CUSTOMERS_UPDATE', 'CUSTOMERS_DELETE', 'APP_UNINSTALLED'],
]

const LIST = 'query { webhookSubscriptions(first: 100) { nodes { id topic uri } } }'
const CREATE = `mutation ($topic: WebhookSubscriptionTopic!, $webhookSubscription: WebhookSubscriptionInput!) {
  made: webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
    userErrors { message } } }`
const DELETE = 'mutation ($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }'

interface Subscription {
  id: string
  topic: string
  uri: string
}

async function listOurs(ask: AskShopify, address: string): Promise<Subscription[]> {
  const { webhookSubscriptions } = await ask('webhooks', LIST)
  return webhookSubscriptions.nodes.filter(({ uri }: Subscription) => uri === address)
}

/** Makes what is missing: Shopify deletes a subscription whose webhooks failed for hours. They bring ids alone. */
export async function subscribe(ask: AskShopify, address: string): Promise<void> {
  const ours = await listOurs(ask, address)
  for (const topic of TOPICS) {
    if (ours.some((one) => one.topic === topic)) continue
    const includeFields = ['id', 'admin_graphql_api_id']
    const webhookSubscription = { uri: address, format: 'JSON', includeFields }
    const { made } = await ask('subscribe', CREATE, { topic, webhookSubscription })
    const [error] = made.userErrors
    if (error) throw new ShopUnavailable(`${topic}: ${error.message}`, false)
  }
}

export async function unsubscribe(ask: AskShopify, address: string): Promise<void> {
  for (const { id } of await listOurs(ask, address)) await ask('unsubscribe', DELETE, { id })
}
