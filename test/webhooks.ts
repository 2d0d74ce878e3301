import assert from 'node:assert/strict'
import type { Event } from './events.ts'
import { ok } from './expect.ts'
import { addConversation, type Store } from './factories.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { type OwnServer, type Server, startServer } from './server.ts'
import { until } from './until.ts'

/** The complete set of events (spec 6.1). */
export const EVENT_NAMES = [
  'message.created',
  'message.updated',
  'message.removed',
  'conversation.created',
  'conversation.state_changed',
  'conversation.assigned',
  'conversation.tags_updated',
  'conversation.removed',
  'customer.created',
]

/** What lets a service deliver to receivers of this process, with retries that a test can wait for. */
export function deliveryEnv(receiver: Receiver): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: receiver.authority.caFile,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms,50ms,50ms',
    WEBHOOK_TIMEOUT: '1s',
  }
}

export async function startWithReceiver(
  env: Record<string, string> = {},
): Promise<{ server: Server; receiver: Receiver }> {
  const receiver = await startReceiver()
  return { receiver, server: await startServer({ env: { ...deliveryEnv(receiver), ...env } }) }
}

/** The same with a server that can be killed. */
export async function startOwnWithReceiver(
  env: Record<string, string> = {},
): Promise<{ server: OwnServer; receiver: Receiver }> {
  const receiver = await startReceiver()
  return { receiver, server: await startServer({ ownProcess: true, env: { ...deliveryEnv(receiver), ...env } }) }
}

/** A subscription as create answers it. */
export async function subscribe(store: Store, url: string, events = ['message.created'], more: object = {}) {
  return ok(await store.api.post('/chat/webhooks', { url, events, ...more }), 201)
}

/** The subscription as the list shows it now. */
export async function read(store: Store, { id }: { id: string }) {
  const found = ok(await store.api.get('/chat/webhooks')).find((one: { id: string }) => one.id === id)
  assert.ok(found, 'the subscription is gone')
  return found
}

export async function change(store: Store, { id }: { id: string }, body: object) {
  return ok(await store.api.put(`/chat/webhooks/${id}`, body))
}

/** Waits until the list shows these fields on the subscription; answers it. */
export function shows(store: Store, subscription: { id: string }, fields: Record<string, unknown>, ms?: number) {
  return until(
    `${JSON.stringify(fields)} on a subscription`,
    async () => {
      const now = await read(store, subscription)
      return Object.entries(fields).every(([name, value]) => now[name] === value) && now
    },
    ms,
  )
}

/** A delivery as an operator's log of a subscription lists it. */
export interface LoggedDelivery {
  eventId: string
  status: string
  attempts: number
}

/** The newest hundred of a subscription's deliveries, newest first. */
export async function readLog({ operator, shopId }: Store, { id }: { id: string }): Promise<LoggedDelivery[]> {
  return ok(await operator.get(`/operator/stores/${shopId}/webhooks/${id}/deliveries?limit=100`))
}

/** Says something in a conversation (a new one unless given): one message.created event. Answers the message. */
export async function say(store: Store, text = 'Where is my order?', conversationId?: string) {
  const id = conversationId ?? (await addConversation(store)).id
  return ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true }), 201)
}

/** The texts of message events. */
export const texts = (requests: Received[]) => requests.map(({ event }) => event.data.text as string)
export const events = (requests: Received[]): Event[] => requests.map(({ event }) => event)

type Verify = (headers: Record<string, string>, body: Buffer, secret: string) => boolean
const example = new URL('../docs/examples/verify-webhook.js', import.meta.url)
/** What the documentation gives to receivers' authors. */
export const { verifyWebhook } = (await import(example.href)) as { verifyWebhook: Verify }
