import { type Static, Type } from 'typebox'
import { datetime, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** An address that a store's admins set up. */
export const CustomerCardSetup = Type.Object({
  id: string(),
  title: string(),
  url: string(),
  secret: string('Requests are signed with it, as webhooks are.'),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type CustomerCardSetup = Wire<Static<typeof CustomerCardSetup>>

/** Part of a card. Which fields there are depends on its type. */
const CardPart = Type.Object({
  type: oneOf(['text', 'row', 'link', 'badge']),
  text: Type.Optional(string()),
  label: Type.Optional(string()),
  value: Type.Optional(string()),
  url: Type.Optional(string()),
  tone: Type.Optional(oneOf(['neutral', 'good', 'warning', 'bad'])),
})

/** A card in the details of a conversation. */
export const ShownCustomerCard = Type.Object({
  id: string(),
  title: string(),
  blocks: Type.Array(CardPart),
  error: nullable(string('Why the address said nothing; null where it did.')),
})
export type ShownCustomerCard = Static<typeof ShownCustomerCard>
