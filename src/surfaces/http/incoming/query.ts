import type { FastifyRequest } from 'fastify'
import { firstCodePoints, isStorable } from '#base/text.ts'
import { invalidParams } from '#core/errors.ts'

interface Property {
  type?: string
  minimum?: number
}

/** No path may hold what cannot be stored. (Percent escapes cannot make half a surrogate pair, only a NUL.) */
export function checkPath(request: FastifyRequest): void {
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    if (!isStorable(value)) throw invalidParams(`${name} in the path holds a NUL character.`)
  }
}

/**
 * Gives query parameters the types their schema names, before it validates them: whole numbers, booleans, lists.
 * An empty parameter counts as absent, except `limit`; a scalar may be given once; unknown ones are ignored (spec C9.10).
 */
export function readQuery(request: FastifyRequest): void {
  const schema = request.routeOptions.schema?.querystring as { properties?: Record<string, Property> } | undefined
  if (!schema?.properties) return
  const raw = request.query as Record<string, string | string[]>
  for (const name of Object.keys(raw)) checkSpelling(name, schema.properties)
  const query: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(raw, name)) continue
    const values = [raw[name] as string | string[]].flat()
    if (!values.every(isStorable)) throw invalidParams(`${name} holds a NUL character.`)
    if (property.type === 'array') {
      const given = values.filter((value) => value !== '')
      if (given.length > 0) query[name] = given
      continue
    }
    if (values.length > 1) throw invalidParams(`${name} was sent ${values.length} times; send it once.`)
    const value = values[0] as string
    if (value === '' && property.type !== 'integer') continue
    query[name] = readScalar(name, value, property)
  }
  request.query = query
}

/** Characters of an unknown name that an error repeats. */
const REPEATED_MAX = 100

/** Rejects an unknown name that differs from a known one only by case, brackets or number: it is a slip (spec C9.10). */
function checkSpelling(name: string, known: Record<string, Property>): void {
  if (Object.hasOwn(known, name)) return
  const sent = name.replace(/\[.*/s, '').toLowerCase()
  const meant = Object.keys(known).find((one) => {
    const right = one.toLowerCase()
    return sent === right || isPlural(sent, right) || isPlural(right, sent)
  })
  if (!meant) return
  const repeat = known[meant]?.type === 'array' ? ', once for each value' : ''
  throw invalidParams(`${firstCodePoints(name, REPEATED_MAX)} is not a query parameter; send ${meant}${repeat}.`)
}

const isPlural = (word: string, singular: string) => word === `${singular}s` || word === `${singular}es`

function readScalar(name: string, value: string, property: Property): unknown {
  if (property.type === 'integer') {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    const minimum = property.minimum ?? 0
    if (!(number >= minimum)) throw invalidParams(`${name} must be a whole number of ${minimum} or more.`)
    return Math.min(number, Number.MAX_SAFE_INTEGER)
  }
  if (property.type === 'boolean') {
    if (value !== 'true' && value !== 'false') throw invalidParams(`${name} must be true or false.`)
    return value === 'true'
  }
  return value
}
