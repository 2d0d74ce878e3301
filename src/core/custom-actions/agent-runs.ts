import { randomUUID } from 'node:crypto'
import { shorten } from '#base/text.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { APPROVAL_REASON_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import type { NewRun } from '#storage/custom-actions/runs.ts'
import { type ActionFacts, readInput } from './action.ts'
import { requireAction } from './actions.ts'
import { dataForModel } from './answer-data.ts'
import type { ActionDesk } from './call.ts'
import { newRun, prepareRequest, runNow } from './run.ts'

/** A run that the AI agent prepared: it is stored with the message that announces it. */
export interface PreparedRun {
  run: NewRun
  /** Whether it begins without a member's approval. */
  isAllowed: boolean
}

/** What came of an action that the AI agent used. */
export type AgentRunResult =
  /** A reading that was answered. `text`: the customer's answer, null where the JSON lacks a value of it; `data`: the JSON, cut short. */
  | { kind: 'answered'; actionName: string; text: string | null; data: unknown }
  /** A change, of which nothing was called yet: store it as `customAction` of the turn's decision, which announces it. */
  | ({ kind: 'prepared' } & PreparedRun)
  /** Nothing ran, or the call failed. `because`: a sentence for the team and for a model; never for the customer. */
  | { kind: 'failed'; because: string }

export interface AgentRun {
  actionId: string
  /** Null where a member tries the AI agent out. */
  conversationId: string | null
  /** Values of the action's parameters, by name; checked here. */
  values: Record<string, unknown>
  /** Ids of the contact and of the order: only those that the customer has proven, as rule C10.8 asks. Never a model's. */
  facts: ActionFacts
  /** The address that proved the order, in the form of `emailKey`; null without an order. */
  orderEmailKey: string | null
  /** What the customer wrote, for the member who approves. */
  reason: string
  /** In which the customer hears the outcome. */
  language: string
  /** Playground, suggestions and replays: nothing that changes something is prepared. */
  isTrial: boolean
}

/**
 * Uses an enabled action of the store, by its id, for the AI agent, with or without a model. One of risk `read` is called at
 * once; one of risk `write` or `approval` is only prepared here, and begins once the turn that announces it is written: at
 * once, or after a member's approval. Never rejects for what the action, its values or its address do; NOT_FOUND and
 * INVALID_PARAMS become `failed`.
 */
export async function runForAgent(shop: Shop, wanted: AgentRun, desk: ActionDesk): Promise<AgentRunResult> {
  try {
    return await use(shop, wanted, desk)
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    return { kind: 'failed', because: error.message }
  }
}

async function use(shop: Shop, wanted: AgentRun, desk: ActionDesk): Promise<AgentRunResult> {
  const { actionId, values, reason, isTrial, ...who } = wanted
  const action = await requireAction(shop, actionId)
  if (!action.isEnabled) throw invalidParams('The action is off.')
  const input = readInput(action, values)
  const request = {
    ...({ ...who, id: randomUUID(), source: 'ai_agent', memberId: null, input } as const),
    reason: shorten(reason, APPROVAL_REASON_MAX),
  }
  if (action.risk === 'read') {
    const { run, data } = await runNow(shop, action, request, desk)
    if (run.state !== 'done') return { kind: 'failed', because: run.error ?? 'The action failed.' }
    return { kind: 'answered', actionName: action.name, text: run.answer, data: dataForModel(data) }
  }
  if (isTrial || who.conversationId === null) return { kind: 'failed', because: 'This is a trial: nothing is changed.' }
  prepareRequest(action, request)
  return { kind: 'prepared', run: newRun(action, request), isAllowed: action.risk === 'write' || action.skipsApproval }
}
