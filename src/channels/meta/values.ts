import { isObject } from '#base/objects.ts'
import { makeStorable } from '#base/text.ts'

/** Values of a payload that anybody may have sent: each is what it should be, or nothing. */

export const recordOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Maximum length of an id; longer ones are not ours. */
const TEXT_MAX = 100_000
export const textOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= TEXT_MAX
    ? makeStorable(value)
    : typeof value === 'number'
      ? String(value)
      : ''

/** A time in seconds or milliseconds since 1970; `now` if it is not a time, or lies in the future. */
export function timeOf(value: unknown, unitMs: 1 | 1000, now: Date): Date {
  const ms = Number(value) * unitMs
  return Number.isFinite(ms) && ms > 0 && ms <= now.getTime() ? new Date(ms) : now
}
