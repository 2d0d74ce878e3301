import { randomUUID } from 'node:crypto'
import type { Client } from './client.ts'
import { type ShopifyShop, startShopify } from './doubles/shopify.ts'
import { ok } from './expect.ts'
import { addContact, addConversation, makeStore, type Store } from './factories.ts'
import { signInOwner } from './inbox.ts'
import { type Server, startServer } from './server.ts'
import { until } from './until.ts'

// What tests of order actions share: an order as a member has it, and stores that are connected with a shop.

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

export const NEW_ADDRESS = {
  ...{ firstName: 'Kim', lastName: 'Hale', company: '', address1: '2 Oak Street', address2: '', city: 'Oslo' },
  ...{ zip: '0151', province: '', countryCode: 'NO', phone: '' },
}

export const refund = (amount: string, left: string, currencyCode = 'EUR') => ({
  kind: 'refund',
  amount,
  left,
  currencyCode,
})

/** A member's view of one order: what can be done with it, and doing it. */
export function orderOf(conversationId: string, number: string) {
  const path = `/api/chat/conversations/${conversationId}/orders/${encodeURIComponent(number)}/actions`
  const act = (client: Client, body: object) => client.post(path, { id: randomUUID(), ...body })
  return {
    path,
    read: async (client: Client): Promise<Any> => ok(await client.get(path)),
    act,
    done: async (client: Client, body: object): Promise<Any> => ok(await act(client, body)),
  }
}

/** Parcels of an order that came at this time, in Shopify's words: it can be sent back, so it can be refunded. */
export const delivered = (at: string) => [
  {
    displayStatus: 'DELIVERED',
    createdAt: at,
    deliveredAt: at,
    trackingInfo: [{ company: 'Post', number: 'X', url: null }],
  },
]

/** Connects a store with a shop, and waits until all of the shop was read once. */
export async function connectShop(store: Store, connect: object): Promise<void> {
  const path = `/operator/stores/${store.shopId}/connections`
  ok(await store.operator.post(path, connect), 201)
  await until('the reading', async () => {
    const [{ sync }] = ok(await store.operator.get(path))
    return sync.kinds.length === 5 && sync.kinds.every(({ isComplete }: Any) => isComplete)
  })
}

export const shopifyConnection = ({ domain, clientId, clientSecret }: ShopifyShop) => ({
  kind: 'shopify',
  shopDomain: domain,
  clientId,
  clientSecret,
})

/** A store of a server, one contact of this address with a conversation, and its owner signed in. */
export async function openShopInbox(server: Server, connect: object, email: string) {
  const store = await makeStore(server)
  await connectShop(store, connect)
  const contact = await addContact(store, { email })
  const { id } = await addConversation(store, { customerUuid: contact.id })
  return { store, contact, id, inbox: await signInOwner(server, store) }
}

/** A Shopify shop and a server in a process of its own, with one order that a contact placed. */
export async function startOrderAtShopify(fields: object = {}) {
  const shop = await startShopify()
  const server = await startServer({ ownProcess: true, env: { ...shop.env, PLATFORM_PULL_EVERY: '1h' } })
  const email = 'kim@customer.example'
  const { name } = shop.save('Order', { email, createdAt: new Date().toISOString(), ...fields })
  const opened = await openShopInbox(server, shopifyConnection(shop), email)
  return { shop, server, ...opened, order: orderOf(opened.id, name) }
}
