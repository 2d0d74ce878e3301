import type { State } from '../../shared/bridge.ts'
import type { EventName } from '../../shared/names.ts'
import type { Conversation, Message } from '../../shared/records.ts'
import { findLast } from './find-last.ts'
import type { EngineState } from './state.ts'

export type Emit = (name: EventName, detail?: Record<string, unknown>) => void

/** What `is` and `get` answer from. */
export function stateOf({ session, visitor, conversation, online, draft }: EngineState): State {
  return {
    'session:ongoing': session !== null,
    'user:identified': visitor?.isIdentified ?? false,
    'bot:active': conversation?.isChatBot ?? false,
    'agent:online': online,
    'chat:unread:count': conversation?.unreadCount ?? 0,
    'message:text': draft,
    'session:id': session,
    'conversation:id': conversation?.id ?? null,
    'user:profile': visitor && {
      id: visitor.id,
      name: visitor.name,
      email: visitor.email,
      phone: visitor.phone,
      attributes: visitor.attributes,
      isIdentified: visitor.isIdentified,
    },
  }
}

/** A message as the shop's page gets it. */
export function messageOf({ id, clientId, text, sender, createdAt, files }: Message, conversationId: string | null) {
  return {
    id,
    clientId,
    conversationId,
    text,
    sender: { type: sender.type, name: sender.name },
    createdAt,
    files: files.map(({ name, size, type }) => ({ name, size, type })),
  }
}

/** What became of a conversation, as events. */
export function tellChanges(
  { conversation: before, messages }: Pick<EngineState, 'conversation' | 'messages'>,
  now: Conversation | null,
  emit: Emit,
  escalation: () => string | null = () => null,
): void {
  if (!now) return
  const conversationId = now.id
  if (before?.id !== now.id) {
    emit('conversation:started', { conversationId })
    return
  }
  if (before.status !== now.status)
    emit('conversation:state_changed', { conversationId, status: now.status, previousStatus: before.status })
  if (before.assignee?.name !== now.assignee?.name)
    emit('conversation:assigned', { conversationId, assignee: now.assignee })
  if (before.isChatBot && !now.isChatBot) emit('conversation:escalated', { conversationId, reason: escalation() })
  const own = findLast(messages, ({ sender }) => sender.type === 'customer')?.position ?? 0
  if (before.readByAgent < own && now.readByAgent >= own) emit('message:read', { conversationId, by: 'agent' })
  if (before.unreadCount > 0 && now.unreadCount === 0) emit('message:read', { conversationId, by: 'customer' })
}
