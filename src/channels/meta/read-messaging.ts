import { isObject } from '#base/objects.ts'
import type { Incoming, IncomingFile } from '../incoming.ts'
import { advertOf, contextOf, FILES, POSTS, STORIES, wordsOf } from './messaging-content.ts'
import { listOf, recordOf, textOf, timeOf } from './values.ts'

/** What is shown where a message has no words that we can show. */
const UNSUPPORTED = '[This message can be seen in the provider’s app only.]'

/** Reads one event of Messenger or Instagram. `externalId`: the account's own id. */
export function readMessaging(payload: unknown, externalId: string, now: Date): Incoming[] {
  const event = recordOf(payload)
  const sender = textOf(recordOf(event.sender).id)
  const at = timeOf(event.timestamp, 1, now)
  if (isObject(event.message)) return readMessage(event.message, { sender, externalId, event, at })
  if (isObject(event.message_edit)) {
    const [mid, text] = [textOf(event.message_edit.mid), textOf(event.message_edit.text)]
    return mid && text ? [{ kind: 'edit', externalId: mid, text }] : []
  }
  if (isObject(event.postback)) {
    const { mid, title, payload: value } = event.postback
    const text = [textOf(title) || textOf(value), advertOf(recordOf(event.postback.referral))]
      .filter(Boolean)
      .join('\n')
    return textOf(mid) && text ? [words(textOf(mid), sender, at, text, [])] : []
  }
  if (isObject(event.delivery)) return readDelivery(event.delivery, sender, now)
  const read = event.read ?? event.messaging_seen
  if (isObject(read)) {
    const mid = textOf(read.mid)
    const of = mid ? { externalIds: [mid] } : { recipient: sender, until: timeOf(read.watermark, 1, now) }
    return [{ kind: 'receipt', of, state: 'read' }]
  }
  return []
}

interface Around {
  sender: string
  externalId: string
  event: Record<string, unknown>
  at: Date
}

function readMessage(message: Record<string, unknown>, { sender, externalId, event, at }: Around): Incoming[] {
  const mid = textOf(message.mid)
  if (!mid) return []
  const attachments = listOf(message.attachments).filter(isObject)
  const files = attachments.flatMap(readAttachment)
  const text = [textOf(message.text), ...contextOf(message), ...attachments.map(wordsOf)].filter(Boolean).join('\n')
  if (message.is_echo === true || sender === externalId) {
    const recipient = textOf(recordOf(event.recipient).id)
    return [{ kind: 'echo', externalId: mid, recipient, text, files, at }]
  }
  if (message.is_deleted === true) return [{ kind: 'removal', externalId: mid }]
  const shown = text || (files.length > 0 ? '' : UNSUPPORTED)
  const replyTo = textOf(recordOf(message.reply_to).mid)
  return [{ ...words(mid, sender, at, shown, files), ...(replyTo ? { replyTo } : {}) }]
}

function words(externalId: string, sender: string, at: Date, text: string, files: IncomingFile[]) {
  return { kind: 'message' as const, externalId, sender: { externalId: sender, isVerified: true }, at, text, files }
}

/** Pictures, sounds, videos and files, and the pictures of stories and posts. */
function readAttachment({ type, payload }: Record<string, unknown>): IncomingFile[] {
  const url = textOf(recordOf(payload).url)
  if (!url || ![...FILES, ...STORIES, ...POSTS].includes(textOf(type))) return []
  return [{ name: nameOf(url) || textOf(type), url }]
}

function nameOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name).slice(0, 200)
  } catch {
    return name.slice(0, 200)
  }
}

function readDelivery({ mids, watermark }: Record<string, unknown>, recipient: string, now: Date): Incoming[] {
  const externalIds = listOf(mids).map(textOf).filter(Boolean).slice(0, 100)
  const of = externalIds.length > 0 ? { externalIds } : { recipient, until: timeOf(watermark, 1, now) }
  return [{ kind: 'receipt', of, state: 'delivered', recipient }]
}
