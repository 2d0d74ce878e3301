import type { Random } from '#base/random.ts'
import type { Schema } from '#surfaces/docs/schemas.ts'
import { longText } from './long-texts.ts'

/** Ids that a request may name: of the sender's own records, and of records it must not reach. */
export interface Ids {
  own: string[]
  foreign: string[]
  /** The own record that a path's part names, by the part before it: `notes` for `/notes/{id}`. */
  byParent?: Record<string, string>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀'.repeat(300),
  'x'.repeat(5_001),
  'x'.repeat(70_000),
  "'; drop table messages; --",
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '../../../etc/passwd',
  'https://127.0.0.1:1/',
  'http://[::ffff:127.0.0.1]/',
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  '99999999999999999999999999999',
  'null',
  'true',
  '{}',
  '[]',
  '%00',
  '%zz',
  'constructor',
  '__proto__',
  'toString',
  '2026-02-30T25:61:61Z',
  '0000-00-00',
  '-271821-04-20T00:00:00.000Z',
  'a@b',
  'eyJhbGciOiJub25lIn0.e30.',
]
const NUMBERS = [0, -0, -1, 1, 0.5, 20, 100, 101, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308, Number.MIN_VALUE]

/** A value where only text can stand. Not by `String`: an object's own `toString` may be anything. */
export function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A UUID that nothing else has. */
export function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A text that some part of a service may stumble over, or a plain one. */
export function text(random: Random, ids: Ids): string {
  const kind = random.fraction()
  if (kind < 0.25) return random.pick(ids.own)
  if (kind < 0.4) return random.pick(ids.foreign)
  if (kind < 0.7) return random.pick(TEXTS)
  if (kind < 0.75) return uuid(random)
  if (kind < 0.85) return longText(random)
  const length = random.below(40)
  return Array.from({ length }, () =>
    String.fromCodePoint(random.chance(0.9) ? 32 + random.below(95) : 1 + random.below(0xd7fe)),
  ).join('')
}

/** Any JSON value, of any type and depth. */
export function anything(random: Random, ids: Ids, depth = 0): unknown {
  const kind = random.below(depth > 4 ? 5 : 8)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick(NUMBERS)
  if (kind < 5) return text(random, ids)
  if (kind === 5) return Array.from({ length: random.below(5) }, () => anything(random, ids, depth + 1))
  if (kind === 6 && random.chance(0.02)) return nested(random.pick([100, 1_000]))
  const names = Array.from({ length: random.below(5) }, () => text(random, ids))
  return Object.fromEntries(names.map((name) => [name, anything(random, ids, depth + 1)]))
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value }
  return value
}

/** A value of a schema; now and then one that is not, at any place in it. */
export function madeOf(schema: Schema, random: Random, ids: Ids, refs: Record<string, Schema> = {}): unknown {
  if (random.chance(0.08)) return anything(random, ids)
  if (schema.$ref) return madeOf(refs[schema.$ref.split('/').at(-1) as string] ?? {}, random, ids, refs)
  if (schema.anyOf) return madeOf(random.pick(schema.anyOf), random, ids, refs)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'object':
      return objectOf(schema, random, ids, refs)
    case 'array': {
      const length = random.chance(0.02) ? 300 : random.below(4)
      return Array.from({ length }, () => madeOf(schema.items ?? {}, random, ids, refs))
    }
    case 'string':
      return schema.format === 'date-time' ? new Date(1.7e12 + random.below(1e9)).toISOString() : text(random, ids)
    case 'integer':
      return random.chance(0.7) ? random.below(120) : random.pick(NUMBERS)
    case 'number':
      return random.pick(NUMBERS)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return anything(random, ids)
  }
}

function objectOf(schema: Schema, random: Random, ids: Ids, refs: Record<string, Schema>): object {
  const value: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isWanted = schema.required?.includes(name) ? !random.chance(0.05) : random.chance(0.5)
    if (isWanted) value[name] = madeOf(property, random, ids, refs)
  }
  if (random.chance(0.15)) value[text(random, ids)] = anything(random, ids)
  return value
}

/** A known good body with one or two places changed. */
export function mutated(body: unknown, random: Random, ids: Ids): unknown {
  if (random.chance(0.1)) return anything(random, ids)
  // A message's own id is used once; a body that is sent again has another.
  if (typeof body === 'string' && UUID.test(body) && random.chance(0.8)) return uuid(random)
  if (body === null || typeof body !== 'object') return random.chance(0.5) ? body : anything(random, ids)
  if (Array.isArray(body)) return body.map((item) => (random.chance(0.3) ? mutated(item, random, ids) : item))
  const entries = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const kind = random.fraction()
    if (kind < 0.08) return []
    return [[name, kind < 0.35 || name === 'clientId' ? mutated(value, random, ids) : value]]
  })
  if (random.chance(0.15)) entries.push([text(random, ids), anything(random, ids)])
  return Object.fromEntries(entries)
}
