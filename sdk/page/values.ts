// A shop's page may pass anything at all: getters that throw, proxies, cycles, prototypes with additions. These
// functions read each value once and give back plain copies; what is wrong is thrown as a string that says why, and
// caught by the one `try` around every command.

import {
  ATTRIBUTE_NAME_MAX,
  ATTRIBUTE_VALUE_MAX,
  CONTEXT_BYTES_MAX,
  VISITOR_ATTRIBUTES_MAX,
} from '../../src/core/limits.ts'

const UNSTORABLE = /[\0\p{Cs}]/u // NUL, and halves of a surrogate pair without the other
const MAX_NODES = 5_000
const MAX_DEPTH = 16

export function text(value: unknown, what: string, max: number, min = 1): string {
  if (typeof value !== 'string') throw `${what} is not a string`
  // The limits count code points, of which each has one or two units.
  if (value.length > 2 * max || [...value].length > max) throw `${what} has more than ${max} characters`
  if (UNSTORABLE.test(value)) throw `${what} is not valid text`
  if (min > 0 && !/\S/.test(value)) throw `${what} is empty`
  return value
}

/** A copy of an object's own keys, whatever its prototype was given by the shop's other scripts. */
export function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw `${what} is not an object`
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(value)) copy[key] = (value as Record<string, unknown>)[key]
  return copy
}

export function strings(value: unknown, what: string): Record<string, string> {
  const copy = record(value, what)
  const names = Object.keys(copy)
  if (names.length > VISITOR_ATTRIBUTES_MAX) throw `${what} is too large`
  for (const key of names) {
    text(key, `a name in ${what}`, ATTRIBUTE_NAME_MAX)
    text(copy[key], `${what}.${key}`, ATTRIBUTE_VALUE_MAX, 0)
  }
  return json(copy, what) as Record<string, string>
}

/** A JSON copy of an object of up to 8 KB in UTF-8. */
export function json(value: unknown, what: string): Record<string, unknown> {
  const written = write(record(value, what), what, { nodes: 0 }, 0) as string
  if (new TextEncoder().encode(written).length > CONTEXT_BYTES_MAX)
    throw `${what} has more than ${CONTEXT_BYTES_MAX} bytes of JSON`
  return JSON.parse(written)
}

/** JSON without `toJSON`: old libraries put one on Array.prototype that breaks JSON.stringify. */
function write(value: unknown, what: string, seen: { nodes: number }, depth: number): string | undefined {
  if (++seen.nodes > MAX_NODES || depth > MAX_DEPTH) throw `${what} is too large`
  if (value === null || typeof value === 'boolean') return `${value}`
  if (typeof value === 'number') return value - value === 0 ? `${value}` : 'null' // NaN and infinities are no JSON
  if (typeof value === 'string') {
    if (UNSTORABLE.test(value)) throw `${what} is not valid text`
    return JSON.stringify(value)
  }
  if (typeof value !== 'object') return
  if (value instanceof Date) return JSON.stringify(new Date(value.getTime()).toISOString())
  let out = ''
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) out += `${i ? ',' : ''}${write(value[i], what, seen, depth + 1) ?? 'null'}`
    return `[${out}]`
  }
  for (const key of Object.keys(value)) {
    const part = write((value as Record<string, unknown>)[key], what, seen, depth + 1)
    if (part !== undefined) out += `${out && ','}${write(key, what, seen, depth)}:${part}`
  }
  return `{${out}}`
}
