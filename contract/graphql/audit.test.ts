import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverAudits } from 'graphql-http'
import { shareServer } from '#test/service/server.ts'

// The public audit suite of the GraphQL-over-HTTP specification. Where our own specification says otherwise, it wins:
// every audit that is not met stands here beside the line that forbids meeting it.

const server = await shareServer()
const results = await Promise.all(
  serverAudits({ url: `${server.baseUrl}/graphql` }).map(async (audit) => {
    const { status } = await audit.fn()
    return { id: audit.id, name: audit.name, isMet: status === 'ok', status }
  }),
)

const ONLY_POST = 'only POST is taken (spec 4.6.1)'
const ALWAYS_400 = 'unusable requests are HTTP 400 (spec 7.2)'
const ALWAYS_DATA = 'errors have data beside them (spec 7.2.1)'

const UNMET: Record<string, string> = {
  '5A70 MAY accept application/x-www-form-urlencoded formatted GET requests (notice)': ONLY_POST,
  '6A70 MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json (notice)':
    ONLY_POST,
  'D6D5 MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json (notice)':
    ONLY_POST,
  '572B SHOULD use 200 status code on document parsing failure when accepting application/json (warn)': ALWAYS_400,
  'FDE2 SHOULD use 200 status code on document validation failure when accepting application/json (warn)': ALWAYS_400,
  '7B9B SHOULD use a status code of 200 on variable coercion failure when accepting application/json (warn)':
    ALWAYS_400,
  'D586 SHOULD not contain the data entry on document parsing failure when accepting application/graphql-response+json (warn)':
    ALWAYS_DATA,
  '5E5B SHOULD not contain the data entry on document validation failure when accepting application/graphql-response+json (warn)':
    ALWAYS_DATA,
}

test('all audits were run', () => {
  assert.ok(results.length > 50)
})

test('spec 4.6.1: the audits that are not met are those that the specification forbids', () => {
  const unmet = results.filter(({ isMet }) => !isMet).map(({ id, name, status }) => `${id} ${name} (${status})`)
  assert.deepEqual(unmet.sort(), Object.keys(UNMET).sort())
})
