import type { FastifySchemaValidationError } from 'fastify'
import { describeValidationError, type SchemaError } from '#base/describe-validation-error.ts'

/** One sentence on the first thing that a route's schema found wrong. */
export function describeInvalid(errors: FastifySchemaValidationError[], part: string): Error {
  const mistakes = errors as SchemaError[]
  const [first] = mistakes
  const isWholeBody = part === 'body' && first?.keyword === 'type' && first.instancePath === ''
  if (isWholeBody) return new Error('A JSON object is required as the body.')
  return new Error(`${describeValidationError({ mistakes, whole: `The ${part}` })}.`)
}
