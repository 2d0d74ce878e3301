import { createHmac, hash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { DeliveryRoad, type Road } from './delivery-road.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of a shop, in that shop's own shapes
type Any = any
type Kind = 'products' | 'orders' | 'coupons' | 'customers' | 'products/categories'

/** What goes wrong with a request: a busy host, a page in place of an answer, a host that blocks us. */
type Trouble = 'busy' | 'too many' | 'maintenance page' | 'blocked' | 'cut' | 'notice before the answer'

/**
 * A WooCommerce shop as far as its REST API and webhooks go, with what is awkward about them: times without a zone, of
 * whole seconds, and in the site's own zone unless asked for otherwise; customers that know no time; products whose time
 * does not move with their variations; trash; pages that move while they are read; webhooks that are unsigned when they
 * are made, carry what holds when they leave, come in any order and end after five failures; a host with little patience.
 * One piece: its requests, webhooks and records share one state.
 */
export interface WooShop {
  url: string
  key: string
  secret: string
  /** What is there, by kind and id; trash too. */
  records: Record<Kind, Map<number, Any>>
  variations: Map<number, Any[]>
  /** Published pages of the site, which anybody may read. */
  pages: Any[]
  webhooks: Map<number, Any>
  /** What is to go wrong with the next requests. */
  troubles: Trouble[]
  /** Whether it takes requests and answers none, and the paths of those. */
  isSilent: boolean
  unanswered: string[]
  /** Requests that were answered, and the most that came at once. */
  asked: { method: string; path: string; query: Record<string, string>; status: number }[]
  mostAtOnce: number
  /** How webhooks travel. */
  road: Road
  /** Statuses of webhooks' answers. */
  answers: number[]
  /** What the key may do. */
  permissions: 'read_write' | 'read' | 'none'
  /** The host passes no Authorization header on. */
  dropsAuthorization: boolean
  /** What was done with orders by the API. */
  writes: number
  /** Runs once something was done with an order, before that is answered. */
  afterWrite: (() => Promise<unknown>) | null
  save(kind: Kind, fields: Any): Any
  /** Into the trash, and out of it. */
  trash(kind: Kind, id: number): void
  restore(kind: Kind, id: number): void
  /** For good. */
  remove(kind: Kind, id: number): void
  saveVariation(productId: number, fields: Any): Any
  /** Once all webhooks that were not lost have arrived. */
  settled(): Promise<void>
  /** What the shop's admin does where a connectUrl leads: says yes; answers the status of the callback. */
  approve(connectUrl: string): Promise<number>
  /** Sends a webhook; `secret`: its signing secret, otherwise the shop's own. */
  deliver(address: string, given: { topic: string; body: string; secret: string; id?: string }): Promise<number>
}

const ZONE_MS = 2 * 60 * 60_000
const FAILURES_MAX = 5
const RESOURCES: Partial<Record<Kind, string>> = {
  products: 'product',
  orders: 'order',
  coupons: 'coupon',
  customers: 'customer',
}
const stamp = (time: number) => new Date(time).toISOString().slice(0, 19)

export async function startWooShop({ road = {} as Partial<Road> } = {}): Promise<WooShop> {
  let lastId = 10
  const shop = {
    key: `ck_${randomUUID().replaceAll('-', '')}`,
    secret: `cs_${randomUUID().replaceAll('-', '')}`,
    records: {
      products: new Map(),
      orders: new Map(),
      coupons: new Map(),
      customers: new Map(),
      'products/categories': new Map(),
    },
    variations: new Map(),
    webhooks: new Map(),
    pages: [],
    troubles: [],
    isSilent: false,
    unanswered: [],
    asked: [],
    mostAtOnce: 0,
    writes: 0,
    afterWrite: null,
    answers: [],
    permissions: 'read_write',
    dropsAuthorization: false,
    road: { lost: 0, doubled: 0, lateMs: 0, ...road },
  } as unknown as WooShop
  const travel = new DeliveryRoad(() => shop.road)

  /** Payloads are made when they leave. */
  const tell = (kind: Kind, id: number, event: string) => {
    const resource = RESOURCES[kind]
    for (const webhook of shop.webhooks.values()) {
      if (!resource || webhook.status !== 'active' || webhook.topic !== `${resource}.${event}`) continue
      const deliveryId = hash('md5', randomUUID())
      travel.send(async () => {
        if (webhook.status !== 'active') return
        const record = event === 'deleted' ? { id } : (shop.records[kind].get(id) ?? shown(shop, id) ?? { id })
        const given = { topic: webhook.topic, body: JSON.stringify(record), secret: webhook.secret, id: deliveryId }
        const status = await shop.deliver(webhook.delivery_url, given).catch(() => 0)
        shop.answers.push(status)
        webhook.failures = status >= 200 && status < 300 ? 0 : webhook.failures + 1
        if (webhook.failures > FAILURES_MAX) webhook.status = 'disabled'
      })
    }
  }
  const touch = (record: Any, isNew: boolean) => {
    const now = Date.now()
    if (isNew) Object.assign(record, { date_created: stamp(now + ZONE_MS), date_created_gmt: stamp(now) })
    Object.assign(record, { date_modified: stamp(now + ZONE_MS), date_modified_gmt: stamp(now) })
  }

  Object.assign(shop, {
    save(kind: Kind, fields: Any) {
      const known = shop.records[kind].get(fields.id)
      const record = { ...(known ?? { id: ++lastId, ...DEFAULTS[kind](lastId) }), ...fields }
      if (kind !== 'products/categories') touch(record, !known)
      shop.records[kind].set(record.id, record)
      tell(kind, record.id, known ? 'updated' : 'created')
      return record
    },
    trash(kind: Kind, id: number) {
      const record = shop.records[kind].get(id)
      Object.assign(record, { before: record.status, status: 'trash' })
      touch(record, false)
      tell(kind, id, 'deleted')
    },
    restore(kind: Kind, id: number) {
      const record = shop.records[kind].get(id)
      record.status = record.before
      touch(record, false)
      tell(kind, id, 'restored')
    },
    remove(kind: Kind, id: number) {
      shop.records[kind].delete(id)
      tell(kind, id, 'deleted')
    },
    saveVariation(productId: number, fields: Any) {
      const all = shop.variations.get(productId) ?? []
      const known = all.find(({ id }) => id === fields.id)
      const variation = known ?? { id: ++lastId, parent_id: productId, type: 'variation', ...VARIATION }
      Object.assign(variation, fields)
      touch(variation, !known)
      if (!known) shop.variations.set(productId, [...all, variation])
      const product = shop.records.products.get(productId)
      product.variations = (shop.variations.get(productId) ?? []).map(({ id }) => id)
      tell('products', variation.id, 'updated')
      return variation
    },
    settled: () => travel.settled(),
    async approve(connectUrl: string) {
      const redirect = await fetch(connectUrl, { redirect: 'manual' })
      if (redirect.status !== 302) return redirect.status
      const asked = new URL(redirect.headers.get('location') as string)
      if (asked.pathname !== '/wc-auth/v1/authorize' || asked.origin !== shop.url) throw new Error(asked.href)
      const { user_id, callback_url, scope } = Object.fromEntries(asked.searchParams)
      const body = { key_id: 1, user_id, consumer_key: shop.key, consumer_secret: shop.secret, key_permissions: scope }
      const headers = { 'content-type': 'application/json;charset=UTF-8' }
      const answer = await fetch(callback_url as string, { method: 'POST', headers, body: JSON.stringify(body) })
      await answer.text()
      return answer.status
    },
    async deliver(address: string, given: { topic: string; body: string; secret: string; id?: string }) {
      const [resource = '', event = ''] = given.topic.split('.')
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-wc-webhook-source': `${shop.url}/`,
          'x-wc-webhook-topic': given.topic,
          'x-wc-webhook-resource': resource,
          'x-wc-webhook-event': event,
          'x-wc-webhook-signature': createHmac('sha256', given.secret).update(given.body).digest('base64'),
          'x-wc-webhook-id': '1',
          'x-wc-webhook-delivery-id': given.id ?? hash('md5', randomUUID()),
        },
        body: given.body,
      })
      await response.text()
      return response.status
    },
  })

  let atOnce = 0
  const server = createServer(async (request, response) => {
    atOnce++
    shop.mostAtOnce = Math.max(shop.mostAtOnce, atOnce)
    await answer(shop, request, response).catch((error) => response.writeHead(500).end(String(error)))
    atOnce--
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    travel.stop()
    server.closeAllConnections()
    server.close()
  })
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return shop
}

/** A variation, by its id. */
const shown = (shop: WooShop, id: number) => [...shop.variations.values()].flat().find((one) => one.id === id)

const VARIATION = { status: 'publish', price: '10', regular_price: '10', stock_status: 'instock', attributes: [] }
const DEFAULTS: Record<Kind, (id: number) => Any> = {
  products: (id) => ({
    ...{ name: `Product ${id}`, slug: `product-${id}`, type: 'simple', status: 'publish', description: '<p>Good</p>' },
    ...{ permalink: `https://shop.example/product/product-${id}/`, short_description: '', sku: '', price: '10' },
    ...{ regular_price: '10', on_sale: false, stock_status: 'instock', variations: [], images: [], categories: [] },
    ...{ parent_id: 0, attributes: [] },
  }),
  orders: (id) => ({
    ...{ number: String(id), status: 'processing', currency: 'EUR', total: '10.00', customer_id: 0, parent_id: 0 },
    ...{ billing: { email: 'kim@customer.example' }, shipping: {}, meta_data: [], refunds: [] },
    line_items: [{ name: 'Lamp', quantity: 1 }],
  }),
  coupons: (id) => ({
    ...{ code: `code${id}`, amount: '10.00', status: 'publish', discount_type: 'percent', description: '' },
    ...{ date_expires_gmt: null, usage_limit: null, usage_count: 0, free_shipping: false, minimum_amount: '0.00' },
    email_restrictions: [],
  }),
  customers: () => ({ email: '', first_name: '', last_name: '', role: 'customer', billing: {}, shipping: {} }),
  'products/categories': (id) => ({ name: `Category ${id}`, slug: `category-${id}`, description: '', count: 0 }),
}

const KINDS: Kind[] = ['products/categories', 'products', 'orders', 'coupons', 'customers']

async function answer(shop: WooShop, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const url = new URL(request.url ?? '/', shop.url)
  const query = Object.fromEntries(url.searchParams)
  const { method = 'GET' } = request
  const body = Buffer.concat(await request.toArray()).toString()
  const path = url.pathname.replace('/wp-json/wc/v3/', '')
  const reply = (status: number, data: unknown, headers: Record<string, string> = {}, before = '') => {
    shop.asked.push({ method, path, query, status })
    const isText = typeof data === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? data : before + JSON.stringify(data))
  }
  const refuse = (status: number, code: string, message: string) => reply(status, { code, message, data: { status } })

  if (shop.isSilent) return void shop.unanswered.push(path)
  const trouble = shop.troubles.shift()
  if (trouble === 'cut') return request.socket.destroy()
  if (trouble === 'busy') return reply(503, '<html><h1>Service Unavailable</h1></html>')
  if (trouble === 'too many') return reply(429, '<html>Too Many Requests</html>', { 'retry-after': '2' })
  if (trouble === 'maintenance page') return reply(200, '<html>Briefly unavailable for scheduled maintenance.</html>')
  if (trouble === 'blocked') return reply(403, '<html>Request blocked.</html>')
  const notice = trouble ? '<br />\n<b>Notice</b>: Undefined index in plugin.php on line 1<br />\n' : ''
  if (url.pathname === '/wp-json/wp/v2/pages') {
    // WordPress takes a key of WooCommerce for a wrong password.
    if (request.headers.authorization) return refuse(401, 'invalid_username', 'Unknown username.')
    const from = (Number(query.page) - 1) * Number(query.per_page)
    const some = shop.pages.slice(from, from + Number(query.per_page))
    if (from > 0 && some.length === 0) return refuse(400, 'rest_post_invalid_page_number', 'No such page.')
    return reply(200, some, { 'x-wp-total': String(shop.pages.length) }, notice)
  }
  if (!url.pathname.startsWith('/wp-json/wc/v3/')) return refuse(404, 'rest_no_route', 'No route was found.')

  const right = `Basic ${Buffer.from(`${shop.key}:${shop.secret}`).toString('base64')}`
  const given = shop.dropsAuthorization ? undefined : request.headers.authorization
  const { consumer_key, consumer_secret } = query
  const isInAddress = consumer_key === shop.key && consumer_secret === shop.secret
  if (given !== right && !isInAddress) {
    return refuse(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
  }
  if (shop.permissions === 'none' || (shop.permissions === 'read' && method !== 'GET')) {
    return refuse(401, 'woocommerce_rest_authentication_error', 'The API key provided does not have the permissions.')
  }
  if (path === 'data/currencies/current') return reply(200, { code: 'EUR', name: 'Euro', symbol: '€' }, {}, notice)
  if (path.split('/')[0] === 'webhooks') return answerWebhooks(shop, { method, path, query, body }, reply, refuse)
  const ofVariations = /^products\/(\d+)\/variations$/.exec(path)
  if (ofVariations) {
    return list(shop.variations.get(Number(ofVariations[1])) ?? [], query, (...all) => reply(...all))
  }
  const kind = KINDS.find((one) => path === one || path.startsWith(`${one}/`))
  if (!kind) return refuse(404, 'rest_no_route', 'No route was found.')
  const id = path.slice(kind.length + 1)
  if (kind === 'orders' && method !== 'GET') return changeOrder(shop, { method, path: id, body }, reply, refuse)
  if (id !== '') {
    const record = shop.records[kind].get(Number(id)) ?? (kind === 'products' ? shown(shop, Number(id)) : undefined)
    if (!record) return refuse(404, `woocommerce_rest_${kind.slice(0, -1)}_invalid_id`, 'Invalid ID.')
    return reply(200, record, {}, notice)
  }
  if (kind === 'customers' && query.modified_after) return refuse(400, 'rest_invalid_param', 'Invalid parameter')
  const found = [...shop.records[kind].values()].filter((record) => fits(kind, record, query))
  list(found, query, (status, data, headers) => reply(status, data, headers, notice))
}

/** Refunds of providers that cannot return money, too high ones and statuses that there are not are refused. */
async function changeOrder(
  shop: WooShop,
  { method, path, body }: { method: string; path: string; body: string },
  reply: Reply,
  refuse: (status: number, code: string, message: string) => unknown,
): Promise<unknown> {
  const [id, part] = path.split('/')
  const order = shop.records.orders.get(Number(id))
  const asked = JSON.parse(body)
  if (!order) return refuse(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  const done = async (data: unknown, status = 200) => {
    shop.writes++
    await shop.afterWrite?.()
    return reply(status, data)
  }
  if (method === 'POST' && part === 'refunds') {
    const amount = Number(asked.amount)
    const left = order.refunds.reduce((sum: number, { total }: Any) => sum + Number(total), Number(order.total))
    const cannot = (message: string) => refuse(500, 'woocommerce_rest_cannot_create_order_refund', message)
    if (!(amount > 0))
      return refuse(400, 'woocommerce_rest_invalid_order_refund', 'Refund amount must be greater than zero.')
    if (amount > left + 1e-9) return cannot('Invalid refund amount.')
    if (asked.api_refund && order.payment_method === 'cod') {
      return cannot('The payment gateway for this order does not support automatic refunds.')
    }
    const refund = { id: order.refunds.length + 900, reason: asked.reason, total: `-${asked.amount}` }
    const isWhole = Math.abs(left - amount) < 1e-9
    shop.save('orders', { id: order.id, refunds: [...order.refunds, refund], ...(isWhole && { status: 'refunded' }) })
    return done(refund, 201)
  }
  if (method !== 'PUT' || part) return refuse(404, 'rest_no_route', 'No route was found.')
  const statuses = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed']
  if (asked.status && !statuses.includes(asked.status))
    return refuse(400, 'rest_invalid_param', 'Invalid parameter(s): status')
  return done(shop.save('orders', { id: order.id, ...asked }))
}

function fits(kind: Kind, record: Any, query: Record<string, string>): boolean {
  const { status = 'any', modified_after, dates_are_gmt, include, role = 'customer', customer, search } = query
  if (status === 'any' ? record.status === 'trash' : record.status !== status) return false
  if (include && !include.split(',').includes(String(record.id))) return false
  if (kind === 'customers' && role !== 'all' && record.role !== role) return false
  if (customer && String(record.customer_id) !== customer) return false
  if (search && !JSON.stringify([record.number, record.billing]).includes(search)) return false
  // Without the flag a time counts as the site's own.
  const changed = dates_are_gmt === 'true' ? record.date_modified_gmt : record.date_modified
  return !modified_after || changed > inSiteTime(modified_after)
}

/** WordPress turns a time that names its zone into the site's own, and then compares the digits. */
const inSiteTime = (time: string) =>
  /Z|[+-]\d\d:?\d\d$/.test(time) ? stamp(Date.parse(time) + ZONE_MS) : time.slice(0, 19)

type Reply = (status: number, data: unknown, headers?: Record<string, string>) => unknown

function list(all: Any[], query: Record<string, string>, reply: Reply): unknown {
  const { per_page = '10', page = '1', offset, orderby = 'date', order = 'desc' } = query
  const size = Number(per_page)
  if (!(size >= 1 && size <= 100)) {
    return reply(400, { code: 'rest_invalid_param', message: 'Invalid parameter(s): per_page', data: { status: 400 } })
  }
  const by = orderby === 'id' ? 'id' : 'date_created_gmt'
  const sorted = all.toSorted((a, b) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : a.id - b.id))
  if (order === 'desc') sorted.reverse()
  const from = offset === undefined ? (Number(page) - 1) * size : Number(offset)
  const headers = { 'x-wp-total': String(all.length), 'x-wp-totalpages': String(Math.ceil(all.length / size)) }
  return reply(200, sorted.slice(from, from + size), headers)
}

function answerWebhooks(
  shop: WooShop,
  { method, path, query, body }: { method: string; path: string; query: Record<string, string>; body: string },
  reply: Reply,
  refuse: (status: number, code: string, message: string) => unknown,
): unknown {
  const id = Number(path.split('/')[1] ?? 0)
  const known = shop.webhooks.get(id)
  const present = ({ secret: _, failures: __, ...webhook }: Any) => webhook // it never tells a secret back
  if (method === 'POST') {
    const { topic = '', delivery_url, secret, name, status = 'active' } = JSON.parse(body)
    if (!/^(order|product|coupon|customer)\.(created|updated|deleted|restored)$/.test(topic)) {
      return refuse(400, 'woocommerce_rest_webhook_invalid_topic', 'Webhook topic must be valid.')
    }
    if (topic === 'customer.restored') return refuse(400, 'woocommerce_rest_webhook_invalid_topic', 'Topic unknown.')
    const webhook = { id: shop.webhooks.size + 1, name, topic, delivery_url, secret, status, failures: 0 }
    while (shop.webhooks.has(webhook.id)) webhook.id++
    shop.webhooks.set(webhook.id, webhook)
    const ping = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    fetch(delivery_url, { ...ping, body: `webhook_id=${webhook.id}` }).then(
      async (response) => {
        await response.text()
        shop.answers.push(response.status)
      },
      () => {},
    )
    return reply(201, present(webhook))
  }
  if (id === 0) return list([...shop.webhooks.values()].map(present), query, reply)
  if (!known) return refuse(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.')
  if (method === 'PUT') Object.assign(known, JSON.parse(body), { failures: 0 })
  if (method === 'DELETE') {
    if (query.force !== 'true') return refuse(501, 'woocommerce_rest_trash_not_supported', 'Webhooks have no trash.')
    shop.webhooks.delete(id)
  }
  return reply(200, present(known))
}
