import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { buildSchema, graphql } from 'graphql'
import { DeliveryRoad, type Road } from './delivery-road.ts'
import { orderMutations, presentOrder } from './shopify-orders.ts'
import { SCHEMA } from './shopify-schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of a shop, in that shop's own shapes
type Any = any
type Kind = 'Order' | 'Product' | 'Collection' | 'DiscountNode' | 'Customer'

/**
 * A shop at Shopify as far as its Admin API, OAuth and webhooks go: tokens that expire and are refreshed by tokens that
 * change, an app that gets one by itself or not, a budget of costs that THROTTLED enforces, orders of 60 days alone,
 * webhooks that carry ids and topics nobody signed, and subscriptions that go once they failed. One piece: its API, OAuth and
 * webhooks share one state.
 */
export interface ShopifyShop {
  domain: string
  clientId: string
  clientSecret: string
  env: Record<string, string>
  records: Record<Kind, Map<string, Any>>
  /** Pages of the site. */
  pages: Any[]
  subscriptions: Map<string, { id: string; topic: string; uri: string }>
  /** Scopes that the shop's admin gave the app. */
  scopes: string[]
  /** What was done with orders, and what refunds took along. */
  writes: number
  /** Orders by id, once for each cancellation that the shop began. */
  cancellations: string[]
  told: { note: string | null; notify: boolean }[]
  /** Runs once something was done with an order, before that is answered. */
  afterWrite: (() => Promise<unknown>) | null
  /** Whether the app is in the shop, and whether it gets tokens by itself. */
  isInstalled: boolean
  givesByItself: boolean
  /** How long tokens are good. */
  tokenSeconds: number
  budget: { max: number; available: number; restore: number; at: number }
  /** Queries, those that were throttled, and tokens that were given. */
  figures: { asked: number; throttled: number; least: number; tokens: string[] }
  road: Road
  answers: number[]
  /** Makes or changes a record; `id` is a number's text. */
  save(kind: Kind, fields: Any): Any
  remove(kind: Kind, id: string): void
  settled(): Promise<void>
  /** What the shop's admin does at a connectUrl; answers where that leads, and its status. */
  approve(connectUrl: string): Promise<{ status: number; callback: string }>
  /** The app's address, as Shopify opens it. */
  openApp(baseUrl: string, connection: string): string
  /** An address as Shopify signs it. */
  signed(address: string, query: Record<string, string>): string
  /** What a page of the shop gets of an address behind its app proxy; `query`: the page's own parameters. */
  proxied(address: string, customerId: string, query?: Record<string, string>): URL
  /** Ends all access, and tells so. */
  uninstall(address: string): Promise<number>
  deliver(address: string, topic: string, body: object | string, id?: string): Promise<number>
}

const RESOURCES: Record<Kind, string> = {
  Order: 'ORDERS',
  Product: 'PRODUCTS',
  Collection: 'COLLECTIONS',
  DiscountNode: 'DISCOUNTS',
  Customer: 'CUSTOMERS',
}
const DAY_MS = 24 * 60 * 60_000
const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`
const money = (amount: string) => ({ amount, currencyCode: 'EUR' })

const DEFAULTS: Record<Kind, (id: string) => Any> = {
  Order: (id) => ({
    ...{ name: `#${id}`, email: 'kim@customer.example', customer: null, cancelledAt: null, closedAt: null },
    ...{ displayFinancialStatus: 'PAID', displayFulfillmentStatus: 'UNFULFILLED', fulfillments: [] },
    ...{ currentTotalPriceSet: { shopMoney: money('10.0') }, statusPageUrl: `https://shop.example/${id}` },
    lineItems: { nodes: [{ title: 'Lamp', variantTitle: null, quantity: 1 }] },
    createdAt: stamp(),
  }),
  Product: (id) => ({
    ...{ title: `Product ${id}`, handle: `product-${id}`, description: 'Good', vendor: 'Acme', productType: '' },
    ...{ tags: [], status: 'ACTIVE', onlineStoreUrl: null, featuredMedia: null, price: '10.00', available: true },
  }),
  Collection: (id) => ({ title: `Collection ${id}`, handle: `c-${id}`, description: '', image: null }),
  DiscountNode: (id) => ({ code: `CODE${id}`, percentage: 0.1, status: 'ACTIVE' }),
  Customer: () => ({ firstName: '', lastName: '', numberOfOrders: '0', amountSpent: money('0.0'), tags: [] }),
}
const stamp = () => `${new Date().toISOString().slice(0, 19)}Z`

/** A list that is read by pages: `first` of them, behind the place `after`. */
const pageOf =
  (all: Any[]) =>
  ({ first = 50, after: cursor = null }: { first?: number; after?: string | null }) => {
    const from = cursor === null ? 0 : Number(atob(cursor)) + 1
    const nodes = all.slice(from, from + first)
    const last = from + nodes.length - 1
    return {
      nodes,
      pageInfo: { hasNextPage: last < all.length - 1, endCursor: nodes.length > 0 ? btoa(`${last}`) : null },
    }
  }

/** What an order holds, as much of it as is asked for. */
const presentLists = ({ lineItems, fulfillments }: Any): object => ({
  lineItems: pageOf(lineItems.nodes.map((one: Any) => ({ currentQuantity: one.quantity, ...one }))),
  fulfillments: ({ first = 50 }) =>
    fulfillments.slice(0, first).map((one: Any) => ({
      ...one,
      trackingInfo: ({ first: numbers = 10 }) => one.trackingInfo.slice(0, numbers),
    })),
})

/** A record as the API shows it. */
function present(kind: Kind, record: Any): Any {
  const { id, price, available, code, percentage } = record
  const shown = { ...record, __typename: kind, id: gid(kind, id) }
  if (kind === 'Product') {
    const variant = {
      id: gid('ProductVariant', `${id}1`),
      title: 'Default Title',
      sku: '',
      price,
      compareAtPrice: null,
    }
    const only = { ...variant, availableForSale: available, selectedOptions: [] }
    shown.variants = pageOf(record.variants?.map((one: Any) => ({ ...only, ...one })) ?? [only])
    shown.priceRangeV2 = { minVariantPrice: money(price), maxVariantPrice: money(price) }
  }
  if (kind === 'Order') Object.assign(shown, presentOrder(record), presentLists(record))
  if (kind === 'Collection') shown.productsCount = { count: 1 }
  if (kind === 'DiscountNode') {
    const { status } = record
    const all = { title: `Offer ${id}`, status, startsAt: '2026-01-01T00:00:00Z', endsAt: null, summary: 'An offer' }
    const gets = { value: { __typename: 'DiscountPercentage', percentage } }
    const codes = code ? { codes: { nodes: [{ code }] } } : {}
    const __typename = code ? 'DiscountCodeBasic' : 'DiscountAutomaticBasic'
    shown.discount = { ...all, ...codes, __typename, customerGets: gets, minimumRequirement: null }
  }
  return shown
}

export async function startShopify({ road = {} as Partial<Road> } = {}): Promise<ShopifyShop> {
  let lastId = 1000
  const domain = `shop-${randomUUID().slice(0, 8)}.myshopify.com`
  const kinds = Object.keys(RESOURCES) as Kind[]
  const shop = {
    domain,
    clientId: randomUUID().replaceAll('-', ''),
    clientSecret: `shpss_${randomUUID().replaceAll('-', '')}`,
    records: Object.fromEntries(kinds.map((kind) => [kind, new Map()])),
    subscriptions: new Map(),
    pages: [],
    scopes: ['read_orders', 'write_orders', 'read_returns', 'write_returns'],
    writes: 0,
    cancellations: [],
    told: [],
    afterWrite: null,
    isInstalled: true,
    givesByItself: true,
    tokenSeconds: 3_600,
    budget: { max: 2_000, available: 2_000, restore: 100, at: Date.now() },
    figures: { asked: 0, throttled: 0, least: 2_000, tokens: [] },
    answers: [],
    road: { lost: 0, doubled: 0, lateMs: 0, ...road },
  } as unknown as ShopifyShop
  const travel = new DeliveryRoad(() => shop.road)
  const tokens = new Map<string, number>()
  const refreshes = new Map<string, string | null>()
  const codes = new Set<string>()

  const tell = (kind: Kind, id: string, event: string) => {
    const enumTopic = `${RESOURCES[kind]}_${event}`
    for (const { id: subscription, topic, uri } of shop.subscriptions.values()) {
      if (topic !== enumTopic) continue
      const webhookId = randomUUID()
      const body = kind === 'DiscountNode' ? { admin_graphql_api_id: gid(kind, id) } : { id: Number(id) }
      travel.send(async () => {
        const path = `${RESOURCES[kind].toLowerCase()}/${event.toLowerCase()}`
        const status = await shop.deliver(uri, path, body, webhookId).catch(() => 0)
        shop.answers.push(status)
        // Eight tries in four hours, told at once.
        if (status !== 200) shop.subscriptions.delete(subscription)
      })
    }
  }

  Object.assign(shop, {
    save(kind: Kind, fields: Any) {
      const known = shop.records[kind].get(fields.id)
      const id = fields.id ?? String(++lastId)
      const record = { ...(known ?? { id, ...DEFAULTS[kind](id) }), ...fields, updatedAt: stamp() }
      shop.records[kind].set(id, record)
      tell(kind, id, known ? (kind === 'Order' ? 'UPDATED' : 'UPDATE') : 'CREATE')
      return record
    },
    remove(kind: Kind, id: string) {
      shop.records[kind].delete(id)
      tell(kind, id, 'DELETE')
    },
    settled: () => travel.settled(),
    signed(address: string, query: Record<string, string>) {
      const all: Record<string, string> = { ...query, timestamp: String(Math.floor(Date.now() / 1000)) }
      const text = Object.entries(all)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
      const hmac = createHmac('sha256', shop.clientSecret).update(text).digest('hex')
      return `${address}?${new URLSearchParams({ ...all, hmac })}`
    },
    proxied(address: string, customerId: string, query: Record<string, string> = {}) {
      const own = { shop: domain, logged_in_customer_id: customerId, path_prefix: '/apps/parley' }
      const all: Record<string, string> = { ...query, ...own, timestamp: String(Math.floor(Date.now() / 1000)) }
      const text = Object.keys(all)
        .sort()
        .map((name) => `${name}=${all[name]}`)
        .join('')
      const signature = createHmac('sha256', shop.clientSecret).update(text).digest('hex')
      return new URL(`${address}?${new URLSearchParams({ ...all, signature })}`)
    },
    openApp: (baseUrl: string, connection: string) =>
      shop.signed(`${baseUrl}/platform/shopify/connect`, { connection, shop: domain, host: 'YWRtaW4' }),
    async approve(connectUrl: string) {
      const redirect = await fetch(connectUrl, { redirect: 'manual' })
      if (redirect.status !== 302) return { status: redirect.status, callback: '' }
      const asked = new URL(redirect.headers.get('location') as string)
      const { client_id, redirect_uri = '', state = '', scope = '' } = Object.fromEntries(asked.searchParams)
      if (client_id !== shop.clientId || !scope.includes('write_orders')) throw new Error(asked.href)
      const code = randomUUID()
      codes.add(code)
      shop.isInstalled = true
      const callback = shop.signed(redirect_uri, { code, state, shop: domain, host: 'YWRtaW4' })
      const answer = await fetch(callback, { redirect: 'manual' })
      await answer.text()
      return { status: answer.status, callback }
    },
    async uninstall(address: string) {
      shop.isInstalled = false
      tokens.clear()
      refreshes.clear()
      shop.subscriptions.clear()
      return shop.deliver(address, 'app/uninstalled', { id: 1, myshopify_domain: domain })
    },
    async deliver(address: string, topic: string, given: object | string, id: string = randomUUID()) {
      const body = typeof given === 'string' ? given : JSON.stringify(given)
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': topic,
          'x-shopify-shop-domain': domain,
          'x-shopify-webhook-id': id,
          'x-shopify-triggered-at': new Date().toISOString(),
          'x-shopify-hmac-sha256': createHmac('sha256', shop.clientSecret).update(body).digest('base64'),
        },
        body,
      })
      await response.text()
      return response.status
    },
  })

  const give = (isLasting: boolean) => {
    const access = `shpat_${randomUUID()}`
    tokens.set(access, Date.now() + shop.tokenSeconds * 1000)
    shop.figures.tokens.push(access)
    const refresh = isLasting ? `shprt_${randomUUID()}` : undefined
    if (refresh) refreshes.set(refresh, null)
    return { access_token: access, expires_in: shop.tokenSeconds, scope: shop.scopes.join(), refresh_token: refresh }
  }
  const grant = (asked: Any): Any => {
    if (!shop.isInstalled || asked.client_id !== shop.clientId || asked.client_secret !== shop.clientSecret) return null
    if (asked.grant_type === 'client_credentials') return shop.givesByItself ? give(false) : null
    if (asked.code) return codes.delete(asked.code) && asked.expiring === 1 ? give(true) : null
    if (!refreshes.has(asked.refresh_token)) return null
    // The old one works until the new one is used.
    const given = give(true)
    for (const [old, next] of refreshes) if (next === asked.refresh_token) refreshes.delete(old)
    refreshes.set(asked.refresh_token, given.refresh_token ?? null)
    return given
  }

  const root = resolvers(shop)
  const schema = buildSchema(SCHEMA)
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const reply = (status: number, data: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}')
    const [, name, ...rest] = (request.url ?? '').split('/')
    const path = rest.join('/')
    if (name !== domain) return reply(404, { errors: 'Not Found' })
    if (path === 'admin/oauth/access_token') {
      const given = grant(body)
      return given ? reply(200, given) : reply(400, { error: 'application_cannot_be_found' })
    }
    if (!/^admin\/api\/2026-07\/graphql\.json$/.test(path)) return reply(404, { errors: 'Not Found' })
    const until = tokens.get(String(request.headers['x-shopify-access-token']))
    if (!until || until < Date.now()) return reply(401, { errors: '[API] Invalid API key or access token' })
    shop.figures.asked++
    const cost = costOf(body)
    const { budget, figures } = shop
    const restored = budget.available + ((Date.now() - budget.at) / 1000) * budget.restore
    Object.assign(budget, { available: Math.min(budget.max, restored), at: Date.now() })
    const isThrottled = cost > budget.available
    if (!isThrottled) budget.available -= cost
    else figures.throttled++
    figures.least = Math.min(figures.least, budget.available)
    const { max: maximumAvailable, available: currentlyAvailable, restore: restoreRate } = budget
    const throttleStatus = { maximumAvailable, currentlyAvailable, restoreRate }
    const extensions = {
      cost: { requestedQueryCost: cost, actualQueryCost: isThrottled ? null : cost, throttleStatus },
    }
    if (isThrottled) {
      return reply(200, { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions })
    }
    const { query: source, variables: variableValues } = body
    const { data, errors } = await graphql({ schema, source, rootValue: root, variableValues })
    reply(200, { ...(data && { data }), ...(errors && { errors }), extensions })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    travel.stop()
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(shop, { env: { SHOPIFY_URL: `${url}/{shop}`, PLATFORM_ALLOW_CIDRS: '127.0.0.0/8' } })
}

/** About what Shopify reckons: a mutation 10, a record 1, a list of fifty with what is in it some hundreds. */
function costOf({ query, variables }: { query: string; variables?: { first?: number; ids?: string[] } }): number {
  if (query.startsWith('mutation')) return 10
  const records = variables?.first ?? variables?.ids?.length ?? 1
  return 2 + records * (query.match(/\(first: /g)?.length ?? 1) * 2
}

function resolvers(shop: ShopifyShop): Any {
  const list =
    (kind: Kind) =>
    ({ first = 50, after: cursor, query }: Any) => {
      const since = /updated_at:>='([^']+)'/.exec(query ?? '')?.[1]
      const name = /name:"([^"]*)"/.exec(query ?? '')?.[1]
      const found = [...shop.records[kind].values()]
        .filter((one) => kind !== 'Order' || Date.now() - new Date(one.createdAt).getTime() < 60 * DAY_MS)
        .filter((one) => !since || new Date(one.updatedAt) >= new Date(Math.floor(Date.parse(since) / 1000) * 1000))
        .filter((one) => name === undefined || one.name.includes(name))
        .filter((one) => !cursor || Number(one.id) > Number(atob(cursor)))
        .sort((a, b) => Number(a.id) - Number(b.id))
      const nodes = found.slice(0, first)
      const last = nodes.at(-1)
      const pageInfo = { hasNextPage: found.length > first, endCursor: last ? btoa(last.id) : null }
      return { nodes: nodes.map((one) => present(kind, one)), pageInfo }
    }
  const count =
    (kind: Kind) =>
    ({ query }: Any) => {
      const all = [...shop.records[kind].values()]
      return { count: all.filter(({ status }) => query !== 'status:active' || status === 'ACTIVE').length }
    }
  const node = ({ id }: { id: string }) => {
    const [kind, number = ''] = id.replace('gid://shopify/', '').split('/') as [Kind, string]
    const record = shop.records[kind]?.get(number)
    return record ? present(kind, record) : null
  }
  return {
    node,
    nodes: ({ ids }: { ids: string[] }) => ids.map((id) => node({ id })),
    orders: list('Order'),
    products: list('Product'),
    collections: list('Collection'),
    discountNodes: list('DiscountNode'),
    pages: (asked: Any) => pageOf(shop.pages)(asked),
    ...orderMutations(shop),
    productsCount: count('Product'),
    collectionsCount: count('Collection'),
    discountNodesCount: count('DiscountNode'),
    webhookSubscriptions: () => ({ nodes: [...shop.subscriptions.values()] }),
    webhookSubscriptionCreate({ topic, webhookSubscription: { uri } }: Any) {
      const known = [...shop.subscriptions.values()].some((one) => one.topic === topic && one.uri === uri)
      if (known) return { userErrors: [{ message: 'Address for this topic has already been taken' }] }
      const id = gid('WebhookSubscription', randomUUID())
      shop.subscriptions.set(id, { id, topic, uri })
      return { userErrors: [] }
    },
    webhookSubscriptionDelete({ id }: Any) {
      shop.subscriptions.delete(id)
      return { userErrors: [] }
    },
  }
}
