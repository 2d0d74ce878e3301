import { readFileSync } from 'node:fs'
import { isObject } from '#base/objects.ts'
import type { Caller } from '#core/caller.ts'
import { isDatabaseAway } from '#surfaces/http/errors.ts'
import { describeFailure } from './failure.ts'
import { negotiate, type RpcMessage, SUPPORTED_VERSIONS } from './message.ts'
import { INVALID_PARAMS, type Json, METHOD_NOT_FOUND, RpcError } from './rpc.ts'
import type { Toolbox } from './toolbox.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
const SERVER_INFO = { name: 'parley', title: 'Parley', version }
const CAPABILITIES = { tools: {} }
const INSTRUCTIONS =
  'Tools of one online store and its live chat: answer customers, look up its knowledge base, products and orders, and hand over to its team. The settings of the store decide which tools there are.'

/** How long clients may keep an answer: what the service is changes with its version, a tool list with any setting. */
const DISCOVERY = { ttlMs: 3_600_000, cacheScope: 'public' }
const TOOL_LIST = { ttlMs: 0, cacheScope: 'private' }

/** Fields that modern results end with, as JSON. */
const modernEnd = (cache?: { ttlMs: number; cacheScope: string }) =>
  `,${JSON.stringify({ resultType: 'complete', ...cache, _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO } }).slice(1)}`
const MODERN_END = modernEnd()
const MODERN_LIST_END = modernEnd(TOOL_LIST)
const LEGACY_END = '}'

const DISCOVERED =
  JSON.stringify({
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
  }).slice(0, -1) + modernEnd(DISCOVERY)

export interface Dispatch {
  caller: Caller
  message: RpcMessage
  /** Value of the Idempotency-Key header, which counts for calls of tools that write. */
  key?: string | undefined
  /** Called where the result is the first one again. */
  onReplay?: () => void
  /** Called with an unexpected error of a tool. */
  onFailure: (error: unknown) => void
}

interface Call extends Omit<Dispatch, 'message'> {
  name: string
  args: Record<string, unknown>
  /** What a result of its era ends with. */
  end: string
}

/** A request's result as JSON. Throws an RpcError for what the protocol refuses. */
export async function dispatch(toolbox: Toolbox, { message, ...request }: Dispatch): Promise<Json> {
  const { method, params, era } = message
  const isModern = era === 'modern'
  const end = isModern ? MODERN_END : LEGACY_END
  switch (method) {
    case 'tools/list': {
      if (params.cursor !== undefined) throw invalid(message, 'cursor is not one of ours: the list is one page.')
      return toolbox.list(request.caller, isModern ? MODERN_LIST_END : end)
    }
    case 'tools/call': {
      const { name, arguments: args = {} } = params
      if (typeof name !== 'string') throw invalid(message, 'params.name must be the name of a tool.')
      if (!isObject(args)) throw invalid(message, 'params.arguments must be an object.')
      return call(toolbox, { ...request, name, args, end })
    }
    case 'server/discover':
      if (isModern) return DISCOVERED
      break
    case 'initialize':
      if (!isModern) return initialize(message)
      break
    case 'ping':
      if (!isModern) return '{}'
  }
  throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method.slice(0, 100)}`, isModern ? 404 : 200)
}

/** A tool's result, closed by `end`. A refusal is part of the result, for the assistant to read. */
async function call(toolbox: Toolbox, { caller, name, args, key, onReplay, onFailure, end }: Call): Promise<Json> {
  try {
    const once = key === undefined ? undefined : await toolbox.callOnce(caller, name, args, key)
    if (once?.isReplayed) onReplay?.()
    if (once) return once.isError ? refusedResult(once.text, end) : structuredResult(once.text, end)
    const content = await toolbox.call(caller, name, args)
    if (content === undefined) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 100)}`, 200)
    if (typeof content !== 'string') return `{"content":${JSON.stringify(content.blocks)},"isError":false${end}`
    return structuredResult(content, end)
  } catch (error) {
    if (error instanceof RpcError || isDatabaseAway(error)) throw error
    return refusedResult(describeFailure(error, onFailure), end)
  }
}

const structuredResult = (content: Json, end: string): Json =>
  `{"content":[{"type":"text","text":${JSON.stringify(content)}}],"structuredContent":${content},"isError":false${end}`

const refusedResult = (sentence: string, end: string): Json =>
  `{"content":[{"type":"text","text":${JSON.stringify(sentence)}}],"isError":true${end}`

/** Opens the legacy era. */
function initialize(message: RpcMessage): string {
  const { protocolVersion, capabilities, clientInfo } = message.params
  if (typeof protocolVersion !== 'string' || !isObject(capabilities) || !isObject(clientInfo)) {
    throw invalid(message, 'initialize needs protocolVersion, capabilities and clientInfo.')
  }
  return JSON.stringify({
    protocolVersion: negotiate(protocolVersion),
    capabilities: CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  })
}

function invalid({ era }: RpcMessage, message: string): RpcError {
  return new RpcError(INVALID_PARAMS, message, era === 'modern' ? 400 : 200)
}
