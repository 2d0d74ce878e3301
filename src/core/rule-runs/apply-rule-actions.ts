import { newId } from '#base/ids.ts'
import { fillFor, fillHoles } from '#core/channels/templates.ts'
import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { requireTemplateReach } from '#core/conversations/delivery-route.ts'
import { fromAutomation } from '#core/conversations/sender-fields.ts'
import { changeAssignee, resolve, snooze } from '#core/conversations/state.ts'
import { giveTags } from '#core/conversations/tags.ts'
import { ParleyError } from '#core/errors.ts'
import { notifyMentioned } from '#core/members/notifications.ts'
import type { ActiveRule, RulePlan } from '#core/rules/decide.ts'
import type { RuleAct } from '#core/rules/rule.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import { saveRatingRequest } from '#storage/conversations/rating-requests.ts'
import { insertRun } from '#storage/rule-runs/runs.ts'
import { insertRuleCall } from '#storage/rules/calls.ts'
import { saveTurn } from '#storage/rules/rules.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Does what was decided, by the parts that members' acts are made of, so that events, notifications and screens are the same;
 * and logs it. These changes trigger no rules.
 */
export async function carryOut(change: ConversationChange, plan: RulePlan, trigger: string): Promise<void> {
  const { tx, conversation, now } = change
  const { state, notes, snoozeHours, runs, turns } = plan
  change.markAsRuleChange()
  giveTags(change, state.tags)
  if (state.teamId !== conversation.teamId) change.set({ teamId: state.teamId })
  if (state.memberId !== conversation.memberId) changeAssignee(change, state.memberId, null)
  if (state.isRead !== conversation.isRead) change.set({ isRead: state.isRead })
  if (state.isStarred !== conversation.isStarred) change.set({ isStarred: state.isStarred })
  if (state.priority !== conversation.priority) change.set({ priority: state.priority })
  for (const { name, text } of notes) {
    const note = change.write({ ...fromAutomation(name), isNote: true, text })
    await notifyMentioned(tx, text, { conversationId: conversation.id, messageId: note.id, actorId: null, now })
  }
  if (snoozeHours !== null) snooze(change, null, new Date(now.getTime() + snoozeHours * HOUR_MS))
  if (state.status === 'resolved') resolve(change, null)
  for (const { rule, outcomes } of runs) {
    for (const [i, { do: act, template, values: [endpointId] = [] }] of rule.actions.entries()) {
      if (!outcomes[i]?.isDone) continue
      if (act === 'send_template' && template && !(await sendTemplate(change, rule.name, template)))
        outcomes[i] = { do: act, isDone: false, reason: 'cannot_send' }
      if (act === 'call_endpoint' && endpointId && !(await queueCall(change, endpointId, rule, trigger)))
        outcomes[i] = { do: act, isDone: false, reason: 'not_an_endpoint' }
    }
    const run = { id: newId(), ruleId: rule.id, conversationId: conversation.id, trigger, outcomes, createdAt: now }
    change.addStatement(() => insertRun(tx, run))
  }
  for (const [ruleId, memberId] of turns) change.addStatement(() => saveTurn(tx, ruleId, memberId))
}

/** Queues a call to an endpoint; false where the store no longer has it. */
function queueCall(
  { tx, conversation, now }: ConversationChange,
  endpointId: string,
  { id: ruleId, name: ruleName }: ActiveRule,
  trigger: string,
): Promise<boolean> {
  const call = { id: newId(), endpointId, conversationId: conversation.id, ruleId, ruleName, trigger, createdAt: now }
  return insertRuleCall(tx, call)
}

/** Sends a template in the rule's name; false where the channel or Meta does not take it now. */
async function sendTemplate(
  change: ConversationChange,
  ruleName: string,
  { parameters, asksRating, ...template }: NonNullable<RuleAct['template']>,
): Promise<boolean> {
  const { tx, conversation, now } = change
  try {
    requireTemplateReach(await change.deliveryRoute())
    const { text, filled } = await fillFor(change, { ...template, parameters: await fillHoles(change, parameters) })
    const message = change.write({ ...fromAutomation(ruleName), text })
    change.sendAsTemplate(message, filled)
    change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, message))
    change.set({ isCustomerRead: false })
  } catch (error) {
    if (error instanceof ParleyError) return false
    throw error
  }
  if (asksRating) change.addStatement(() => saveRatingRequest(tx, conversation.id, now))
  return true
}
