import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { resourceMetadataOf, SCOPE } from '#core/assistants/addresses.ts'
import { AssistantFinder } from '#core/assistants/assistants.ts'
import type { Caller } from '#core/caller.ts'
import type { Platform } from '#core/commerce/platform.ts'
import { ParleyError } from '#core/errors.ts'
import { TOOLS_AT_ONCE } from '#core/limits.ts'
import { ConcurrencyLimiter } from '#core/rates/tenant-concurrency-limiter.ts'
import type { Keyring } from '#core/stores/api-key-cache.ts'
import type { Database } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import { frameworkRefusal, isDatabaseAway, logUnexpected } from '#surfaces/http/errors.ts'
import { createCredentialCheck, isAppId } from './credentials.ts'
import { dispatch } from './dispatch.ts'
import { parseBody, readId, readMessage } from './message.ts'
import { createOriginRule } from './origin.ts'
import { errorBody, INTERNAL_ERROR, INVALID_REQUEST, type Json, type RequestId, RpcError, resultBody } from './rpc.ts'
import type { Tool } from './tool.ts'
import { Toolbox } from './toolbox.ts'
import { TOOLS } from './tools/tools.ts'

export interface McpOptions {
  database: Database
  keyring: Keyring
  addresses: AddressBook
  platform: Platform
  /** The language that a text is written in; null where it does not show. */
  languageOf: (text: string) => string | null
  baseUrl: string
  /** Browser origins that may call, beside the service's own and loopback ones. */
  allowedOrigins: string[]
  /** Tools beside the service's own: those that the protocol's conformance suite looks for (conformance.test.ts). */
  moreTools?: Tool[]
}

/** What is read of an HTTP request beside its body. */
type McpRequest = Pick<FastifyRequest, 'headers' | 'params' | 'ip' | 'log'>

export interface McpAnswer {
  status: number
  headers: Record<string, string>
  body?: Json
}

/**
 * The rules of `POST /mcp` (spec 4.7): JSON-RPC in both eras of the protocol, JSON answers only, no sessions. Refusals
 * come in order: origin, credentials, method, Accept, body.
 */
export class ToolServer {
  readonly #toolbox: Toolbox
  readonly #findCaller: ReturnType<typeof createCredentialCheck>
  readonly #isAllowed: (origin: string) => boolean
  readonly #gate = new ConcurrencyLimiter(TOOLS_AT_ONCE)
  readonly #baseUrl: string

  constructor(options: McpOptions) {
    const { database, keyring, addresses, platform, languageOf, baseUrl, allowedOrigins, moreTools = [] } = options
    this.#toolbox = new Toolbox([...TOOLS, ...moreTools], { addresses, platform, languageOf })
    this.#findCaller = createCredentialCheck(database, keyring, new AssistantFinder())
    this.#isAllowed = createOriginRule(baseUrl, allowedOrigins)
    this.#baseUrl = baseUrl
  }

  /** Headers for the page that asks; throws for a page that may not. */
  checkOrigin({ origin }: IncomingHttpHeaders): Record<string, string> {
    if (origin === undefined) return {}
    if (!this.#isAllowed(origin)) throw new RpcError(INVALID_REQUEST, 'This origin may not call the tool server.', 403)
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'www-authenticate',
      vary: 'origin',
    }
  }

  /** Finds the caller; throws errors that become 401 or 429. */
  findCaller(request: McpRequest): Promise<Caller> {
    return this.#findCaller(request.headers, appIdOf(request), request.ip)
  }

  checkAccept({ accept }: IncomingHttpHeaders): void {
    if (accept === undefined || /(^|[,\s])(application\/(json|\*)|\*\/\*)\s*(;|,|$)/i.test(accept)) return
    throw new RpcError(INVALID_REQUEST, 'Answers are JSON: Accept must allow application/json.', 406)
  }

  /** Answers the message in a body; never rejects. */
  async answer(request: McpRequest, caller: Caller, body: Buffer | undefined): Promise<McpAnswer> {
    let id: RequestId | undefined
    try {
      const sent = parseBody(body, request.headers['content-type'])
      id = readId(sent)
      const message = readMessage(sent, request.headers)
      if (message.id === undefined) return { status: 202, headers: {} }
      const onFailure = (error: unknown) => logUnexpected(request, error)
      const headers: Record<string, string> = { ...JSON_TYPE }
      const onReplay = () => {
        headers['idempotent-replayed'] = 'true'
      }
      const key = request.headers['idempotency-key']?.toString()
      const asked = { caller, message, key, onReplay, onFailure }
      const result = this.#gate.run(caller.shop.shopId, () => dispatch(this.#toolbox, asked))
      if (!result) throw new RpcError(INTERNAL_ERROR, 'Too many requests at once; try again.', 503)
      return { status: 200, headers, body: resultBody(message.id, await result) }
    } catch (error) {
      return this.refuse(request, error, id)
    }
  }

  refuse(request: McpRequest, error: unknown, id?: RequestId): McpAnswer {
    const refusal = error instanceof RpcError ? error : toRefusal(request, error)
    const { status } = refusal
    const headers: Record<string, string> = { ...JSON_TYPE }
    if (status === 401) headers['www-authenticate'] = this.#challengeOf(request)
    if (status === 405) headers.allow = 'POST'
    if (status === 429) headers['retry-after'] = '60'
    if (status === 503) headers['retry-after'] = '1'
    return { status, headers, body: errorBody(refusal, id) }
  }

  /**
   * What a 401 says. An address with the App ID can be opened by OAuth too: there it names the document that tells how
   * (RFC 9728, 5.1). Which store `/mcp` alone is asked for is not known, so it says nothing of that.
   */
  #challengeOf(request: McpRequest): string {
    const appId = appIdOf(request) ?? ''
    if (!isAppId(appId)) return 'Bearer'
    return `Bearer resource_metadata="${resourceMetadataOf(this.#baseUrl, appId)}", scope="${SCOPE}"`
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** The App ID, where the path names it. */
const appIdOf = ({ params }: McpRequest) => (params as { appId?: string }).appId

/** What others refused, in the protocol's shape; anything else is ours to look into. */
function toRefusal({ log }: McpRequest, error: unknown): RpcError {
  if (error instanceof ParleyError && error.code === 'RATE_LIMITED') {
    return new RpcError(INVALID_REQUEST, error.message, 429, { code: error.code })
  }
  const refusal = frameworkRefusal(error as Parameters<typeof frameworkRefusal>[0])
  if (refusal) return new RpcError(INVALID_REQUEST, refusal.error.message, refusal.status)
  if (isDatabaseAway(error)) {
    log.warn({ reason: (error as { code: string }).code }, 'database unavailable')
    return new RpcError(INTERNAL_ERROR, 'The database cannot be reached; try again shortly.', 503, {
      code: 'UNAVAILABLE',
    })
  }
  logUnexpected({ log }, error)
  return new RpcError(INTERNAL_ERROR, 'Something went wrong on our side; try again shortly.', 500)
}
