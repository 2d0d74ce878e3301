import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import type { Store } from '../fixtures/factories.ts'
import { type Answer, createClient } from './client.ts'

/** A store's tool server, as an assistant sees it. */
export interface Assistant {
  /** One request; `headers` replace those that its era asks for. */
  rpc(method: string, params?: object, headers?: Record<string, string>): Promise<Answer>
  /** Calls a tool that must succeed; its answer must fit its own schema. Answers the structured content. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers something else, which is what tests look at
  call(name: string, args?: object): Promise<any>
  /** Calls a tool that must refuse; answers its text, which must begin with the code. */
  refused(name: string, args: object, code: string): Promise<string>
  /** The names of its tools. */
  names(): Promise<string[]>
}

type Era = '2025-11-25' | '2026-07-28'

export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export function credentials(store: Pick<Store, 'appId' | 'key'>): Record<string, string> {
  return { 'x-app-id': store.appId, authorization: `Bearer ${store.key}` }
}

export function assistantOf(server: { baseUrl: string }, store: Store, era: Era = '2026-07-28'): Assistant {
  const client = createClient(server.baseUrl, credentials(store))
  let id = 0
  const rpc: Assistant['rpc'] = (method, params = {}, headers) => {
    const isModern = era === '2026-07-28'
    const { name } = params as { name?: string }
    const own = isModern
      ? { 'mcp-protocol-version': era, 'mcp-method': method, ...(name ? { 'mcp-name': name } : {}) }
      : { 'mcp-protocol-version': era }
    const body = { jsonrpc: '2.0', id: ++id, method, params: isModern ? { ...params, _meta: META } : params }
    return client.post('/mcp', body, headers ?? own)
  }
  const call = async (name: string, args: object) => {
    const { status, body } = await rpc('tools/call', { name, arguments: args })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.result, JSON.stringify(body))
    return body.result
  }
  return {
    rpc,
    async call(name, args = {}) {
      const result = await call(name, args)
      assert.equal(result.isError, false, JSON.stringify(result))
      assert.deepEqual(result.content, [{ type: 'text', text: JSON.stringify(result.structuredContent) }])
      const { body } = await rpc('tools/list')
      const { outputSchema } = body.result.tools.find((tool: { name: string }) => tool.name === name)
      const schema = Compile(outputSchema)
      assert.ok(schema.Check(result.structuredContent), JSON.stringify(schema.Errors(result.structuredContent)[0]))
      return result.structuredContent
    },
    async refused(name, args, code) {
      const result = await call(name, args)
      assert.equal(result.isError, true, JSON.stringify(result))
      assert.equal(result.structuredContent, undefined)
      const { text } = result.content[0]
      assert.match(text, new RegExp(`^${code}: .+\\. [A-Z].+\\.$`))
      return text
    },
    async names() {
      const { body } = await rpc('tools/list')
      return body.result.tools.map((tool: { name: string }) => tool.name)
    },
  }
}
