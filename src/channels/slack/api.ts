/** Slack's Web API: posting messages, and looking up people. */

/** What Slack refused, with its code, such as `invalid_auth`; or why it was not reached. */
export class SlackRefused extends Error {
  readonly code: string
  /** When Slack asks to try again; undefined where it does not say. */
  readonly afterMs: number | undefined

  constructor(code: string, afterMs?: number) {
    super(`Slack answered ${code}.`)
    this.code = code
    this.afterMs = afterMs
  }
}

/** Codes after which nothing works until an admin connects again. */
const FINAL = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'no_permission',
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
])

/** Whether a connection no longer works. */
export const isFinal = (error: unknown): error is SlackRefused => error instanceof SlackRefused && FINAL.has(error.code)

export class SlackApi {
  readonly #baseUrl: string
  readonly #fetch: typeof fetch

  /** `baseUrl`: the API's address, without a slash at its end; `fetch` reaches only hosts that may be reached. */
  constructor(baseUrl: string, fetch_: typeof fetch) {
    this.#baseUrl = baseUrl
    this.#fetch = fetch_
  }

  /** The workspace of a bot's token. */
  async describe(token: string): Promise<{ teamId: string; teamName: string }> {
    const { team_id: teamId, team: teamName } = await this.#call('auth.test', token, {})
    return { teamId: String(teamId).slice(0, 64), teamName: String(teamName).slice(0, 200) }
  }

  /** Posts a text in a channel, or in one of its threads. Returns the message's id. */
  async post(token: string, channel: string, text: string, threadTs?: string): Promise<string> {
    const thread: Record<string, string> = threadTs === undefined ? {} : { thread_ts: threadTs }
    const answer = await this.#call('chat.postMessage', token, { channel, text, unfurl_links: 'false', ...thread })
    return String(answer.ts)
  }

  /** The email address of a person in the workspace; null where Slack shows none. */
  async emailOf(token: string, user: string): Promise<string | null> {
    const { user: found } = await this.#call('users.info', token, { user })
    const email = (found as { profile?: { email?: unknown } } | undefined)?.profile?.email
    return typeof email === 'string' ? email : null
  }

  async #call(method: string, token: string, parameters: Record<string, string>): Promise<Record<string, unknown>> {
    const body = new URLSearchParams(parameters)
    const response = await this.#fetch(`${this.#baseUrl}/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    }).catch(() => {
      throw new SlackRefused('nothing')
    })
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status === 429) throw new SlackRefused('ratelimited', seconds > 0 ? seconds * 1_000 : undefined)
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown> | null
    if (answer?.ok === true) return answer
    throw new SlackRefused(typeof answer?.error === 'string' ? answer.error.slice(0, 100) : String(response.status))
  }
}
