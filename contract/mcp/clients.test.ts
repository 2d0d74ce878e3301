import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Client as OldestClient } from 'mcp-sdk-1.10/client/index.js'
import { StreamableHTTPClientTransport as OldestTransport } from 'mcp-sdk-1.10/client/streamableHttp.js'
import { credentials } from '#test/clients/mcp.ts'
import { conformanceOf } from '#test/clients/mcp-conformance.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// The official clients of both generations, the oldest of them too, and the official conformance suite, against the real
// service. Other clients: npm run matrix:mcp.

const server = await shareServer()
const store = await makeStore(server)
const url = new URL('/mcp', server.baseUrl)
const requestInit = { headers: credentials(store) }
const INFO = { name: 'tests', version: '1.0.0' }

/** Both generations look alike from here on. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: object }): Promise<object>
  close(): Promise<void>
}

async function drive(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools()
  assert.equal(tools.length, 11)
  const { id } = await addConversation(store)
  const tagged = (await client.callTool({ name: 'update_tags', arguments: { conversationId: id, tags: ['vip'] } })) as {
    structuredContent: object
  }
  assert.deepEqual(tagged.structuredContent, { conversationId: id, tags: ['vip'] })
  const refused = (await client.callTool({
    name: 'send_message',
    arguments: { conversationId: 'none', text: 'x' },
  })) as {
    isError: boolean
  }
  assert.equal(refused.isError, true)
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /Unknown tool/)
  await client.close()
}

test('spec C7.1: the client of the first generation initializes, lists and calls', async () => {
  const client = new Client(INFO)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Parameters<Client['connect']>[0])
  assert.equal(client.getServerVersion()?.name, 'parley')
  await drive(client as unknown as AnyClient)
})

test('spec C7.1: the oldest official client connects, lists and calls, with the bearer key alone too', async () => {
  const bearer = { authorization: `Bearer ${store.key}` }
  for (const [path, headers] of [
    ['/mcp', credentials(store)],
    [`/mcp/${store.appId}`, bearer],
  ] as const) {
    const client = new OldestClient(INFO)
    await client.connect(new OldestTransport(new URL(path, server.baseUrl), { requestInit: { headers } }))
    assert.equal(client.getServerVersion()?.name, 'parley')
    await drive(client as unknown as AnyClient)
  }
})

for (const mode of ['legacy', 'auto', { pin: '2026-07-28' }] as const) {
  test(`the client of the second generation lists and calls, negotiating ${JSON.stringify(mode)}`, async () => {
    const client = new NewClient(INFO, { versionNegotiation: { mode } })
    await client.connect(new NewTransport(url, { requestInit }))
    await drive(client as unknown as AnyClient)
  })
}

const runScenario = await conformanceOf(server.baseUrl, store)

for (const scenario of [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'http-header-validation',
]) {
  test(`conformance: ${scenario}`, async () => assert.deepEqual(await runScenario(scenario), []))
}

// The suite has no scenarios for older versions than this.
for (const scenario of ['server-initialize', 'ping', 'tools-list']) {
  test(`spec C7.1: conformance, 2025-06-18: ${scenario}`, async () => {
    assert.deepEqual(await runScenario(scenario, '2025-06-18'), [])
  })
}

// Its other scenarios need tools of the suite's own: src/surfaces/mcp/conformance.test.ts.
