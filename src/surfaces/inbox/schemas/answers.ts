import { type TSchema, Type } from 'typebox'
import { Paging } from '#surfaces/http/records.ts'
import { string } from '#surfaces/http/schema.ts'

/** What the inbox's answers have around their records. */

/** The response of a route that sends one record, or a list without pages. */
export const answerOf = <T extends TSchema>(schema: T) => ({ 200: Type.Object({ data: schema }) })
/** Response for a record that was just created. */
export const created = <T extends TSchema>(schema: T) => ({ 201: Type.Object({ data: schema }) })
export const pageAnswer = <T extends TSchema>(schema: T) => ({
  200: Type.Object({ data: Type.Array(schema), paging: Paging }),
})

/** Names the record that was deleted or changed. */
export const Named = Type.Object({ id: string() })
