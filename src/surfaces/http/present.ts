import type { FastifyReply } from 'fastify'
import type { ConversationView } from '#core/conversations/conversations.ts'
import type { MessageView } from '#core/conversations/messages.ts'
import type { WirePage } from '#database/wire-page.ts'
import { paging } from './paging.ts'
import { messageDetail } from './present-message.ts'
import { sendJson } from './send.ts'

/**
 * Answers around records that the database keeps as ready JSON (docs/decisions/0003-ready-json.md): what is added
 * here is the envelope, and the keys that only detail endpoints show.
 */

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

/** Keys of the detail endpoint that never carry data (spec 2.2). */
const DETAIL_KEYS = ',"customerPhone":null,"memberName":null,"teamId":null,"unreadCount":0}'

/** One conversation in its detail form, 31 keys. Writes answer without meta, reads with it. */
export function sendConversation(
  reply: FastifyReply,
  { wire, source }: ConversationView,
  withMeta: boolean,
): FastifyReply {
  return sendJson(reply, `{"data":${wire.slice(0, -1)}${DETAIL_KEYS}${withMeta ? `,${meta(source)}` : ''}}`)
}

/** One message in its detail form, 20 keys. */
export function sendMessage(reply: FastifyReply, message: MessageView, status: 200 | 201): FastifyReply {
  const body = `{"data":${messageDetail(message)}`
  return sendJson(reply, status === 200 ? `${body},${meta(message.source)}}` : `${body}}`, status)
}
