import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '#base/objects.ts'
import { isOfType } from '#surfaces/http/incoming/content-type.ts'
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
  type RequestId,
  RpcError,
  UNSUPPORTED_VERSION,
} from './rpc.ts'

/** Requests of the modern era carry their version and the client's capabilities themselves; nothing comes before them. */
const MODERN_VERSION = '2026-07-28'
/**
 * The legacy era opens with `initialize`; we keep no session there either. What differs between its versions are things
 * that we do not serve, such as streams and batches, and fields that older clients pass over.
 */
const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
/** All versions served, newest first. */
export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS]

const isLegacy = (version: string) => (LEGACY_VERSIONS as readonly string[]).includes(version)

/** The version that `initialize` is answered with: the one it asks for, or the newest of its era. */
export function negotiate(asked: string): string {
  return isLegacy(asked) ? asked : LEGACY_VERSIONS[0]
}

const META = 'io.modelcontextprotocol/'

type Fields = Record<string, unknown>

/** A request, or a notification (without id), of one of the two eras. */
export interface RpcMessage {
  id: RequestId | undefined
  method: string
  params: Fields
  era: 'modern' | 'legacy'
}

/** Any JSON value out of a body. */
export function parseBody(body: Buffer | undefined, contentType: string | undefined): unknown {
  if (!isOfType(contentType, 'application/json')) {
    throw new RpcError(PARSE_ERROR, 'Send the body with Content-Type: application/json.')
  }
  if (!body?.length) throw new RpcError(PARSE_ERROR, 'There is no body: send a JSON-RPC 2.0 request.')
  if (!isUtf8(body)) throw new RpcError(PARSE_ERROR, 'The body is not JSON in UTF-8.')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new RpcError(PARSE_ERROR, `The body is not valid JSON: ${(error as Error).message}.`)
  }
}

/** The id of whatever arrived, for the answer to name; undefined where there is none that could be named. */
export function readId(body: unknown): RequestId | undefined {
  const id = isObject(body) ? body.id : undefined
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined
}

/** The message in a body: its envelope and, by the rules of its era, its headers are checked. */
export function readMessage(body: unknown, headers: IncomingHttpHeaders): RpcMessage {
  if (Array.isArray(body)) throw new RpcError(INVALID_REQUEST, 'Batches are not served: send one request at a time.')
  if (!isObject(body) || body.jsonrpc !== '2.0' || typeof body.method !== 'string') {
    throw new RpcError(INVALID_REQUEST, 'The body is not a JSON-RPC 2.0 request.')
  }
  const id = readId(body)
  if (id === undefined && body.id !== undefined) {
    throw new RpcError(INVALID_REQUEST, 'id must be a string or a whole number.')
  }
  const { method, params = {} } = body
  if (!isObject(params)) throw new RpcError(INVALID_PARAMS, 'params must be an object.')
  return { id, method, params, era: readEra({ id, method, params }, headers) }
}

/**
 * Era of a message. One that names its version in `_meta` decides itself; otherwise the header decides, and
 * without a header it is of the legacy era.
 */
function readEra(message: Omit<RpcMessage, 'era'>, headers: IncomingHttpHeaders): RpcMessage['era'] {
  const { method, params } = message
  const header = headerOf(headers, 'mcp-protocol-version')
  const meta = isObject(params._meta) ? params._meta : {}
  const claim = meta[`${META}protocolVersion`]
  if (method === 'initialize' && claim === undefined) {
    if (header === MODERN_VERSION) throw mismatch(`${MODERN_VERSION} has no initialize: send server/discover.`)
    return 'legacy' // its versions are negotiated, not checked
  }
  if (claim === undefined) {
    if (header === undefined || isLegacy(header)) return 'legacy'
    if (header !== MODERN_VERSION) throw unsupported(header)
    if (message.id === undefined) return 'modern'
    throw new RpcError(INVALID_PARAMS, `params._meta must hold ${META}protocolVersion and ${META}clientCapabilities.`)
  }
  if (typeof claim !== 'string') throw new RpcError(INVALID_PARAMS, `${META}protocolVersion must be a string.`)
  if (header !== undefined && header !== claim) {
    throw mismatch(`the header MCP-Protocol-Version does not match ${claim.slice(0, 100)} in the body.`)
  }
  if (!SUPPORTED_VERSIONS.includes(claim)) throw unsupported(claim)
  if (isLegacy(claim)) return 'legacy'
  if (message.id !== undefined) {
    checkMeta(meta)
    checkHeaders(message, headers)
  }
  return 'modern'
}

/** What each modern request has to tell about its client. */
function checkMeta(meta: Fields): void {
  if (!isObject(meta[`${META}clientCapabilities`])) {
    throw new RpcError(INVALID_PARAMS, `params._meta must hold ${META}clientCapabilities, an object.`)
  }
  const client = meta[`${META}clientInfo`]
  if (client === undefined) return
  if (!isObject(client) || typeof client.name !== 'string' || typeof client.version !== 'string') {
    throw new RpcError(INVALID_PARAMS, `${META}clientInfo must hold a name and a version.`)
  }
}

/** Headers mirror the body, so that what stands between may route by them; the two must agree. */
function checkHeaders({ method, params }: Omit<RpcMessage, 'era'>, headers: IncomingHttpHeaders): void {
  if (headerOf(headers, 'mcp-protocol-version') === undefined) throw mismatch('MCP-Protocol-Version is missing.')
  const methodHeader = headerOf(headers, 'mcp-method')
  if (methodHeader === undefined) throw mismatch('Mcp-Method is missing.')
  if (methodHeader !== method) throw mismatch('Mcp-Method does not match the method in the body.')
  if (method !== 'tools/call' || typeof params.name !== 'string') return // a name of another type is refused as such
  const nameHeader = headerOf(headers, 'mcp-name')
  if (nameHeader === undefined) throw mismatch('Mcp-Name is missing.')
  if (decode(nameHeader) !== params.name) throw mismatch('Mcp-Name does not match params.name in the body.')
}

/** Values outside visible ASCII travel as `=?base64?…?=`. */
function decode(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  if (encoded === undefined) return value
  return /^[A-Za-z\d+/]*={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : undefined
}

const mismatch = (reason: string) => new RpcError(HEADER_MISMATCH, `Header mismatch: ${reason}`)

const unsupported = (requested: string) =>
  new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', 400, {
    supported: SUPPORTED_VERSIONS,
    requested: requested.slice(0, 100),
  })
