import { isObject } from '#base/objects.ts'
import { refusal } from './errors.ts'

/** What a body asks for (spec 4.6.2). */
export interface GraphqlRequest {
  query: string
  variables: Record<string, unknown>
  /** Null when the body names none; an empty name names none. */
  operationName: string | null
}

export function readRequest(body: unknown): GraphqlRequest {
  if (Array.isArray(body)) throw badRequest('Send one query a request: batches are not taken.')
  if (!isObject(body)) throw badRequest('Send a JSON object with a query.')
  const { query, variables, operationName, extensions } = body
  if (query === undefined || query === null || query === '') throw badRequest('The body carries no query.')
  if (typeof query !== 'string') throw badRequest('query must be a string.')
  if (!isAbsent(variables) && !isObject(variables)) throw badRequest('variables must be an object.')
  if (!isAbsent(extensions) && !isObject(extensions)) throw badRequest('extensions must be an object.')
  if (!isAbsent(operationName) && typeof operationName !== 'string') throw badRequest('operationName must be a string.')
  return { query, variables: variables ?? {}, operationName: operationName || null }
}

const badRequest = (message: string) => refusal(400, 'BAD_REQUEST', message)

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}
