import type { CustomAction } from '#core/custom-actions/action.ts'
import { NO_FACTS, neededFacts } from '#core/custom-actions/action.ts'
import { runForAgent } from '#core/custom-actions/agent-runs.ts'
import { orderFacts } from '#core/custom-actions/facts.ts'
import { findCustomAction, listCustomActions } from '#storage/custom-actions/actions.ts'
import type { Turn, TurnAction } from '../turn.ts'
import { understand } from '../understanding/understand.ts'
import type { Context, OfflineParts } from './context.ts'
import { reasonOf } from './order-actions.ts'
import { findOwnOrder } from './orders.ts'

/** The store's actions that can be used in a turn: playground, suggestions and replays only read. */
export async function listActionsFor({ caller, conversation, asker }: Turn): Promise<CustomAction[]> {
  if (!conversation) return []
  const isTrial = asker === null
  const actions = await listCustomActions(caller.shop)
  return actions.filter(({ isEnabled, risk }) => isEnabled && (!isTrial || risk === 'read'))
}

/**
 * Uses an action of the store by its id in a turn, without a model or for one. Contact and order follow from the turn alone:
 * what is not known of them is asked for (`said`), or the action does not run. A result that is `prepared` becomes
 * `customAction` of the turn's decision, whose text announces it (`announcementOf`); nothing runs before that is written.
 */
export async function runActionInTurn(
  turn: Turn,
  parts: OfflineParts,
  { actionId, values }: { actionId: string; values: Record<string, unknown> },
): Promise<TurnAction> {
  const { caller, conversation, provenEmails, asker } = turn
  const action = await findCustomAction(caller.shop, actionId)
  if (!parts.actions || !action || !conversation) return { kind: 'failed', because: 'The store has no such action.' }
  const understanding = understand(turn, true)
  const { language } = understanding
  const facts = {
    ...NO_FACTS,
    'conversation.id': conversation.id,
    'contact.id': conversation.contactId,
    'contact.email': provenEmails[0] ?? null,
  }
  const run = {
    ...{ actionId, values, language, orderEmailKey: null },
    ...{ conversationId: conversation.id, reason: reasonOf(turn), isTrial: asker === null },
  }
  const needsOrder = neededFacts(action).some((name) => name.startsWith('order.'))
  if (!needsOrder) return runForAgent(caller.shop, { ...run, facts }, parts.actions)
  const trace = { language, intent: 'action', candidates: [], confidence: null, checks: [] }
  const context: Context = { ...parts, turn, understanding, trace, offers: [] }
  const found = await findOwnOrder(context, 'afterSale.ask')
  if ('reply' in found) return { kind: 'said', answer: found.reply.act === 'answer' ? found.reply : null }
  const ofOrder = await orderFacts(caller.shop, found.order.orderNumber.replace(/^#/, ''))
  return runForAgent(
    caller.shop,
    { ...run, facts: { ...facts, ...ofOrder }, orderEmailKey: found.emailKey },
    parts.actions,
  )
}
