import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Key = Awaited<ReturnType<typeof newKey>>

/** An issuer of OpenID Connect that does what a test sets, also what an honest one does not do. */
export interface OidcDouble {
  origin: string
  /** What the service is started with so that this is the operator's issuer. */
  env: Record<string, string>
  client: { id: string; secret: string }
  /** The person who signs in next: claims of the ID token beside those of the protocol. Undefined takes a claim away. */
  person: Record<string, unknown>
  /** Changes the claims of the next ID tokens, after those of the protocol. */
  change: (claims: JWTPayload) => JWTPayload
  /** Makes the next ID tokens; without it, they are signed with the newest key. */
  sign: ((claims: JWTPayload, key: Key) => Promise<string> | string) | null
  /** Changes the discovery document, and the answer that browsers are sent back with. */
  describe: (document: Record<string, unknown>) => Record<string, unknown>
  answer: (query: URLSearchParams) => void
  /** Whether codes work again and again, PKCE counts, and the token endpoint works. */
  isLax: boolean
  status: number
  /** What the userinfo endpoint answers with; null: the discovery document names no such endpoint. */
  userInfo: Record<string, unknown> | null
  /** Requests for keys, for tokens, and the last query of the authorization page. */
  keyReads: number
  tokenReads: number
  lastQuery: URLSearchParams
  /** The newest key, and a new one in its place. */
  key(): Key
  rotate(algorithm?: string): Promise<void>
  /** A logout token. */
  logoutToken(claims: JWTPayload, key?: Key): Promise<string>
  /** Returns the address that the page sends the browser to that came with this one. */
  signIn(address: string): string
  /** Ends all changes. */
  reset(): void
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export async function newKey(algorithm = 'RS256') {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  const kid = randomUUID()
  return {
    algorithm,
    kid,
    privateKey,
    publicKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' },
  }
}

export const signWith = (claims: JWTPayload, { algorithm, kid, privateKey }: Key, header: object = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, ...header }).sign(privateKey)

export async function startOidcIssuer(): Promise<OidcDouble> {
  const codes = new Map<string, { challenge: string; nonce: string; redirectUri: string }>()
  let keys = [await newKey()]
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { id: 'parley', secret: 'parley-secret' }
  const initial = () => ({
    person: {} as Record<string, unknown>,
    change: (claims: JWTPayload) => claims,
    sign: null,
    describe: (document: Record<string, unknown>) => document,
    answer: () => {},
    isLax: false,
    status: 200,
    userInfo: null,
  })
  const state: OidcDouble = {
    ...initial(),
    origin,
    client,
    env: {
      OIDC_ISSUER: origin,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Keycloak',
      OIDC_ALLOW_CIDRS: '127.0.0.0/8',
    },
    keyReads: 0,
    tokenReads: 0,
    lastQuery: new URLSearchParams(),
    key: () => keys.at(-1) as Key,
    async rotate(algorithm) {
      keys = [await newKey(algorithm)]
    },
    async logoutToken(claims, key = state.key()) {
      const now = Math.floor(Date.now() / 1000)
      const protocol = { iss: origin, aud: client.id, iat: now, exp: now + 120, jti: randomUUID() }
      return signWith({ ...protocol, events: { [LOGOUT_EVENT]: {} }, ...claims }, key, { typ: 'logout+jwt' })
    },
    signIn(address) {
      const query = new URL(address).searchParams
      state.lastQuery = query
      const [code, redirectUri] = [randomUUID(), query.get('redirect_uri') ?? '']
      const [challenge, nonce] = [query.get('code_challenge') ?? '', query.get('nonce') ?? '']
      codes.set(code, { challenge, nonce, redirectUri })
      const back = new URL(redirectUri)
      const sent = new URLSearchParams({ code, state: query.get('state') ?? '', iss: origin })
      state.answer(sent)
      back.search = String(sent)
      return back.href
    },
    reset: () => void Object.assign(state, initial()),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', origin)
    const json = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') return json(200, state.describe(document()))
    if (pathname === '/keys') {
      state.keyReads++
      return json(200, { keys: keys.map(({ jwk }) => jwk) })
    }
    if (pathname === '/authorize') {
      return void response.writeHead(302, { location: state.signIn(`${origin}/authorize${search}`) }).end()
    }
    if (pathname === '/userinfo' && state.userInfo) return json(200, state.userInfo)
    if (pathname !== '/token') return json(404, {})
    state.tokenReads++
    const form = new URLSearchParams(await text(request))
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
      return json(401, { error: 'invalid_client' })
    }
    const code = form.get('code') ?? ''
    const asked = codes.get(code)
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!state.isLax) codes.delete(code)
    if (!asked || (!state.isLax && (asked.challenge !== proof || asked.redirectUri !== form.get('redirect_uri')))) {
      return json(400, { error: 'invalid_grant' })
    }
    if (state.status !== 200) return json(state.status, { error: 'server_error' })
    const now = Math.floor(Date.now() / 1000)
    const protocol = { iss: origin, aud: client.id, iat: now, exp: now + 300, nonce: asked.nonce, auth_time: now }
    const claims = state.change({ ...protocol, ...state.person })
    const idToken = await (state.sign ?? signWith)(claims, state.key())
    json(200, { token_type: 'Bearer', access_token: randomUUID(), expires_in: 300, id_token: idToken })
  }

  const document = () => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    end_session_endpoint: `${origin}/logout`,
    ...(state.userInfo && { userinfo_endpoint: `${origin}/userinfo` }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
  return state
}
