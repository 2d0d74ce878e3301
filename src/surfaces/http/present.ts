import type { FastifyReply } from 'fastify'
import type { Contact } from '#core/contacts/contacts.ts'
import type { ConversationView } from '#core/conversations/conversations.ts'
import type { MessageView } from '#core/conversations/messages.ts'
import type { Subscription } from '#core/webhooks/subscriptions.ts'
import type { WirePage } from '#database/json-page.ts'
import { paging } from './paging.ts'

// How records are shown. Conversations and messages are ready JSON of the database
// (docs/decisions/0003-rendered-json-columns.md): what is added here is the envelope, and the keys that only detail
// endpoints show.

/** Sends JSON that is already text or bytes. */
export function sendJson(reply: FastifyReply, json: string | Buffer, status = 200): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(json)
}

type Source = 'postgresql' | 'firestore'

const meta = (source: Source) => `"meta":{"source":"${source}"}`

const DATA_START = Buffer.from('{"data":[')
const COMMA = Buffer.from(',')

/** A page of conversations or messages. The records are copied as bytes and never read. */
export function sendPage(reply: FastifyReply, page: WirePage, source: Source = 'postgresql'): FastifyReply {
  const parts: Buffer[] = [DATA_START]
  for (const [i, item] of page.items.entries()) parts.push(...(i === 0 ? [item] : [COMMA, item]))
  parts.push(Buffer.from(`],"paging":${JSON.stringify(paging(page.nextCursor))},${meta(source)}}`))
  return sendJson(reply, Buffer.concat(parts))
}

/** Keys of the detail endpoint that never carry data (spec 2.2.2). */
const DETAIL_KEYS = ',"customerPhone":null,"memberName":null,"teamId":null,"unreadCount":0}'

/** One conversation in its detail form, 31 keys. Writes answer without meta, reads with it. */
export function sendConversation(
  reply: FastifyReply,
  { renderedJson, source }: ConversationView,
  withMeta: boolean,
  status: 200 | 201 = 200,
): FastifyReply {
  const body = `{"data":${renderedJson.slice(0, -1)}${DETAIL_KEYS}${withMeta ? `,${meta(source)}` : ''}}`
  return sendJson(reply, body, status)
}

/** One message in its detail form, 20 keys, as JSON. */
export function messageDetail({ renderedJson, isDeleted, contentType }: MessageView): string {
  return `${renderedJson.slice(0, -1)},"isDeleted":${isDeleted},"contentType":"${contentType}"}`
}

/** One message that was read. */
export function sendMessage(reply: FastifyReply, message: MessageView): FastifyReply {
  return sendJson(reply, `{"data":${messageDetail(message)},${meta(message.source)}}`)
}

/** A contact as the customer endpoint shows it; `isRedacted` only where it is true. */
export function presentContact(contact: Contact) {
  const { isRedacted, senderSeq, ...fields } = contact
  return { ...fields, senderSeq: senderSeq === null ? null : Number(senderSeq), ...(isRedacted ? { isRedacted } : {}) }
}

/** Spec 2.8. Keys about deliveries appear after the first attempt. */
export function presentSubscription(shopId: string, subscription: Subscription) {
  const { id, url, events, isActive, secret, metadata, createdAt, updatedAt } = subscription
  const { lastDeliveryAt, lastDeliveryStatus, lastDeliveryError } = subscription
  const delivery = lastDeliveryAt ? { lastDeliveryAt, lastDeliveryStatus, lastDeliveryError } : {}
  return { id, shopId, url, events, isActive, secret, metadata, createdAt, updatedAt, ...delivery }
}
