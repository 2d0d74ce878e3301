import assert from 'node:assert/strict'
import type { Store } from '../fixtures/factories.ts'
import { type Answer, createClient } from './client.ts'

/** Asks a store's question with its credentials. */
export type Ask = (query: string, variables?: object, operationName?: string) => Promise<Answer>

export function graphqlOf(server: { baseUrl: string }, { appId, key }: Pick<Store, 'appId' | 'key'>): Ask {
  const client = createClient(server.baseUrl, { 'x-api-id': appId, 'x-api-secret': key })
  return (query, variables, operationName) => client.post('/graphql', { query, variables, operationName })
}

/** The `data` of an answer without errors. */
export function dataOf({ status, body }: Answer) {
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.errors, undefined, JSON.stringify(body.errors))
  return body.data
}

/** A request that was refused whole: GraphQL's envelope, `data` null, one code. Answers the first error. */
export function refusedAs({ status, headers, body }: Answer, expected: number, code: string) {
  assert.equal(status, expected, JSON.stringify(body))
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(body.data, null)
  assert.ok(Array.isArray(body.errors) && body.errors.length > 0)
  for (const error of body.errors) {
    assert.equal(error.extensions.code, code)
    assert.ok(typeof error.message === 'string' && error.message.length > 0)
    assert.ok(!('path' in error))
  }
  return body.errors[0]
}
