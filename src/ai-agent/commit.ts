import { randomUUID } from 'node:crypto'
import { newId } from '#base/ids.ts'
import { whyUnreachable } from '#channels/channel-window.ts'
import { type ConversationChange, changeConversationAfterRead } from '#core/conversations/conversation-transaction.ts'
import { giveToTeam, handOffText } from '#core/conversations/hand-off.ts'
import { fromAiAgent } from '#core/conversations/sender-fields.ts'
import { appendTags } from '#core/conversations/tags.ts'
import { actionText } from '#core/custom-actions/texts.ts'
import { approvalText } from '#core/order-actions/approval-texts.ts'
import { notifyOfApproval } from '#core/order-actions/notify-approval.ts'
import { asSaid } from '#core/stores/disclosure.ts'
import { getCachedTeams } from '#core/teams/teams-cache.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import type { Queries, Shop } from '#database/database.ts'
import { hasNewerMessage, setTopic } from '#storage/ai-agent/context.ts'
import { insertDecision } from '#storage/ai-agent/decisions.ts'
import { type ClaimedTurn, finishTurn } from '#storage/ai-agent/turns.ts'
import { insertRun } from '#storage/custom-actions/runs.ts'
import { insertApproval } from '#storage/order-actions/approvals.ts'
import { handOverNote } from './note.ts'
import type { DecidedTurn, Decision, FollowedGuidance } from './turn.ts'

/** What became of a turn. */
export type TurnOutcome = Decision['act'] | 'discarded'

/**
 * Writes what was decided, under the conversation's lock: only while the AI agent holds the conversation, nobody has
 * written since the message that it read, and no other worker has the turn. So no line of the AI agent follows a
 * person's, whatever the timing, and none is written twice (spec C10.6).
 */
export async function commitTurn(shop: Shop, turn: ClaimedTurn, decided: DecidedTurn): Promise<TurnOutcome> {
  const { settings, decision, hasSpoken } = decided
  const { ai } = settings
  const say = (text: string) => asSaid(text, decision.language, { name: ai.name, hasSpoken })
  const read = (tx: Queries) => hasNewerMessage(tx, turn.conversationId, turn.position)
  const { result } = await changeConversationAfterRead(
    { shop },
    turn.conversationId,
    read,
    async (change, hasNewer) => {
      const { tx, conversation } = change
      const isOurs = conversation.isChatBot && !hasNewer
      const { guidance } = decision
      const guidanceRun = guidance?.run ? { ...guidance.run, position: decided.askedPosition } : null
      const next = isOurs ? { askedBack: decision.act === 'ask_back', guidanceRun } : {}
      if (!(await finishTurn(tx, turn, next)) || !isOurs) return 'discarded' as const
      change.set({ hasChatBot: true })
      const unreachable = whyUnreachable((await change.deliveryRoute()).reach)
      if (unreachable !== null) {
        // What cannot reach the customer is not said: the team has it from here on.
        giveToTeam(change, { name: ai.name, note: unreachable })
        return 'hand_over' as const
      }
      if (guidance) await doAsGuided(change, guidance, decision.act === 'hand_over')
      if (decision.act === 'hand_over') {
        const farewell = say(guidance?.farewell ?? handOffText(settings, decision.language))
        const said = giveToTeam(change, { name: ai.name, farewell, note: handOverNote(decided, decision.reason) })
        note(said?.id ?? null)
      } else {
        if (decision.act === 'answer' && decision.action) await takeAction(change, decision)
        if (decision.act === 'answer' && decision.customAction) await takeCustomAction(change, decision)
        const sources = decision.act === 'answer' ? decision : { faqs: [], products: [] }
        const { faqs: chatbotFaqs, products: chatbotProducts } = sources
        const reply = change.write({ ...fromAiAgent(ai.name), text: say(decision.text), chatbotFaqs, chatbotProducts })
        change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, reply))
        change.set({ isCustomerRead: false })
        note(reply.id)
      }
      return decision.act

      function note(messageId: string | null) {
        const { topic } = decision
        if (topic) change.addStatement(() => setTopic(tx, conversation.id, decided.askedPosition, topic))
        change.addStatement(() => insertDecision(tx, describe(turn.conversationId, decided, messageId, change.now)))
      }
    },
  )
  return result
}

/** Tags the conversation, and names the team that a handoff gives it to, where the store still has that. */
async function doAsGuided(
  change: ConversationChange,
  { tags, teamId }: FollowedGuidance,
  handsOff: boolean,
): Promise<void> {
  const { tx, conversation } = change
  if (conversation.isPlayground) return
  if (tags.length > 0) appendTags(change, tags)
  const isTeam = handsOff && teamId !== null && (await getCachedTeams(tx)).some(({ id }) => id === teamId)
  if (isTeam) change.set({ teamId })
}

/** Stores the action that an answer announces; where another one with the order began to wait meanwhile, says so instead. */
async function takeAction(change: ConversationChange, decision: Extract<Decision, { act: 'answer' }>): Promise<void> {
  const { tx, conversation, now } = change
  const { action, language } = decision
  if (!action) return
  const { isAllowed, ...prepared } = action
  const approval = { ...prepared, id: randomUUID(), conversationId: conversation.id, language, createdAt: now }
  if (!(await insertApproval(tx, approval, isAllowed ? now : null))) {
    decision.text = approvalText(language, 'already', { number: action.orderId })
    return
  }
  await announce(change, isAllowed)
}

/** Stores the run of an own action that an answer announces; where another one of it waits in the conversation, says so instead. */
async function takeCustomAction(
  change: ConversationChange,
  decision: Extract<Decision, { act: 'answer' }>,
): Promise<void> {
  const { tx, conversation, now } = change
  const { customAction, language } = decision
  if (!customAction) return
  const { run, isAllowed } = customAction
  const waiting = { ...run, conversationId: conversation.id, language }
  if (!(await insertRun(tx, waiting, { state: 'waiting', dueAt: isAllowed ? now : null }))) {
    decision.text = actionText(language, 'already')
    return
  }
  await announce(change, isAllowed)
}

/** Marks the conversation and notifies members where what was stored waits for them; open screens read it again. */
async function announce(change: ConversationChange, isAllowed: boolean): Promise<void> {
  if (!isAllowed) {
    change.set({ waitsForApproval: true })
    await notifyOfApproval(change)
  }
  change.tx.signal({ kind: 'details', id: change.conversation.id })
}

function describe(
  conversationId: string,
  { decision, askedPosition }: DecidedTurn,
  messageId: string | null,
  now: Date,
) {
  const { act, language, topic, trace } = decision
  return {
    id: newId(),
    conversationId,
    askedPosition,
    messageId,
    act,
    reason: act === 'hand_over' ? decision.reason : null,
    language,
    topic,
    confidence: trace.confidence,
    trace,
    createdAt: now,
  }
}
