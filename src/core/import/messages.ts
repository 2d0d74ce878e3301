import { type Static, Type } from 'typebox'
import { newId } from '#base/ids.ts'
import { hasText } from '#base/text.ts'
import { SYSTEM_NAME, VISITOR_NAME } from '#core/conversations/sender-fields.ts'
import { AI_AGENT_NAME } from '#core/stores/settings.ts'
import type { SenderType } from '#storage/conversations/columns.ts'
import { checkUnique, flag, id, list, maybe, record, text, time } from './fields.ts'
import { rejected } from './kind.ts'

/** A message of an imported conversation: spec 2.3, and who sent it. */
export const Message = Type.Object({
  id: Type.Optional(Type.Union([id, Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })])),
  text: Type.Optional(text),
  senderName: Type.Optional(text),
  senderType: Type.Optional(Type.Enum(['customer', 'agent', 'bot', 'system'])),
  memberId: maybe(id),
  isAdmin: Type.Optional(flag),
  isAutomated: Type.Optional(flag),
  isBot: Type.Optional(flag),
  isNote: Type.Optional(flag),
  isFirst: Type.Optional(flag),
  isTransfer: Type.Optional(flag),
  isQuickReplyMsg: Type.Optional(flag),
  isAskBotMessage: Type.Optional(flag),
  isDeleted: Type.Optional(flag),
  contentType: Type.Optional(Type.Enum(['text', 'file'])),
  topic: maybe(text),
  chatbotProducts: list(record),
  chatbotFaqs: list(record),
  files: list(record),
  replyMessage: maybe(record),
  createdAt: text,
})
type Message = Static<typeof Message>

export type PreparedMessage = ReturnType<typeof prepareMessage>

interface Surroundings {
  conversationId: string
  customerName: string | null
  memberNames: Map<string, string>
}

/** Messages with every field filled in, in the order of their times; those of one moment keep the order given. */
export function prepareMessages(messages: Message[], around: Surroundings): PreparedMessage[] {
  const prepared = messages
    .map((message, i) => prepareMessage(message, around, `messages.${i}`))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  checkUnique(
    prepared.map((message) => message.id),
    'The ids of the messages',
  )
  const first = messages.some((message) => message.isFirst !== undefined)
    ? undefined
    : prepared.find((message) => !message.isNote && !message.isTransfer)
  if (first) first.isFirst = true
  for (const [i, message] of prepared.entries()) message.position = i + 1
  return prepared
}

function prepareMessage(message: Message, around: Surroundings, place: string) {
  if (!hasText(message.text ?? '') && !message.files?.length) throw rejected(`${place} has neither text nor files.`)
  const senderType = senderOf(message)
  return {
    conversationId: around.conversationId,
    position: 0,
    id: message.id === undefined ? newId() : String(message.id),
    senderType,
    senderName: message.senderName ?? senderName(message, senderType, around),
    memberId: message.memberId ?? null,
    text: message.text ?? '',
    contentType: message.contentType ?? (message.files?.length ? 'file' : 'text'),
    isAdmin: message.isAdmin ?? senderType !== 'customer',
    isAutomated: message.isAutomated ?? false,
    isBot: message.isBot ?? senderType === 'bot',
    isNote: message.isNote ?? false,
    isFirst: message.isFirst ?? false,
    isTransfer: message.isTransfer ?? false,
    isQuickReplyMsg: message.isQuickReplyMsg ?? false,
    isAskBotMessage: message.isAskBotMessage ?? false,
    isDeleted: message.isDeleted ?? false,
    topic: message.topic ?? null,
    chatbotProducts: message.chatbotProducts ?? [],
    chatbotFaqs: message.chatbotFaqs ?? [],
    files: message.files ?? [],
    replyMessage: message.replyMessage ?? null,
    createdAt: time(message.createdAt, `${place}.createdAt`),
  }
}

/** Sender of a message whose line does not name one (spec C5.9). */
function senderOf(message: Message): SenderType {
  if (message.senderType) return message.senderType
  if (message.isBot) return 'bot'
  if (message.isTransfer) return 'system'
  return message.memberId || message.isAdmin ? 'agent' : 'customer'
}

function senderName(message: Message, senderType: SenderType, around: Surroundings): string {
  if (senderType === 'customer') return around.customerName ?? VISITOR_NAME
  if (senderType === 'bot') return AI_AGENT_NAME
  if (senderType === 'system') return SYSTEM_NAME
  return around.memberNames.get(message.memberId ?? '') ?? ''
}
