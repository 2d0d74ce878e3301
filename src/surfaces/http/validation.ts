import type { FastifySchemaValidationError } from 'fastify'
import { codePoints } from '#base/text.ts'

/** One sentence on the first thing that a schema found wrong: where it is and what would be right. */
export function describeInvalid(errors: FastifySchemaValidationError[], part: string): Error {
  const [error] = errors
  if (!error) return new Error(`The ${part} is not valid.`)
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const { params, data } = error as {
    params: { missingProperty?: string; type?: string | string[]; allowedValues?: unknown[]; limit?: number }
    data?: unknown
  }
  if (error.keyword === 'required') {
    return new Error(`${[path, params.missingProperty].filter(Boolean).join('.')} is required.`)
  }
  if (path === '' && part === 'body') return new Error('A JSON object is required as the body.')
  if (error.keyword === 'type') return new Error(`${path} must be ${article([params.type].flat().join(' or '))}.`)
  if (error.keyword === 'maxLength') {
    return new Error(`${path} has ${codePoints(data as string)} characters; at most ${params.limit} are allowed.`)
  }
  if (error.keyword === 'enum') return new Error(`${path} must be one of: ${params.allowedValues?.join(', ')}.`)
  return new Error(`${path || `The ${part}`} ${error.message}.`)
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
