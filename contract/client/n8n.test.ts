import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { startWithReceiver } from '#test/fixtures/webhooks.ts'
import { generateN8n } from '../../scripts/generate-n8n.ts'
import type { OpenApiDocument } from '../../scripts/generate-python.ts'

// The package of n8n: its nodes do their work on the running service, in what n8n gives a node as `this`.

const PACKAGE = fileURLToPath(new URL('../../packages/n8n-nodes-parley/', import.meta.url))
const load = createRequire(`${PACKAGE}package.json`)
// biome-ignore lint/suspicious/noExplicitAny: nodes are JavaScript, and answers have the shape that is tested
type Any = any
const { n8n, ...manifest } = load('./package.json') as Any
const [Parley, ParleyTrigger] = n8n.nodes.map((path: string) => {
  const name = /([A-Za-z]+)\.node\.js$/.exec(path)?.[1] as string
  return (load(`./${path}`) as Any)[name]
})
const { ParleyApi } = load(`./${n8n.credentials[0]}`) as Any

const { server, receiver } = await startWithReceiver()

/** What n8n calls a node's methods on: parameters, credentials, and requests with the credential's headers. */
function contextOf(store: Store, parameters: Record<string, unknown>, more: object = {}) {
  const staticData: Record<string, unknown> = {}
  const credentials = { baseUrl: `${server.baseUrl}/`, apiKey: store.key }
  const headers = Object.entries(new ParleyApi().authenticate.properties.headers as Record<string, string>).map(
    ([name, value]) => [name, value.replace('={{$credentials.apiKey}}', credentials.apiKey)],
  )
  return {
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _item?: number, fallback?: unknown) => parameters[name] ?? fallback,
    getCredentials: async () => credentials,
    continueOnFail: () => false,
    getWorkflowStaticData: () => staticData,
    helpers: {
      async httpRequestWithAuthentication(_name: string, { method, url, qs = {}, body, headers: own = {} }: Any) {
        const query = new URLSearchParams(qs)
        const response = await fetch(`${url}?${query}`, {
          method,
          headers: { ...Object.fromEntries(headers), ...own, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        const answer = (await response.json()) as Any
        if (!response.ok) throw new Error(answer.error.message)
        return answer
      },
    },
    ...more,
  }
}

async function run(store: Store, operation: string, parameters: Record<string, unknown> = {}, more: object = {}) {
  const [items] = await new Parley().execute.call(contextOf(store, { operation, ...parameters }, more))
  return (items as Any[]).map(({ json }) => json)
}

test('the package is one that n8n finds, without dependencies', () => {
  assert.ok(manifest.name.startsWith('n8n-nodes-') && manifest.keywords.includes('n8n-community-node-package'))
  assert.equal(manifest.dependencies, undefined)
  for (const Node of [Parley, ParleyTrigger]) {
    const { description } = new Node()
    assert.deepEqual(description.outputs, ['main'])
    assert.deepEqual(description.credentials, [{ name: new ParleyApi().name, required: true }])
    assert.ok(load.resolve(`./nodes/${description.icon.slice('file:'.length)}`))
  }
})

test('the node has every operation of /openapi.json, each with its fields once', async () => {
  const document = (await (await fetch(`${server.baseUrl}/openapi.json`)).json()) as OpenApiDocument
  const kept = await readFile(`${PACKAGE}nodes/operations.json`, 'utf8')
  assert.ok(kept === generateN8n(document), 'run node scripts/generate-n8n.ts')
  const { properties } = new Parley().description
  for (const { id, resource, fields } of JSON.parse(kept)) {
    const names = fields.map(({ name }: Any) => name)
    assert.equal(new Set(names).size, names.length, id)
    const shown = properties.filter(({ displayOptions }: Any) => displayOptions?.show.operation?.includes(id))
    const optional = shown.find(({ name }: Any) => name === 'additionalFields')?.options ?? []
    const required = shown.filter(({ name }: Any) => !['additionalFields', 'returnAll'].includes(name))
    assert.deepEqual([...required, ...optional].map(({ name }: Any) => name).sort(), names.sort())
    assert.ok(shown.every(({ displayOptions }: Any) => displayOptions.show.resource.includes(resource)))
  }
})

test('operations read and write: lists with their pages, messages, tags, and errors with their words', async () => {
  const store = await makeStore(server)
  const ids = []
  for (let i = 0; i < 3; i++) ids.push((await addConversation(store)).id)
  const [id] = ids as [string]
  const additionalFields = { limit: 2 }
  assert.equal((await run(store, 'listConversations', { additionalFields })).length, 2)
  const all = await run(store, 'listConversations', { additionalFields, returnAll: true })
  assert.deepEqual(all.map((one) => one.id).sort(), ids.sort())
  const words = { id, text: 'By n8n', additionalFields: { memberId: store.owner.memberId, 'idempotency-key': 'once' } }
  const [first] = await run(store, 'postMessage', words)
  const [again] = await run(store, 'postMessage', words)
  assert.deepEqual([first.text, again.id], ['By n8n', first.id])
  await run(store, 'addTags', { id, tags: '["a","b"]' })
  await run(store, 'removeTag', { id, tag: 'a' })
  assert.deepEqual(ok(await store.api.get(`/chat/conversations/${id}`)).tags, ['b'])
  assert.deepEqual(await run(store, 'listTags'), [{ value: 'a' }, { value: 'b' }])
  const missing = run(store, 'getConversation', { id: 'none' })
  await assert.rejects(missing, /not found|no conversation/i)
  await assert.rejects(run(store, 'getConversation', { id: '..' }), /cannot be part of a path/)
  await assert.rejects(run(store, 'addTags', { id, tags: '[' }), /tags must be JSON/)
  const [failed] = await run(store, 'getConversation', { id: 'none' }, { continueOnFail: () => true })
  assert.match(failed.error, /not found|no conversation/i)
})

test('the trigger subscribes, takes what is signed, refuses the rest, and ends its subscription', async () => {
  const store = await makeStore(server)
  const url = receiver.url('/n8n')
  const staticOf = contextOf(store, { events: ['message.created'] }, { getNodeWebhookUrl: () => url })
  const trigger = new ParleyTrigger()
  const { checkExists, create, delete: end } = trigger.webhookMethods.default
  assert.equal(await checkExists.call(staticOf), false)
  assert.equal(await create.call(staticOf), true)
  assert.equal(await checkExists.call(staticOf), true)
  const { id } = await addConversation(store)
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hello n8n', asCustomer: true }), 201)
  const [request] = await receiver.take('/n8n', 1)
  assert.ok(request)
  let status = 200
  const response = {
    status(code: number) {
      status = code
      return response
    },
    json: () => response,
  }
  const receive = (headers: Record<string, string>, rawBody: Buffer) =>
    trigger.webhook.call({
      ...staticOf,
      getRequestObject: () => ({ headers, rawBody }),
      getResponseObject: () => response,
    })
  const { workflowData } = await receive(request.headers, request.body)
  assert.equal(workflowData[0][0].json.data.text, 'Hello n8n')
  const old = { ...request.headers, 'x-webhook-timestamp': '1700000000' }
  for (const [headers, body] of [
    [request.headers, Buffer.from('{}')],
    [old, request.body],
    [{}, request.body],
  ] as [Record<string, string>, Buffer][]) {
    status = 200
    assert.deepEqual(await receive(headers, body), { noWebhookResponse: true })
    assert.equal(status, 401)
  }
  assert.equal(await end.call(staticOf), true)
  assert.deepEqual(ok(await store.api.get('/chat/webhooks')), [])
  assert.equal(await end.call(staticOf), true)
})
