import { type TSchema, Type } from 'typebox'
import { CHANNELS } from '#channels/channel-window.ts'
import { ID_MAX } from '../limits.ts'
import { nonBlankText } from '../non-blank-text.ts'
import { rejected } from './kind.ts'

/** Building blocks of the import's schemas, and checks that a schema cannot make. */

export const id = Type.String({ minLength: 1, maxLength: ID_MAX })
export const text = Type.String()
/** Schema of names, titles and other texts that must not be blank. */
export const words = nonBlankText()
export const flag = Type.Boolean()
/** Addresses are kept short enough to be looked up. */
export const email = nonBlankText({ maxLength: 320 })
export const channel = Type.Enum(CHANNELS)
export const contactType = Type.Enum(['anonymous', 'guest', 'customer'])
export const int32 = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
export const record = Type.Object({}, { additionalProperties: true })
/** May be left out, or null. */
export const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
export const list = <T extends TSchema>(schema: T) => Type.Optional(Type.Array(schema))

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/** A moment in ISO 8601 with its offset. Null and undefined come back as they are. */
export function time(value: string, place: string): Date
export function time<T extends null | undefined>(value: string | T, place: string): Date | T
export function time(value: string | null | undefined, place: string): Date | null | undefined {
  if (value === null || value === undefined) return value
  const date = new Date(value)
  if (!ISO_TIME.test(value) || Number.isNaN(date.getTime()) || !isCalendarDay(value)) {
    throw rejected(`${place} is not a moment in ISO 8601, such as 2026-01-31T09:30:00.000Z.`)
  }
  return date
}

/** Whether the day exists: a Date takes February 31st for March 3rd. */
function isCalendarDay(value: string): boolean {
  const day = value.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** No value twice. */
export function checkUnique(values: readonly string[], place: string): void {
  if (new Set(values).size < values.length) throw rejected(`${place} are not all different.`)
}
