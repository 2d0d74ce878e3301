import { type Static, Type } from 'typebox'
import { GuidanceDraft } from '#core/guidance/guidance.ts'
import { datetime, flag, list, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Guidance of the AI agent, for admins, and what a decision looked at of it. */

export const GuidanceRecord = Type.Object({
  ...GuidanceDraft.properties,
  id: string(),
  position: Type.Integer({ description: 'Its place in the order.' }),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type GuidanceRecord = Wire<Static<typeof GuidanceRecord>>

export const GuidanceLook = Type.Object({
  id: string(),
  name: string(),
  isOn: flag('False only in the playground: it is off for customers.'),
  by: nullable(
    oneOf(['phrase', 'intent', 'every', 'answer'], 'What the situation was recognised by; null: it was not.'),
  ),
  score: nullable(Type.Number({ description: '0 to 1: how alike the message is to its phrases.' })),
  conditions: Type.Array(
    Type.Object({ about: string(), name: nullable(string()), not: flag(), values: list(), isMet: flag() }),
  ),
  isFollowed: flag(),
  did: list('What it did, one after the other.'),
})
