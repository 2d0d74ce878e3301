import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { addConversation, makeStore } from '#test/factories.ts'
import { credentials } from '#test/mcp.ts'
import { startServer } from '#test/server.ts'

// The official clients of both generations, and the official conformance suite, against the real service.

const server = await startServer()
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

test('the client of the first generation initializes, lists and calls', async () => {
  const client = new Client(INFO)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Parameters<Client['connect']>[0])
  assert.equal(client.getServerVersion()?.name, 'parley')
  await drive(client as unknown as AnyClient)
})

for (const mode of ['legacy', 'auto', { pin: '2026-07-28' }] as const) {
  test(`the client of the second generation lists and calls, negotiating ${JSON.stringify(mode)}`, async () => {
    const client = new NewClient(INFO, { versionNegotiation: { mode } })
    await client.connect(new NewTransport(url, { requestInit }))
    await drive(client as unknown as AnyClient)
  })
}

// The suite knows no credentials: a proxy adds them.
const proxy = createServer((request, response) => {
  const { hostname, port } = url
  const headers = { ...request.headers, ...credentials(store) }
  const onward = send({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode as number, answer.headers)
    answer.pipe(response)
  })
  request.pipe(onward)
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
after(() => proxy.close())

const SUITE = fileURLToPath(new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url))

/** What a scenario found wrong, by the reason it gives. */
async function runScenario(scenario: string): Promise<string[]> {
  const target = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [SUITE, 'server', '--url', target, '--scenario', scenario], (_error, stdout) =>
      resolve(stdout),
    )
  })
  assert.match(output, /Passed: \d+\/\d+/, output)
  return [...output.matchAll(/^ +Error: (.+)$/gm)].map(([, reason = '']) => reason)
}

for (const scenario of [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'http-header-validation',
]) {
  test(`conformance: ${scenario}`, async () => assert.deepEqual(await runScenario(scenario), []))
}

test('conformance: server-stateless, all that needs none of the suite’s own tools', async () => {
  const reasons = await runScenario('server-stateless')
  assert.deepEqual(
    reasons.filter((reason) => !/^Not testable: server does not list the diagnostic tool/.test(reason)),
    [],
  )
  assert.equal(reasons.length, 4) // asking the client, streaming and logging, none of which these tools do
})
