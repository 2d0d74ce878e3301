import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { findOperation } from '#test/clients/client-operations.ts'
import { addContact, addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { callEverything } from '#test/openapi/calls.ts'
import { startServer } from '#test/service/server.ts'
import { createParley } from '../../packages/client/src/index.ts'

// Our client, whose types are made of /openapi.json, reaches every operation and gets what the document says.

const server = await startServer()
// biome-ignore lint/suspicious/noExplicitAny: a document of any API
const document: any = await (await fetch(`${server.baseUrl}/openapi.json`)).json()

test('spec 2.1, 4.0, 7.1.1, 9.1: every operation answers what its schema says, to the last key', async () => {
  const store = await makeStore(server)
  const { id: customerUuid } = await addContact(store)
  const { id: conversationId } = await addConversation(store, {
    customerUuid,
    tags: ['vip'],
    messages: [message()],
    browsedPages: [{ url: 'https://shop.example/a', title: 'A', viewedAt: new Date().toISOString() }],
    summary: { text: 'Short.' },
  })
  await addConversation(store, { customerUuid }) // a related one
  const called = new Set<string>()
  const faults: string[] = []
  const judge = async (request: Request) => {
    const response = await fetch(request)
    const operation = findOperation(document, request.method, new URL(request.url).pathname)?.operation
    const said = resolve(operation?.responses[response.status])
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const name = `${operation?.operationId} ${response.status}`
    if (response.ok) called.add(operation?.operationId)
    if (!said?.content?.[type]) faults.push(`${name}: ${type} is not described`)
    else if (type === 'application/json') {
      const body = await response.clone().json()
      const mistakes = Value.Errors(resolve(said.content[type].schema), body)
      if (mistakes[0]) faults.push(`${name}: ${JSON.stringify(mistakes[0])} in ${JSON.stringify(body).slice(0, 500)}`)
    }
    return response
  }
  const { shopId, appId, key, owner } = store
  const { baseUrl, operatorToken } = server
  const { memberId } = owner
  const client = createParley({ baseUrl, apiKey: key, operatorToken, fetch: judge })
  await callEverything(client, { shopId, appId, key, memberId, customerUuid, conversationId })
  assert.deepEqual(faults, [])
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(Object.values)
  const missed = operations.map(({ operationId }) => operationId).filter((operationId) => !called.has(operationId))
  assert.deepEqual(missed, [])
})

test('an answer that the schema does not allow would be noticed', () => {
  const schema = resolve({ $ref: '#/components/schemas/Member' })
  const [member] = document.components.schemas.Member.examples
  assert.deepEqual(Value.Errors(schema, member), [])
  for (const wrong of [{ ...member, more: 1 }, { ...member, id: 7 }, { ...member, role: 'king' }, { id: 'x' }]) {
    assert.ok(Value.Errors(schema, wrong).length > 0, JSON.stringify(wrong))
  }
})

/** A part of the document with its references followed, and with every object closed that does not say it is open. */
// biome-ignore lint/suspicious/noExplicitAny: as above
function resolve(part: any): any {
  if (Array.isArray(part)) return part.map(resolve)
  if (part === null || typeof part !== 'object') return part
  if (part.$ref) {
    const keys: string[] = part.$ref.slice(2).split('/')
    return resolve(keys.reduce((inner, key) => inner[key], document))
  }
  const whole = Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, resolve(inner)]))
  return whole.properties && !('additionalProperties' in whole) ? { ...whole, additionalProperties: false } : whole
}
