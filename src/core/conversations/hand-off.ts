import { hasText } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { requireActiveMember } from '#core/members/members.ts'
import { asSaid } from '#core/stores/disclosure.ts'
import { handOffTextIn } from '#core/stores/hand-off-texts.ts'
import type { Settings } from '#core/stores/settings.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import { hasBotMessage, type NewMessage } from '#storage/conversations/messages.ts'
import { scheduleAnswer } from './ai-turns.ts'
import { type ConversationChange, changeConversation } from './conversation-transaction.ts'
import type { ConversationView } from './conversations.ts'
import { fromAiAgent, transferLine } from './sender-fields.ts'
import { changeAssignee } from './state.ts'

export interface HandOff {
  conversationId: string
  /** False when a person already had it; then nothing was changed. */
  transferred: boolean
  isChatBot: false
  memberId: string | null
  /** What to tell the customer now; nothing is sent for it. */
  customerMessage: string | null
}

/**
 * Takes a conversation from the AI agent and gives it to the team. A transfer line marks the place; `reason` becomes an
 * internal note. `memberId`, an active member, gets the conversation only when it is assigned to no one.
 * With `tellIn`, a browser's locale or null for English, the AI agent tells the customer first.
 */
export async function handOff(
  caller: Caller,
  id: string,
  { reason, memberId, tellIn }: { reason?: string; memberId?: string; tellIn?: string | null },
): Promise<HandOff> {
  const { result } = await changeConversation(caller, id, async (change): Promise<HandOff> => {
    const { conversation, settings } = change
    const member = memberId === undefined ? null : await requireActiveMember(change.tx, memberId)
    const holder = { conversationId: conversation.id, isChatBot: false as const, memberId: conversation.memberId }
    if (!conversation.isChatBot) return { ...holder, transferred: false, customerMessage: null }
    const assignee = conversation.memberId === null ? member : null
    const note = reason && hasText(reason) ? reason : undefined
    giveToTeam(change, {
      name: settings.ai.name,
      farewell: tellIn === undefined ? undefined : await farewellIn(tellIn, change),
      note,
      toWhom: assignee?.fullName,
    })
    if (assignee) changeAssignee(change, assignee.id, caller.actor.kind === 'member' ? caller.actor.memberId : null)
    const heldBy = assignee?.id ?? conversation.memberId
    return { ...holder, memberId: heldBy, transferred: true, customerMessage: handOffText(settings) }
  })
  return result
}

/**
 * The way back: the AI agent gets the conversation from the team, and a transfer line marks the place. Does nothing
 * where it has it already; INVALID_PARAMS where the store's AI agent is off.
 */
export async function handToAiAgent(caller: Caller, id: string, memberId: string): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, async (change) => {
    if (change.conversation.isChatBot) return
    if (!change.settings.ai.enabled) throw invalidParams('The AI agent is off; an admin turns it on in the settings.')
    const member = await requireActiveMember(change.tx, memberId)
    const line = change.write(transferLine(`${member.fullName} handed over to the AI agent.`))
    change.set({ isChatBot: true, hasChatBot: true })
    if (change.conversation.lastMessage?.senderType === 'customer') scheduleAnswer(change, line.position)
  })
  return conversation
}

async function farewellIn(locale: string | null, { tx, conversation, settings }: ConversationChange): Promise<string> {
  const hasSpoken = await hasBotMessage(tx, conversation.id)
  return asSaid(handOffText(settings, locale), locale, { name: settings.ai.name, hasSpoken })
}

/** Part of an act that ends the AI agent's hold: its last words to the customer, the transfer line, a note for the team. */
export function giveToTeam(
  change: ConversationChange,
  { name, farewell, note, toWhom = 'the team' }: { name: string; farewell?: string; note?: string; toWhom?: string },
): NewMessage | undefined {
  const { tx, conversation } = change
  const said = farewell === undefined ? undefined : change.write({ ...fromAiAgent(name), text: farewell })
  if (said) change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, said))
  change.write(transferLine(`The AI agent handed over to ${toWhom}.`))
  if (note !== undefined) change.write({ ...fromAiAgent(name), text: note, isNote: true })
  change.markAsHandoff()
  change.set({ isChatBot: false, ...(said ? { isCustomerRead: false } : {}) })
  return said
}

/** Text of a handoff for the customer: the store's own, or ours in a language. */
export function handOffText({ widget }: Settings, locale: string | null = null): string {
  return typeof widget.handOff === 'string' && hasText(widget.handOff) ? widget.handOff : handOffTextIn(locale)
}
