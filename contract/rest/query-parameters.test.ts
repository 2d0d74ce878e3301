import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore } from '#test/fixtures/factories.ts'
import { pageOf } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Every query parameter of /chat/*, as the OpenAPI document lists them, in spellings that clients and form libraries send.

interface Parameter {
  name: string
  in: string
}

const server = await shareServer()
const document = (await (await fetch(`${server.baseUrl}/openapi.json`)).json()) as {
  paths: Record<string, { get?: { parameters: Parameter[] } }>
}
const store = await makeStore(server)
const { id: customerUuid } = await addContact(store)
const { id } = await addConversation(store, { customerUuid })

const { id: webhookId } = ok(
  await store.api.post('/chat/webhooks', { url: 'https://1.1.1.1/', events: ['message.created'] }),
  201,
)
/** Parameters that a route requires. */
const REQUIRED: Record<string, string> = { day: '2026-01-31' }

const ROUTES = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const names = get?.parameters.filter((one) => one.in === 'query').map(({ name }) => name) ?? []
  const own = path.startsWith('/chat/webhooks') ? webhookId : id
  const target = path.replace('{customerUuid}', customerUuid).replace('{id}', own)
  return path.startsWith('/chat/') && names.length > 0 ? [{ target, names }] : []
})

const spellings = (name: string) => [
  `${name}[]`,
  `${name}%5B%5D`,
  `${name}[0]`,
  `${name}[a][b]`,
  name.toUpperCase(),
  `${name[0]?.toUpperCase()}${name.slice(1)}`,
  `${name}s`,
  `${name}es`,
  `${name.toUpperCase()}S[]`,
]

test('routes with query parameters are found', () => {
  assert.ok(ROUTES.length >= 4, JSON.stringify(ROUTES))
  assert.ok(ROUTES.some(({ names }) => names.includes('tag')))
})

for (const { target, names } of ROUTES) {
  test(`spec C9.10: ${target.replaceAll(/[0-9a-f-]{36}/g, '{id}')} names the parameter that a similar one means`, async () => {
    for (const name of names) {
      for (const spelling of spellings(name).filter((one) => !names.includes(one))) {
        const message = refused(await store.api.get(`${target}?${spelling}=1`), 400, 'INVALID_PARAMS')
        assert.ok(message.startsWith(`${decodeURIComponent(spelling)} is not a query parameter; send ${name}`), message)
      }
    }
    const unknown = '?utm_source=mail&_=1&tagged=a&[]=1&[tag]=1&stat=1&limit.=2&__proto__=1&constructor=1'
    const required = names.flatMap((name) => (REQUIRED[name] ? `&${name}=${REQUIRED[name]}` : [])).join('')
    const known = `?_=2${required}`
    assert.deepEqual(ok(await store.api.get(target + unknown + required)), ok(await store.api.get(target + known)))
  })
}

test('spec C9.10: a missing letter of the plural is named, and a long name is cut', async () => {
  const answer = await store.api.get('/chat/conversations?tag=a&statu=open')
  assert.match(refused(answer, 400, 'INVALID_PARAMS'), /; send status\.$/)
  const long = await store.api.get(`/chat/conversations?tag[${'x'.repeat(5_000)}]=a`)
  assert.ok(refused(long, 400, 'INVALID_PARAMS').length < 200)
  assert.match(refused(long, 400, 'INVALID_PARAMS'), /; send tag, once for each value\.$/)
})

test('spec C9.10: the credential is judged before the parameters', async () => {
  refused(await pageOf(server).get('/chat/conversations?tag[]=a'), 401, 'UNAUTHENTICATED')
})
