import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { operatorCaller } from '#core/caller.ts'
import { localPlatform } from '#core/commerce/local-platform.ts'
import { Keyring } from '#core/stores/api-key-cache.ts'
import { createKey } from '#core/stores/api-keys.ts'
import { createStore } from '#core/stores/stores.ts'
import { AddressBook } from '#outbound/address.ts'
import { createApp } from '#surfaces/http/server.ts'
import { conformanceOf } from '#test/clients/mcp-conformance.ts'
import { openEmbedded } from '#test/database/embedded.ts'
import { mcpSurface } from './mcp.ts'
import { RpcError } from './rpc.ts'
import type { Content, Tool } from './tool.ts'

// Scenarios of the official suite that look for tools of its own. They are given to a surface that only this test
// makes: no setting of the service turns them on.

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const text = { type: 'text', text: 'This is a simple text response for testing.' }
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' }
const resource = {
  type: 'resource',
  resource: { uri: 'test://resource', mimeType: 'text/plain', text: 'An embedded resource.' },
}

function fixture(name: string, call: () => Promise<Content>, inputSchema: object = { type: 'object' }): Tool {
  return { definition: { name, description: 'A tool of the conformance suite.', inputSchema }, call }
}
const answering = (name: string, ...blocks: object[]) => fixture(name, async () => ({ blocks }))
const failing = (name: string, error: Error) => fixture(name, () => Promise.reject(error))

const FIXTURES: Tool[] = [
  answering('test_simple_text', text),
  answering('test_image_content', image),
  answering('test_audio_content', { type: 'audio', data: SILENCE, mimeType: 'audio/wav' }),
  answering('test_embedded_resource', resource),
  answering('test_multiple_content_types', text, image, resource),
  answering('test_streaming_elicitation', text),
  answering('test_logging_tool', text),
  failing('test_error_handling', new Error('what nobody foresaw')),
  failing(
    'test_missing_capability',
    new RpcError(-32021, 'Missing required client capability', 400, { requiredCapabilities: { sampling: {} } }),
  ),
  fixture('json_schema_2020_12_tool', async () => ({ blocks: [text] }), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' } } },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' }, contact: { type: 'string' } },
    allOf: [{ anyOf: [{ required: ['name'] }, { required: ['contact'] }] }],
    if: { properties: { name: { const: 'x' } }, required: ['name'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['address'] },
    else: {},
    additionalProperties: false,
  }),
]

const logger = createLogger('silent')
const { database } = await openEmbedded('conformance')
const app = createApp({ logger, trustProxy: [] })
await mcpSurface(app, {
  database,
  keyring: new Keyring(database),
  addresses: new AddressBook({ allow: [], dnsServers: [] }),
  platform: localPlatform('http://127.0.0.1'),
  languageOf: () => null,
  baseUrl: 'http://127.0.0.1',
  allowedOrigins: [],
  moreTools: FIXTURES,
})
const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
after(() => app.close())

const { store } = await createStore(database, { name: 'Conformance', plan: 'pro' })
const { key } = await createKey(operatorCaller(database, store.shopId), 'Conformance')
const runScenario = await conformanceOf(baseUrl, { appId: store.appId, key })

for (const scenario of [
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'json-schema-2020-12',
]) {
  for (const version of ['2025-11-25', '2026-07-28'] as const) {
    test(`conformance, ${version}: ${scenario}`, async () => {
      assert.deepEqual(await runScenario(scenario, version), [])
    })
  }
}

test('conformance, 2026-07-28: server-stateless', async () => {
  assert.deepEqual(await runScenario('server-stateless', '2026-07-28'), [])
})
