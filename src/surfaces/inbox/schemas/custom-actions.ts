import { type Static, Type } from 'typebox'
import { ACTION_AUTHS, ACTION_METHODS, ACTION_RISKS, PARAMETER_TYPES } from '#core/custom-actions/action.ts'
import { CUSTOM_ACTION_MAX } from '#core/limits.ts'
import { datetime, nullable, oneOf, string, text } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

const ActionParameter = Type.Object(
  {
    name: text(2 * CUSTOM_ACTION_MAX.parameterName),
    type: oneOf(PARAMETER_TYPES),
    description: text(2 * CUSTOM_ACTION_MAX.parameterDescription),
    required: Type.Boolean(),
  },
  { additionalProperties: false },
)

/** What an admin writes of an action; the secret apart. */
export const ACTION_FIELDS = {
  name: text(2 * CUSTOM_ACTION_MAX.name),
  description: text(2 * CUSTOM_ACTION_MAX.description),
  method: oneOf(ACTION_METHODS),
  url: text(2 * CUSTOM_ACTION_MAX.url),
  auth: oneOf(ACTION_AUTHS),
  authName: text(2 * CUSTOM_ACTION_MAX.authName),
  parameters: Type.Array(ActionParameter, { maxItems: 2 * CUSTOM_ACTION_MAX.parameters }),
  bodyTemplate: text(2 * CUSTOM_ACTION_MAX.body),
  answerTemplate: text(2 * CUSTOM_ACTION_MAX.answer),
  risk: oneOf(ACTION_RISKS),
  isEnabled: Type.Boolean(),
  skipsApproval: Type.Boolean({ description: 'For risk approval: it runs without a member’s approval.' }),
}

/** An HTTP action of the store's own, as admins have it. Its secret is never shown. */
export const CustomAction = Type.Object({
  id: string(),
  name: string(),
  description: string('When to use it.'),
  method: oneOf(ACTION_METHODS),
  url: string('Placeholders may stand in its path and its query.'),
  auth: oneOf(ACTION_AUTHS),
  authName: string('The user name of basic, the header’s name of header; empty otherwise.'),
  parameters: Type.Array(
    Type.Object({
      name: string(),
      type: oneOf(PARAMETER_TYPES),
      description: string(),
      required: Type.Boolean(),
    }),
  ),
  bodyTemplate: string('JSON with placeholders; empty: all parameters as one object.'),
  answerTemplate: string('What the customer is told.'),
  risk: oneOf(ACTION_RISKS),
  isEnabled: Type.Boolean(),
  skipsApproval: Type.Boolean(),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type CustomAction = Wire<Static<typeof CustomAction>>

export const RUN_STATES = ['waiting', 'declined', 'outdated', 'pending', 'done', 'failed', 'unknown'] as const
const outcome = {
  id: string(),
  state: oneOf(RUN_STATES),
  responseStatus: nullable(Type.Integer()),
  durationMs: nullable(Type.Integer({ description: 'Milliseconds.' })),
  error: nullable(string('Null where all went well.')),
}

/** A run in an action's log. */
export const LoggedRun = Type.Object({
  ...outcome,
  conversationId: nullable(string('Null: a test.')),
  customerName: nullable(string()),
  source: oneOf(['ai_agent', 'member', 'test']),
  memberId: nullable(string()),
  createdAt: datetime(),
})
export type LoggedRun = Wire<Static<typeof LoggedRun>>

/** What a member's run came to. */
export const RunLine = Type.Object({
  ...outcome,
  answer: nullable(string('What the customer can be told; null where the answer lacks a value of the template.')),
})
export type RunLine = Static<typeof RunLine>

/** What a test came to; `data`: the JSON of the answer, up to 4,000 characters. */
export const ActionTest = Type.Object({ ...RunLine.properties, data: nullable(string()) })
export type ActionTest = Static<typeof ActionTest>

/** An action that a member can run in a conversation. */
export const RunnableAction = Type.Object({
  id: string(),
  name: string(),
  description: string(),
  risk: oneOf(ACTION_RISKS),
  parameters: CustomAction.properties.parameters,
  needsOrder: Type.Boolean(),
  missing: Type.Array(string(), { description: 'What is not known of the contact, or not proven.' }),
})
export type RunnableAction = Static<typeof RunnableAction>
