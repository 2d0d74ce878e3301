import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { request, sendRaw } from '#test/clients/send-raw-http.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'

// Spec C6, C9: an unknown path is 404; a path of ours with another method is 405 and says what it takes.

const server = await startServer({ env: { DEMO: '1' } })
const store = await makeStore(server)
const visitor = await makeVisitor(server, store)
const key = { 'x-api-key': store.key }
const shopper = { 'x-app-id': store.appId, authorization: `Bearer ${visitor.token}` }
const operator = { authorization: `Bearer ${server.operatorToken}` }

/** A path of each door: what it takes, and who may ask. */
const PATHS: [string, string, Record<string, string>][] = [
  ['/', 'GET, HEAD', {}],
  ['/healthz', 'GET, HEAD', {}],
  ['/metrics', 'GET, HEAD', {}],
  ['/openapi.json', 'GET, HEAD', {}],
  ['/docs', 'GET, HEAD', {}],
  ['/docs/guide.css', 'GET, HEAD', {}],
  ['/sdk.js', 'GET, HEAD', {}],
  ['/inbox', 'GET, HEAD', {}],
  ['/demo', 'GET, HEAD', {}],
  ['/chat/tags', 'GET, HEAD', key],
  ['/chat/webhooks', 'GET, HEAD, POST', key],
  ['/chat/conversations/x/notes/y', 'DELETE, PUT', key],
  ['/webhook/subscriptions', 'DELETE, GET, HEAD, POST, PUT', {}],
  ['/graphql', 'POST', {}],
  ['/mcp', 'POST', { 'x-app-id': store.appId, authorization: `Bearer ${store.key}` }],
  ['/storefront/config', 'GET, HEAD', shopper],
  ['/operator/stores', 'GET, HEAD, POST', operator],
  [`/operator/stores/${store.shopId}/import`, 'POST', operator],
]
/** CONNECT asks for no path, and the connection is closed. */
const KNOWN_TO_NODE = METHODS.filter((method) => method !== 'CONNECT')

for (const [path, allow, headers] of PATHS) {
  test(`spec C6.6: ${path} takes ${allow}; every other method is 405`, async () => {
    for (const method of KNOWN_TO_NODE) {
      if (allow.split(', ').includes(method)) continue
      if (method === 'OPTIONS' && path.startsWith('/storefront')) continue // pages of other origins ask
      const { status, text } = await send(method, path, headers)
      assert.deepEqual([status, /^allow: (.+)\r$/im.exec(text)?.[1]], [405, allow], `${method}: ${text}`)
    }
  })
}

test('spec C2.8, C6.6: an unknown path is 404 with every method', async () => {
  for (const method of KNOWN_TO_NODE) {
    assert.equal((await send(method, '/nothing', {})).status, 404, method)
    assert.equal((await send(method, '/chat/nothing', key)).status, 404, method)
  }
})

test('spec C6.4: an invalid method is 400 and says so', async () => {
  const { status, text } = await send('FETCH', '/chat/tags', key)
  assert.equal(status, 400)
  assert.match(text, /method/)
})

async function send(method: string, path: string, headers: Record<string, string>) {
  const { status, all } = await sendRaw(server.baseUrl, request(method, path, headers))
  return { status, text: all }
}

test('spec C6.6: an answer to HEAD never has a body, not when it is refused before it is read either', async () => {
  const long = { ...key, 'x-long': 'x'.repeat(20_000) }
  for (const [path, headers, status] of [
    ['/chat/tags', key, 200],
    ['/chat/tags', {}, 401],
    ['/chat/webhooks/x', key, 405],
    ['/chat/nothing', key, 404],
    ['/chat/tags', long, 431],
    [`/chat/${'x'.repeat(20_000)}`, key, 431],
    ['/chat/tags', { 'bad header': 'x' }, 400],
    ['/docs', {}, 200],
  ] as const) {
    const answer = await sendRaw(server.baseUrl, request('HEAD', path, headers as Record<string, string>))
    assert.deepEqual([answer.status, answer.body], [status, ''], path.slice(0, 40))
  }
  const get = await sendRaw(server.baseUrl, request('GET', '/chat/tags', long))
  assert.deepEqual([get.status, JSON.parse(get.body).error.code], [431, 'INVALID_PARAMS'])
})
