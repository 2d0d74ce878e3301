import { createHmac, randomUUID } from 'node:crypto'
import { ok } from '../expect.ts'
import type { Store } from '../fixtures/factories.ts'
import { newProduct, signed } from '../fixtures/platform.ts'

/** Platforms that sign a webhook's body with a shared secret, for tests that hold for all of them. */

export interface ConnectedShop {
  store: Store
  id: string
  /** Signing secret of its webhooks; null if only the shop knows it. */
  secret: string | null
}

export interface SigningPlatform {
  kind: string
  /** Connects a store to a shop that answers nothing. */
  connect(store: Store): Promise<ConnectedShop>
  sign(body: string, secret: string, topic?: string): Record<string, string>
  /** A body that means something, and the header of its signature. */
  body: string
  header: string
}

const hmac = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('base64')

const woocommerce: SigningPlatform = {
  kind: 'woocommerce',
  body: '{"id":7,"name":"Lamp"}',
  header: 'x-wc-webhook-signature',
  async connect(store) {
    const path = `/operator/stores/${store.shopId}/connections`
    // A shop that nobody has to be asked for: it has let nobody in.
    const { id } = ok(await store.operator.post(path, { kind: 'woocommerce', apiUrl: 'https://shop.example' }), 201)
    return { store, id, secret: null }
  },
  sign: (body, secret, topic = 'product.updated') => ({
    'content-type': 'application/json',
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-signature': hmac(body, secret),
    'x-wc-webhook-delivery-id': randomUUID(),
  }),
}

const shopify: SigningPlatform = {
  kind: 'shopify',
  body: '{"id":7}',
  header: 'x-shopify-hmac-sha256',
  async connect(store) {
    const path = `/operator/stores/${store.shopId}/connections`
    const [clientId, clientSecret] = [randomUUID(), randomUUID()]
    const shopDomain = `${randomUUID()}.myshopify.com`
    const { id } = ok(await store.operator.post(path, { kind: 'shopify', shopDomain, clientId, clientSecret }), 201)
    return { store, id, secret: clientSecret }
  },
  sign: (body, secret, topic = 'products/update') => ({
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-webhook-id': randomUUID(),
    'x-shopify-hmac-sha256': hmac(body, secret),
  }),
}

/** Any shop, by the scheme of our own webhooks. */
const custom: SigningPlatform = {
  kind: 'custom',
  body: JSON.stringify(newProduct({ id: '7' })),
  header: 'x-webhook-signature',
  async connect(store) {
    const path = `/operator/stores/${store.shopId}/connections`
    const { id, secret } = ok(await store.operator.post(path, { kind: 'custom' }), 201)
    return { store, id, secret }
  },
  sign: (body, secret) => ({ 'x-webhook-delivery-id': randomUUID(), ...signed(secret, body) }),
}

export const PLATFORMS: SigningPlatform[] = [custom, woocommerce, shopify]

export interface Forgery {
  query: string
  headers: Record<string, string>
  body: string
}

/** Requests that nobody may believe: wrong, missing and foreign signatures, other bodies, other connections. */
export function forgeries(
  platform: SigningPlatform,
  mine: ConnectedShop,
  other: ConnectedShop,
  body = platform.body,
): Forgery[] {
  const { header, sign } = platform
  const query = `?connection=${mine.id}`
  const guess = sign(body, randomUUID())
  const signature = guess[header] as string
  const good = mine.secret === null ? guess : sign(body, mine.secret)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const { [header]: _, ...unsigned } = good
  return [
    { query, headers: {}, body },
    { query, headers: unsigned, body },
    { query, headers: guess, body },
    { query, headers: sign(body, ''), body },
    { query, headers: sign(body, mine.id), body },
    ...(other.secret === null ? [] : [{ query, headers: sign(body, other.secret), body }]),
    { query, headers: { ...good, [header]: '' }, body },
    { query, headers: { ...good, [header]: 'x' }, body },
    { query, headers: { ...good, [header]: Buffer.from(signature, 'base64').toString('hex') }, body },
    { query, headers: { ...good, [header]: signature.slice(4) }, body },
    { query, headers: good, body: `${body} ` },
    { query, headers: good, body: '' },
    { query, headers: { ...unsigned, ...form }, body: 'webhook_id=1&x=2' },
    { query, headers: { ...unsigned, ...form }, body: `webhook_id=${'1'.repeat(60)}` },
    { query: '', headers: good, body },
    { query: `?connection=${other.id}`, headers: good, body },
    { query: `?connection=${randomUUID()}`, headers: good, body },
    { query: `${query}&connection=${mine.id}`, headers: good, body },
    { query: '?connection=%00', headers: good, body },
  ]
}
