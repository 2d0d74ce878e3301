import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

/** A provider's authority: sends members back with a code, and rotates refresh tokens, each of which is good once. */
export interface OauthAuthority {
  /** What the service is started with: the app, and the authority as Microsoft's and as Google's. */
  env: Record<string, string>
  /** The mailbox that the account of the next sign-in may open. */
  opens: string
  /** Lifetime of access tokens from now on, in seconds. */
  lifetimeS: number
  /** What it answers to a request for tokens from now on; null: tokens. */
  refuses: { status: number; error: string } | null
  /** Milliseconds that a request for tokens takes. */
  delayMs: number
  /** Requests for tokens by refresh token, and those with one that was used before. */
  refreshes: number
  reuses: number
  /** Query of the last page that a member was sent to. */
  lastQuery: URLSearchParams
  /** Whether mail servers accept an access token for a mailbox. */
  accepts(mailbox: string, accessToken: string): boolean
  /** Ends all access tokens, as after a change of password, or the refresh tokens too. */
  revoke(what: 'access' | 'all'): void
  /** Address at which Dovecot asks about a token, which follows. */
  tokenInfoUrl: string
}

const APP = { id: 'parley-app', secret: 'parley-app-secret' }
const SCOPES = {
  '/common/v2.0': /outlook\.office\.com\/SMTP\.Send offline_access$/,
  '': /^https:\/\/mail\.google\.com\/$/,
}

export async function startOauthAuthority(): Promise<OauthAuthority> {
  const codes = new Map<string, { challenge: string; redirectUri: string; opens: string }>()
  const refreshTokens = new Map<string, { opens: string; isUsed: boolean }>()
  /** Mailboxes by the token that opens them. */
  const accessTokens = new Map<string, string>()
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: OauthAuthority = {
    env: {
      MICROSOFT_CLIENT_ID: APP.id,
      MICROSOFT_CLIENT_SECRET: APP.secret,
      MICROSOFT_AUTHORITY: `${origin}/common`,
      GOOGLE_CLIENT_ID: APP.id,
      GOOGLE_CLIENT_SECRET: APP.secret,
      GOOGLE_AUTHORITY: origin,
    },
    opens: '',
    lifetimeS: 3_600,
    refuses: null,
    delayMs: 0,
    refreshes: 0,
    reuses: 0,
    lastQuery: new URLSearchParams(),
    accepts: (mailbox, token) => accessTokens.get(token) === mailbox,
    revoke(what) {
      accessTokens.clear()
      if (what === 'all') for (const token of refreshTokens.values()) token.isUsed = true
    },
    tokenInfoUrl: `${origin}/tokeninfo?access_token=`,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const [, issuer = '', page] = /^(\/common\/v2\.0)?\/(.*)$/.exec(pathname) ?? []
    if (page === '.well-known/openid-configuration') return void json(200, describe(`${origin}${issuer}`))
    if (page === 'tokeninfo') {
      const username = accessTokens.get(searchParams.get('access_token') ?? '')
      return void (username ? json(200, { active: true, username }) : json(401, { active: false }))
    }
    if (page === 'authorize') return sendBack(searchParams, issuer as keyof typeof SCOPES, response)
    if (page !== 'token') return void json(404, {})
    const form = new URLSearchParams(await text(request))
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs))
    if (state.refuses) return void json(state.refuses.status, { error: state.refuses.error })
    if (form.get('client_id') !== APP.id || form.get('client_secret') !== APP.secret) {
      return void json(401, { error: 'invalid_client' })
    }
    const opens = grant(form)
    if (opens === undefined)
      return void json(400, { error: 'invalid_grant', error_description: 'The grant has ended.' })
    const [accessToken, refreshToken] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    accessTokens.set(accessToken, opens)
    refreshTokens.set(refreshToken, { opens, isUsed: false })
    const { lifetimeS: expiresIn } = state
    json(200, { token_type: 'Bearer', access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn })
  }

  function describe(issuer: string) {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    }
  }

  /** As a provider does once the member has agreed. */
  function sendBack(query: URLSearchParams, issuer: keyof typeof SCOPES, response: ServerResponse): void {
    state.lastQuery = query
    const isKnown = query.get('client_id') === APP.id && SCOPES[issuer].test(query.get('scope') ?? '')
    if (!isKnown || query.get('code_challenge_method') !== 'S256')
      return void response.writeHead(400).end('Bad request')
    const [code, redirectUri] = [randomUUID(), query.get('redirect_uri') ?? '']
    codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, opens: state.opens })
    const back = new URL(redirectUri)
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }))
    response.writeHead(302, { location: back.href }).end()
  }

  /** The mailbox that the new tokens open; undefined where the grant is not good. */
  function grant(form: URLSearchParams): string | undefined {
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      return code?.challenge === proof && code.redirectUri === form.get('redirect_uri') ? code.opens : undefined
    }
    state.refreshes++
    const token = refreshTokens.get(form.get('refresh_token') ?? '')
    if (!token || token.isUsed) {
      state.reuses++
      return undefined
    }
    token.isUsed = true
    return token.opens
  }

  return state
}
