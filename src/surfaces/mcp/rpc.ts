import { ErrorWithoutStack } from '#core/errors.ts'

/** JSON-RPC error codes in use; the last two are the protocol's own (MCP 2026-07-28, "Error Codes"). */
export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
export const HEADER_MISMATCH = -32020
export const UNSUPPORTED_VERSION = -32022

/** A refusal by the protocol, before any tool runs. What a tool refuses is a result instead (tool.ts). */
export class RpcError extends ErrorWithoutStack {
  readonly code: number
  /** Status of the HTTP response. */
  readonly status: number
  readonly data: object | undefined

  constructor(code: number, message: string, status = 400, data?: object) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

export type RequestId = string | number

/** JSON that is ready to be sent. */
export type Json = string

/** An answer that tells of success. */
export function resultBody(id: RequestId, result: Json): Json {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

/** An answer that refuses. It has no id where the request's could not be read. */
export function errorBody(error: RpcError, id: RequestId | undefined): string {
  const { code, message, data } = error
  const named = id === undefined ? '' : `"id":${JSON.stringify(id)},`
  const more = data === undefined ? '' : `,"data":${JSON.stringify(data)}`
  return `{"jsonrpc":"2.0",${named}"error":{"code":${code},"message":${JSON.stringify(message)}${more}}}`
}
