import { table } from '#base/table.ts'
import type { Incoming, IncomingFile } from '../incoming.ts'
import { describeError } from './codes.ts'
import { isRecord, listOf, recordOf, textOf, timeOf } from './values.ts'

/** Kinds of message that carry a file. */
const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'] as const
const EXTENSION: Record<string, string> = table({
  image: 'jpg',
  video: 'mp4',
  audio: 'ogg',
  sticker: 'webp',
  document: '',
})

/** Reads one event of WhatsApp, as `splitWebhook` took it apart. */
export function readWhatsApp(payload: unknown, now: Date): Incoming[] {
  const { message, profile, status, echo, update } = recordOf(payload)
  if (isRecord(message)) return readMessage(message, recordOf(profile), now)
  if (isRecord(status)) return readStatus(status)
  if (isRecord(echo)) {
    const { text, files } = contentOf(echo)
    const recipient = textOf(echo.to_user_id) || textOf(echo.to)
    return [
      { kind: 'echo', externalId: textOf(echo.id), recipient, text, files, at: timeOf(echo.timestamp, 1000, now) },
    ]
  }
  if (isRecord(update)) {
    const { previous, current } = recordOf(update.user_id)
    return textOf(previous) && textOf(current) ? [{ kind: 'rename', from: textOf(previous), to: textOf(current) }] : []
  }
  return []
}

/**
 * The user id names a person; the number comes second, and either may be missing. Both are remembered, so that whoever
 * was known by the number alone is found by the id later.
 */
function readMessage(message: Record<string, unknown>, profile: Record<string, unknown>, now: Date): Incoming[] {
  const userId = textOf(profile.user_id) || textOf(message.user_id) || textOf(message.from_user_id)
  const from = textOf(profile.wa_id) || textOf(message.from)
  const number = /^\d{5,20}$/.test(from) ? from : ''
  const externalId = userId || from
  if (!textOf(message.id) || !externalId) return []
  const { text, files } = contentOf(message)
  const replyTo = textOf(recordOf(message.context).id)
  return [
    {
      kind: 'message',
      externalId: textOf(message.id),
      sender: {
        externalId,
        ...(number && number !== externalId ? { aliases: [number] } : {}),
        name: textOf(recordOf(profile.profile).name).slice(0, 200) || null,
        phone: number ? `+${number}` : null,
        isProven: true,
      },
      at: timeOf(message.timestamp, 1000, now),
      text,
      files,
      ...(replyTo ? { replyTo } : {}),
    },
  ]
}

function contentOf(message: Record<string, unknown>): { text: string; files: IncomingFile[] } {
  const type = textOf(message.type)
  const content = recordOf(message[type])
  const kind = MEDIA.find((one) => one === type)
  if (kind) {
    const mediaId = textOf(content.id)
    const name = textOf(content.filename) || (EXTENSION[kind] ? `${kind}.${EXTENSION[kind]}` : kind)
    return { text: textOf(content.caption), files: mediaId ? [{ name, mediaId }] : [] }
  }
  return { text: wordsOf(type, content), files: [] }
}

/** What is said by a message of another kind, in words. */
function wordsOf(type: string, content: Record<string, unknown>): string {
  switch (type) {
    case 'text':
      return textOf(content.body)
    case 'button':
      return textOf(content.text)
    case 'interactive': {
      const chosen = recordOf(content.button_reply ?? content.list_reply)
      return textOf(chosen.title)
    }
    case 'reaction':
      return textOf(content.emoji)
    case 'location': {
      const place = [textOf(content.name), textOf(content.address)].filter(Boolean).join(', ')
      return `${place ? `${place} ` : ''}(${textOf(content.latitude)}, ${textOf(content.longitude)})`
    }
    default:
      return `[${type || 'This message'} can be seen in the provider’s app only.]`
  }
}

function readStatus(status: Record<string, unknown>): Incoming[] {
  const id = textOf(status.id)
  const state = (['sent', 'delivered', 'read', 'failed'] as const).find((one) => one === status.status)
  if (!id || !state) return []
  const recipient = textOf(status.recipient_user_id) || textOf(status.recipient_id)
  const receipt = { kind: 'receipt' as const, of: { externalIds: [id] }, state, ...(recipient ? { recipient } : {}) }
  if (state !== 'failed') return [receipt]
  const outcome = describeError(recordOf(listOf(status.errors)[0]))
  return [{ ...receipt, error: outcome.reason, closesWindow: outcome.closesWindow }]
}
