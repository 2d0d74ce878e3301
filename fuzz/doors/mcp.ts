import type { Schema } from '#surfaces/docs/schemas.ts'
import { asBody, type Door, extraHeaders } from '../door.ts'
import { anything, type Ids, madeOf } from '../values.ts'

const METHODS = [
  'tools/list',
  'ping',
  'initialize',
  'server/discover',
  'resources/list',
  'notifications/initialized',
  'nope',
]

const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** Calls of the tools that the server lists, by their own schemas, and other messages of the protocol. */
export async function mcpDoor(baseUrl: string, credentials: Record<string, string>, ids: Ids): Promise<Door> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...credentials }
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = (await answer.json()) as { result: { tools: { name: string; inputSchema: Schema }[] } }
  const paths = ['/mcp', '/mcp/', `/mcp/${credentials['x-app-id']}`]
  return {
    name: 'mcp',
    weight: 14,
    sees: 'store',
    make(random) {
      const isCall = random.chance(0.85)
      const tool = random.pick(result.tools)
      const params = isCall
        ? { name: random.chance(0.97) ? tool.name : 'nope', arguments: madeOf(tool.inputSchema, random, ids) }
        : anything(random, ids)
      const message = {
        jsonrpc: random.chance(0.98) ? '2.0' : '1.0',
        id: random.chance(0.9) ? random.below(1e6) : anything(random, ids),
        method: isCall ? 'tools/call' : random.pick(METHODS),
        params,
      }
      const version = { 'mcp-protocol-version': random.pick([...VERSIONS, 'x']) }
      return {
        method: 'POST',
        path: random.pick(paths),
        headers: { ...headers, ...version, ...extraHeaders(random) },
        body: asBody(random.chance(0.01) ? [message, message] : message, random),
      }
    },
  }
}
