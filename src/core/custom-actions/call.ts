import { CUSTOM_ACTION_BYTES_MAX, CUSTOM_ACTION_MS, CUSTOM_ACTION_RUNS_PER_MINUTE } from '#core/limits.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import { AddressRefused, NameUnresolved } from '#outbound/address.ts'
import { createVettedFetch } from '#outbound/vetted-fetch.ts'
import type { ActionFacts, ActionInput, CustomAction } from './action.ts'
import { reader } from './action.ts'
import { ACTION_USER_AGENT, type ActionNetwork, requireAllowed } from './network.ts'
import { fillBody, fillUrl } from './template.ts'

/** A request of an action, ready to be sent. */
export interface ActionRequest {
  method: CustomAction['method']
  url: URL
  headers: Record<string, string>
  body: string | null
}

/** What became of a call. `unknown`: the request was sent and nothing says that it was not carried out. */
export interface CallOutcome {
  state: 'done' | 'failed' | 'unknown'
  responseStatus: number | null
  durationMs: number
  /** A sentence for people; no part of the request or the answer stands in it. Null where all went well. */
  error: string | null
  /** The answer's JSON; undefined where it has none that can be read. */
  data: unknown
}

/** The request of an action; `runId` is its Idempotency-Key. INVALID_PARAMS for a value that cannot stand where it has to. */
export function buildRequest(
  action: CustomAction,
  { input, facts, runId }: { input: ActionInput; facts: ActionFacts; runId: string },
): ActionRequest {
  const { method, bodyTemplate } = action
  const read = reader(input, facts)
  const url = fillUrl(action.url, read)
  const headers = { accept: 'application/json', 'user-agent': ACTION_USER_AGENT, ...credentials(action) }
  if (method === 'GET') return { method, url, headers, body: null }
  const body = bodyTemplate === '' ? JSON.stringify(input) : fillBody(bodyTemplate, read)
  return { method, url, headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': runId }, body }
}

function credentials({ auth, authName, secret }: CustomAction): Record<string, string> {
  if (auth === 'none' || secret === null) return {}
  if (auth === 'bearer') return { authorization: `Bearer ${secret}` }
  if (auth === 'header') return { [authName.toLowerCase()]: secret }
  return { authorization: `Basic ${Buffer.from(`${authName}:${secret}`).toString('base64')}` }
}

/** Failures before anything of a request was sent. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/

/** What actions are called with: the network that they may reach, and how often in a minute. */
export class ActionDesk {
  readonly network: ActionNetwork
  readonly #fetch: typeof fetch
  readonly #limits: MinuteLimits

  constructor(network: ActionNetwork, limits: MinuteLimits) {
    this.network = network
    this.#limits = limits
    this.#fetch = createVettedFetch(network.addresses, { timeoutMs: CUSTOM_ACTION_MS, bytes: CUSTOM_ACTION_BYTES_MAX })
  }

  /** Counts a run of a store; RATE_LIMITED above `CUSTOM_ACTION_RUNS_PER_MINUTE`. */
  takeTurn(shopId: string): Promise<void> {
    return this.#limits.take(`actions:${shopId}`, CUSTOM_ACTION_RUNS_PER_MINUTE, 'Too many runs of actions.')
  }

  /** Sends a request, once, and reads its answer. Never rejects. */
  async call({ url, method, headers, body }: ActionRequest): Promise<CallOutcome> {
    const begun = performance.now()
    const outcome = await this.#send(url, { method, headers, body })
    return { ...outcome, durationMs: Math.round(performance.now() - begun) }
  }

  async #send(url: URL, init: RequestInit): Promise<Omit<CallOutcome, 'durationMs'>> {
    const { host } = url
    const nothing = { responseStatus: null, data: undefined }
    let response: Response
    try {
      await requireAllowed(url, this.network)
      const signal = AbortSignal.timeout(CUSTOM_ACTION_MS)
      response = await this.#fetch(url, { ...init, redirect: 'manual', signal })
    } catch (error) {
      if (error instanceof AddressRefused)
        return { ...nothing, state: 'failed', error: `${host} cannot be reached from here: ${error.message}.` }
      const isNeverSent = error instanceof NameUnresolved || NEVER_SENT.test(codeOf(error))
      return { ...nothing, state: isNeverSent ? 'failed' : 'unknown', error: sentenceOf(error, host) }
    }
    const { status } = response
    const answered = { responseStatus: status, data: undefined }
    if (status < 200 || status > 299) {
      await response.body?.cancel().catch(() => {})
      const more = status >= 300 && status <= 399 ? ' Redirects are not followed.' : ''
      return { ...answered, state: status >= 500 ? 'unknown' : 'failed', error: `${host} answered ${status}.${more}` }
    }
    try {
      const text = await response.text()
      const isEmpty = text.trim() === ''
      return { ...answered, state: 'done', error: null, data: isEmpty ? undefined : JSON.parse(text) }
    } catch (error) {
      const isNoJson = error instanceof SyntaxError
      return { ...answered, state: 'done', error: isNoJson ? 'The answer is not JSON.' : sentenceOf(error, host) }
    }
  }
}

const codeOf = (error: unknown): string =>
  String((error as { cause?: { code?: unknown } }).cause?.code ?? (error as { code?: unknown }).code ?? '')

function sentenceOf(error: unknown, host: string): string {
  const { name, message } = error as Error
  if (error instanceof NameUnresolved) return `${message}.`
  const isTimeout = name === 'TimeoutError' || /TIMEOUT/.test(codeOf(error))
  if (isTimeout) return `${host} did not answer in ${CUSTOM_ACTION_MS / 1_000} seconds.`
  const isLong = codeOf(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || /unpacked/.test(message)
  if (isLong) return `The answer has more than ${CUSTOM_ACTION_BYTES_MAX / 1_024} KB.`
  return `The connection to ${host} failed${codeOf(error) ? `: ${codeOf(error)}` : ''}.`
}
