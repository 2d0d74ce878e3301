import { type TObject, type TSchema, Type } from 'typebox'
import * as rest from '#surfaces/http/records.ts'
import { nullable, string } from '#surfaces/http/schema.ts'

/** The records that tools answer with. Those that REST shows too have the same keys, without REST's explanations. */

export const Conversation = bare(rest.Conversation)
export const Message = bare(rest.MessageDetail)
export const Member = bare(rest.Member)
export const Subscription = bare(
  Type.Omit(rest.Subscription, ['lastDeliveryAt', 'lastDeliveryStatus', 'lastDeliveryError']),
)
export const Paging = bare(rest.Paging)

/** Each text in a definition costs assistants tokens on every list: what is left is types and the keys always there. */
function bare<Schema extends TObject>(schema: Schema): Schema {
  return strip(schema as JsonSchema) as unknown as Schema
}

interface JsonSchema extends TSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

function strip({ type, properties = {}, required = [], items, anyOf }: JsonSchema): TSchema {
  if (anyOf) return Type.Union(anyOf.map(strip))
  if (items) return Type.Array(strip(items))
  if (required.length === 0) return { type } as TSchema
  return Type.Object(Object.fromEntries(required.map((key) => [key, strip(properties[key] as JsonSchema)])))
}

/** A Date in the service, text on the wire. */
export const moment = Type.Unsafe<Date | string>({ type: 'string' })

export const Money = Type.Object({
  amount: string('Decimal string in major units, e.g. "19.90"'),
  currencyCode: string(),
})

/** An article of the knowledge base, with how well it answers. */
export const Faq = Type.Object({
  id: string(),
  question: string(),
  answer: string(),
  url: nullable(string()),
  score: Type.Number(),
})
