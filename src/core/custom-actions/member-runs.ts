import { randomUUID } from 'node:crypto'
import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { invalidParams } from '#core/errors.ts'
import { listCustomActions } from '#storage/custom-actions/actions.ts'
import type { RunRow } from '#storage/custom-actions/runs.ts'
import { type ActionFacts, type CustomAction, NO_FACTS, neededFacts, readInput } from './action.ts'
import { requireAction } from './actions.ts'
import type { ActionDesk } from './call.ts'
import { readFactsForMember } from './facts.ts'
import { type FinishedRun, runNow } from './run.ts'

/** An action that a member can run in a conversation. */
export type RunnableAction = Pick<CustomAction, 'id' | 'name' | 'description' | 'risk' | 'parameters'> & {
  /** Whether the member has to choose one of the contact's orders. */
  needsOrder: boolean
  /** What it needs of the contact and is not known or not proven: it cannot be run. */
  missing: string[]
}

/** The enabled actions, as a member can run them in a conversation. NOT_FOUND for no conversation. */
export async function listRunnableActions(caller: Caller, conversationId: string): Promise<RunnableAction[]> {
  const facts = await readFactsForMember(caller, conversationId, null)
  const actions = (await listCustomActions(caller.shop)).filter(({ isEnabled }) => isEnabled)
  return actions.map((action) => {
    const { id, name, description, risk, parameters } = action
    const needed = neededFacts(action)
    const needsOrder = needed.some((fact) => fact.startsWith('order.'))
    const missing = needed.filter((fact) => !fact.startsWith('order.') && facts[fact] === null)
    return { id, name, description, risk, parameters, needsOrder, missing }
  })
}

interface MemberRun {
  /** A UUID of the browser's: the same again answers the same run, and calls nothing. */
  id: string
  conversationId: string
  actionId: string
  values: Record<string, unknown>
  /** One of the contact's orders; null for none. */
  orderNumber: string | null
  memberId: string
}

/**
 * Runs an action for a member, who is the person that approves it: whatever its risk, it runs now. NOT_FOUND for no action of
 * the store, no conversation and an order that is not the contact's; INVALID_PARAMS for an action that is off, and as `runNow`.
 */
export async function runForMember(caller: Caller, wanted: MemberRun, desk: ActionDesk): Promise<RunRow> {
  const { shop } = caller
  const { id, values, orderNumber, memberId } = wanted
  const { id: conversationId } = await requireConversation(shop, wanted.conversationId)
  const action = await requireAction(shop, wanted.actionId)
  if (!action.isEnabled) throw invalidParams('The action is off; an admin can turn it on.')
  const facts = await readFactsForMember(caller, conversationId, orderNumber)
  const input = readInput(action, values)
  const who = { source: 'member', memberId, orderEmailKey: null, reason: '', language: null } as const
  return (await runNow(shop, action, { id, conversationId, input, facts, ...who }, desk)).run
}

/**
 * Runs an action as a test, with values and facts that an admin writes, whether it is on or off. It calls the real address.
 * NOT_FOUND for no action of the store; INVALID_PARAMS as `runNow`.
 */
export async function testAction(
  { shop }: Caller,
  { actionId, values, facts, memberId }: TestRun,
  desk: ActionDesk,
): Promise<FinishedRun> {
  const action = await requireAction(shop, actionId)
  const input = readInput(action, values)
  const who = {
    source: 'test',
    memberId,
    conversationId: null,
    orderEmailKey: null,
    reason: '',
    language: null,
  } as const
  return runNow(shop, action, { id: randomUUID(), input, facts: { ...NO_FACTS, ...facts }, ...who }, desk)
}

interface TestRun {
  actionId: string
  values: Record<string, unknown>
  /** Made-up ids of a contact and an order. */
  facts: Partial<ActionFacts>
  memberId: string
}
