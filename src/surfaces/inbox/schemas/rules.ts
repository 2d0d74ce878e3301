import { type Static, Type } from 'typebox'
import { RULE_TRIGGERS, RuleDraft, RuleOutcome } from '#core/rules/rule.ts'
import { datetime, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** What is done by itself with conversations, for admins. */

export type { RuleAct, RuleCondition, RuleDraft, RuleOutcome, RuleTrigger } from '#core/rules/rule.ts'

export const RuleRecord = Type.Object({
  ...RuleDraft.properties,
  id: string(),
  position: Type.Integer({ description: 'Its place in the order.' }),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type RuleRecord = Wire<Static<typeof RuleRecord>>

const match = {
  conversationId: string(),
  customerName: nullable(string()),
  outcomes: Type.Array(RuleOutcome),
}

export const RuleTrial = Type.Object({
  looked: Type.Integer({ description: 'Conversations that were looked at.' }),
  matches: Type.Array(
    Type.Object({ ...match, at: datetime(), text: nullable(string('The customer’s words that it is about.')) }),
  ),
})
export type RuleTrial = Wire<Static<typeof RuleTrial>>

export const RuleRun = Type.Object({
  ...match,
  id: string(),
  trigger: oneOf(RULE_TRIGGERS),
  createdAt: datetime(),
})
export type RuleRun = Wire<Static<typeof RuleRun>>

/** An address that rules call. */
export const RuleEndpoint = Type.Object({
  id: string(),
  title: string(),
  url: string(),
  secret: string('Calls are signed with it, as webhooks are.'),
  includesNotes: Type.Boolean({ description: 'Internal notes are sent.' }),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type RuleEndpoint = Wire<Static<typeof RuleEndpoint>>

/** One call of a rule to an endpoint. */
export const RuleCall = Type.Object({
  id: string(),
  conversationId: string(),
  customerName: nullable(string()),
  ruleId: string(),
  ruleName: string('As it was called then.'),
  status: oneOf(['pending', 'delivered', 'dropped', 'failed']),
  attempts: Type.Integer({ description: 'Attempts that have ended.' }),
  responseStatus: nullable(Type.Integer({ description: 'Of the last attempt.' })),
  error: nullable(string('Why the last attempt failed.')),
  createdAt: datetime(),
})
export type RuleCall = Wire<Static<typeof RuleCall>>

export const EndpointTest = Type.Object({
  responseStatus: nullable(Type.Integer()),
  error: nullable(string('Null where the endpoint answered 2xx.')),
  durationMs: Type.Integer({ description: 'Milliseconds.' }),
})
export type EndpointTest = Static<typeof EndpointTest>
