import { type Static, Type } from 'typebox'
import { datetime, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Assistants that admins authorized by OAuth. */

const Publisher = Type.Object({
  kind: oneOf(['known', 'computer', 'unknown'], 'computer: a program on the member’s own computer.'),
  name: Type.Optional(string('Of a known one.')),
})

export const Assistant = Type.Object({
  id: string(),
  name: string('As it calls itself.'),
  redirectHost: string('Where it takes answers.'),
  publisher: Publisher,
  allowedBy: string('The member who allowed it.'),
  allowedAt: datetime(),
  lastUsedAt: nullable(datetime('To some minutes.')),
})
export type Assistant = Wire<Static<typeof Assistant>>

export const Consent = Type.Object({
  client: Type.Object({
    name: string('As it calls itself.'),
    host: nullable(string('Of the document that describes it; null where it registered itself.')),
  }),
  redirectHost: string('Where the answer goes.'),
  publisher: Publisher,
  problem: nullable(string('Why it cannot be allowed.')),
  refuseTo: string('Where a refusal takes the browser.'),
})
export type Consent = Static<typeof Consent>

export const AllowedConsent = Type.Object({ redirectTo: string('Where the browser takes the code.') })
export type AllowedConsent = Static<typeof AllowedConsent>
