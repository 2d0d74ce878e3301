import { currentTime } from '#base/clock.ts'
import { hasText } from '#base/text.ts'
import type { ConversationPatch } from '#storage/conversations.ts'
import { insertMessage } from '#storage/messages.ts'
import type { Caller } from './caller.ts'
import { type ConversationView, lockForWrite, saveConversation } from './conversations.ts'
import { invalidParams } from './errors.ts'
import { appendEvents } from './events.ts'
import { requireActiveMember } from './members.ts'
import { readSettings, type Settings } from './settings.ts'
import { assigned, fromAgent, openThread } from './thread.ts'

export interface HandOff {
  conversationId: string
  /** False when a person already had it; then nothing was changed. */
  transferred: boolean
  isChatBot: false
  memberId: string | null
  /** What to tell the customer now; nothing is sent for it. */
  customerMessage: string | null
}

/** Told to the customer where the store has no words of its own (the widget's text `handOff`). */
const HAND_OFF_TEXT = 'A member of our team will take it from here.'

/**
 * Takes a conversation from the AI agent and gives it to the team. A transfer line marks the place; `reason` becomes an
 * internal note. `memberId`, an active member, gets the conversation only when nobody holds it.
 */
export function handOff(
  caller: Caller,
  id: string,
  { reason, memberId }: { reason?: string; memberId?: string },
): Promise<HandOff> {
  return caller.shop.transaction(async (tx) => {
    const [{ conversation, move }, settings] = await Promise.all([lockForWrite(tx, id), readSettings(tx)])
    const now = currentTime()
    const member = memberId === undefined ? null : await requireActiveMember(tx, memberId)
    const outcome = { conversationId: conversation.id, isChatBot: false as const }
    if (!conversation.isChatBot) {
      await saveConversation(tx, conversation, move, now)
      return { ...outcome, transferred: false, memberId: conversation.memberId, customerMessage: null }
    }
    const assignee = conversation.memberId === null ? member : null
    const thread = openThread(conversation, now)
    const lines = [thread.transferLine(`The AI agent handed over to ${assignee?.fullName ?? 'the team'}.`)]
    if (reason && hasText(reason)) lines.push(thread.message({ ...fromAgent(), text: reason, isNote: true }))
    const patch: Partial<ConversationPatch> = { ...move, isChatBot: false, lastPosition: thread.lastPosition() }
    if (assignee) patch.memberId = assignee.id
    await Promise.all([
      ...lines.map((line) => insertMessage(tx, conversation.id, line)),
      saveConversation(tx, conversation, patch, now),
      assignee && appendEvents(tx, [assigned(tx.shopId, conversation, assignee.id)]),
    ])
    return {
      ...outcome,
      transferred: true,
      memberId: assignee?.id ?? conversation.memberId,
      customerMessage: handOffText(settings),
    }
  })
}

/**
 * The way back: the AI agent gets the conversation from the team, and a transfer line marks the place. Does nothing
 * where it has it already; INVALID_PARAMS where the store's AI agent is off.
 */
export function handToAgent(caller: Caller, id: string, memberId: string): Promise<ConversationView> {
  return caller.shop.transaction(async (tx) => {
    const [{ conversation, move }, settings] = await Promise.all([lockForWrite(tx, id), readSettings(tx)])
    const now = currentTime()
    if (conversation.isChatBot) return saveConversation(tx, conversation, move, now)
    if (!settings.ai.enabled) throw invalidParams('The AI agent is off; an admin turns it on in the settings.')
    const member = await requireActiveMember(tx, memberId)
    const thread = openThread(conversation, now)
    const line = thread.transferLine(`${member.fullName} handed over to the AI agent.`)
    await insertMessage(tx, conversation.id, line)
    const patch = { ...move, isChatBot: true, hasChatBot: true, lastPosition: thread.lastPosition() }
    return saveConversation(tx, conversation, patch, now)
  })
}

function handOffText({ widget }: Settings): string {
  return typeof widget.handOff === 'string' && hasText(widget.handOff) ? widget.handOff : HAND_OFF_TEXT
}
