import { isObject } from '#base/objects.ts'
import type { Incoming } from '../incoming.ts'
import { describeError } from './codes.ts'
import { listOf, recordOf, textOf, timeOf } from './values.ts'
import { readContent } from './whatsapp-content.ts'

/** UTF-16 units of one sign: families and flags take up to some thirty. */
const EMOJI_MAX = 40

/** Reads one event of WhatsApp, as `splitWebhook` took it apart. */
export function readWhatsApp(payload: unknown, now: Date): Incoming[] {
  const { message, profile, status, echo, update, template } = recordOf(payload)
  if (isObject(message)) return readMessage(message, recordOf(profile), now)
  if (isObject(status)) return readStatus(status)
  if (isObject(echo)) {
    const { text, files } = readContent(echo)
    const recipient = textOf(echo.to_user_id) || textOf(echo.to)
    const phone = phoneOf(textOf(echo.to))
    const at = timeOf(echo.timestamp, 1000, now)
    return isWords(echo)
      ? [{ kind: 'echo', externalId: textOf(echo.id), recipient, text, files, at, startsConversation: true, phone }]
      : []
  }
  if (isObject(update)) {
    const { previous, current } = recordOf(update.user_id)
    return renameOf(textOf(previous), textOf(current))
  }
  return isObject(template) ? [{ kind: 'templates' }] : []
}

/**
 * The user id names a person; the number comes second, and either may be missing. Both are stored, so that a sender who
 * was known by the number alone is found by the id later.
 */
function readMessage(message: Record<string, unknown>, profile: Record<string, unknown>, now: Date): Incoming[] {
  const userId = textOf(profile.user_id) || textOf(message.user_id) || textOf(message.from_user_id)
  const from = textOf(profile.wa_id) || textOf(message.from)
  const phone = phoneOf(from)
  const externalId = userId || from
  if (!textOf(message.id) || !externalId) return []
  const name = textOf(recordOf(profile.profile).name).slice(0, 200) || null
  if (!isWords(message)) return readChange(message, name)
  const { text, files } = readContent(message)
  const replyTo = textOf(recordOf(message.context).id)
  return [
    {
      kind: 'message',
      externalId: textOf(message.id),
      sender: {
        externalId,
        ...(phone && from !== externalId ? { aliases: [from] } : {}),
        name,
        phone,
        isVerified: true,
      },
      at: timeOf(message.timestamp, 1000, now),
      text,
      files,
      ...(replyTo ? { replyTo } : {}),
    },
  ]
}

/** The telephone number as contacts have it; null for an id of another kind. */
const phoneOf = (id: string): string | null => (/^\d{5,20}$/.test(id) ? `+${id}` : null)

/** A person's new id; their new number, where both are one. */
function renameOf(from: string, to: string): Incoming[] {
  if (!from || !to || from === to) return []
  const [before, after] = [phoneOf(from), phoneOf(to)]
  return [{ kind: 'rename', from, to, ...(before && after ? { phones: { from: before, to: after } } : {}) }]
}

/** Kinds that come as messages and report a change: of another message, or of the person. */
const CHANGES = ['reaction', 'edit', 'revoke', 'system']
const isWords = ({ type }: Record<string, unknown>) => !CHANGES.includes(textOf(type))

/** Reads a change. A reaction without a sign takes one back, and changes nothing here. */
function readChange(message: Record<string, unknown>, name: string | null): Incoming[] {
  const content = recordOf(message[textOf(message.type)])
  const original = textOf(content.original_message_id)
  switch (message.type) {
    case 'reaction': {
      const [externalId, emoji] = [textOf(content.message_id), textOf(content.emoji).slice(0, EMOJI_MAX)]
      return externalId && emoji ? [{ kind: 'reaction', externalId, emoji, name }] : []
    }
    case 'edit': {
      const { text } = readContent(recordOf(content.message))
      return original && text ? [{ kind: 'edit', externalId: original, text }] : []
    }
    case 'revoke':
      return original ? [{ kind: 'removal', externalId: original }] : []
    default: {
      // A new number is the only report of the system that changes something here.
      const to = textOf(content.new_wa_id) || textOf(content.wa_id)
      return renameOf(textOf(message.from), to)
    }
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
