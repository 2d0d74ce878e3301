import { createHmac, randomUUID } from 'node:crypto'
import { ok } from './expect.ts'
import type { Line, Store } from './factories.ts'
import { until } from './until.ts'

/** A shop that is connected by the generic door (contract, section 12). */
export interface Shop {
  store: Store
  /** Of the connection. */
  id: string
  secret: string
  /** Sends lines, or a body as it is, signed. */
  tell(body: (Line | object)[] | string | Buffer, headers?: Record<string, string>): Promise<Told>
  /** Once all that was sent is applied. */
  settled(): Promise<void>
}

interface Told {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  body: any
  headers: Headers
}

/** The headers of a signed body. */
export function signed(secret: string, body: string | Buffer, time = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(time / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp};`).update(body).digest('hex')
  return { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature }
}

export async function connectCustom(server: { baseUrl: string }, store: Store): Promise<Shop> {
  const path = `/operator/stores/${store.shopId}/connections`
  const { id, secret } = ok(await store.operator.post(path, { kind: 'custom' }), 201)
  return {
    store,
    id,
    secret,
    async tell(lines, headers = {}) {
      const body = Array.isArray(lines) ? lines.map((line) => JSON.stringify(line)).join('\n') : lines
      const always = { 'content-type': 'application/x-ndjson', 'x-webhook-delivery-id': randomUUID() }
      const response = await fetch(`${server.baseUrl}/platform/custom/webhooks?connection=${id}`, {
        method: 'POST',
        headers: { ...always, ...signed(secret, body), ...headers },
        body,
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: JSON.parse(text) }
    },
    async settled() {
      await until('all that was sent to be applied', async () => {
        const connection = ok(await store.operator.get(path)).find((one: { id: string }) => one.id === id)
        return connection.sync.waiting === 0
      })
    },
  }
}

/** Sends lines that must be taken, and waits until they are applied. */
export async function tellAndWait(shop: Shop, lines: (Line | object)[]): Promise<Told> {
  const told = await shop.tell(lines)
  ok({ ...told, headers: told.headers }, 202)
  await shop.settled()
  return told
}

export const newProduct = (data: Record<string, unknown> = {}): Line => ({
  kind: 'product',
  data: { id: randomUUID(), title: 'Lamp', variants: [{ price: { amount: '10.00', currencyCode: 'EUR' } }], ...data },
})

export const newOrder = (data: Record<string, unknown> = {}): Line => ({
  kind: 'order',
  data: {
    orderNumber: randomUUID(),
    createdAt: new Date().toISOString(),
    total: { amount: '10.00', currencyCode: 'EUR' },
    ...data,
  },
})
