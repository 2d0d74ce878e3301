import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body by itself and has no schema for it: a stream, GraphQL, JSON-RPC. */
    readsBody?: boolean
  }
}

/**
 * No request's body reaches the code behind a route with more than its schema names, at every depth, on every surface:
 * other keys are dropped before the route runs, or refused where a schema says `additionalProperties: false`. An object
 * that takes any key says so (`additionalProperties: true`).
 */
export const AJV_OPTIONS = {
  coerceTypes: false,
  /** Drops keys where a schema allows no others. */
  removeAdditional: true,
  useDefaults: false,
  allErrors: false,
  verbose: true,
} as const

export interface JsonSchema {
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  propertyNames?: { enum: string[] }
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** A schema with every object closed that does not say that it is open. */
export function closed(schema: JsonSchema): JsonSchema {
  const { properties, patternProperties, additionalProperties = false, items, anyOf } = schema
  if (anyOf && anyOf.filter((one) => one.properties).length > 1) {
    // The validator would drop keys of one alternative while it tries another.
    throw new Error('A body has one shape: join the alternatives of this schema into one object.')
  }
  const copy: JsonSchema = { ...schema }
  if (anyOf) copy.anyOf = anyOf.map(closed)
  if (items) copy.items = closed(items)
  if (properties) {
    copy.properties = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)]))
    copy.additionalProperties = additionalProperties
    // The validator would drop these too: so it judges their names.
    if (schema.additionalProperties === false) copy.propertyNames = { enum: Object.keys(properties) }
  }
  // A record's keys are any text. Its own pattern (`^.*$`) would leave keys with a line break unjudged.
  const [values] = Object.values(patternProperties ?? {})
  if (values) {
    delete copy.patternProperties
    copy.additionalProperties = closed(values)
  }
  return copy
}

/**
 * A route that names no schema for its body and does not read it by itself gets none; one that needs nothing of its body
 * takes an empty one (spec C9.11).
 */
export function settleBody(request: FastifyRequest): void {
  const { schema, config } = request.routeOptions
  const wanted = schema?.body as { type?: string; required?: string[] } | undefined
  if (!wanted && !config.readsBody) request.body = undefined
  if (request.body === undefined && wanted?.type === 'object' && !wanted.required?.length) request.body = {}
}
