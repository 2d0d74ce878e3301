import { type TSchema, Type } from 'typebox'
import { string } from './schema.ts'

/** What routes answer, for their serialisers and for the OpenAPI document. */

const ErrorBody = Type.Object(
  { error: Type.Object({ code: string('Branch on this.'), message: string('For people; may change.') }) },
  { title: 'Error' },
)

/** Answers with one record, or an array without pages. */
export const data = <T extends TSchema>(schema: T) => Type.Object({ data: schema })

/** Refusals by status, as a door words them. */
type Refusals = Record<number, string>

const EVERYWHERE: Refusals = {
  400: 'INVALID_PARAMS: a parameter or the body is not valid; the message names it.',
  404: 'NOT_FOUND: there is no such record in this store.',
  409: 'CHANNEL_UNAVAILABLE: the channel cannot deliver now.',
}

/** Refusals of the doors of a store's programs, whose requests are counted. */
const OF_STORES: Refusals = {
  401: 'UNAUTHENTICATED: no key. INVALID_API_KEY: an unknown or revoked one.',
  429: 'RATE_LIMITED: stop for a full 60 seconds.',
}

interface Answer {
  /** Several where an act may have made a record or not. */
  status?: 200 | 201 | [200, 201]
  schema: TSchema
  /** What may be refused beside what every endpoint of the door refuses. */
  also?: ('missing' | 'conflict')[]
  /** What any endpoint of the door refuses. */
  refusals?: Refusals
}

/** The `response` part of a route's schema. */
export function answers({ status = 200, schema, also = [], refusals = OF_STORES }: Answer): Record<string, TSchema> {
  const refuse = (code: number) => ({ ...ErrorBody, description: refusals[code] ?? EVERYWHERE[code] ?? '' })
  const codes = [400, ...Object.keys(refusals).map(Number)]
  if (also.includes('missing')) codes.push(404)
  if (also.includes('conflict')) codes.push(409)
  return {
    ...Object.fromEntries([status].flat().map((one) => [one, schema])),
    ...Object.fromEntries(codes.map((code) => [code, refuse(code)])),
  }
}
