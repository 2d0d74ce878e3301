import { timingSafeEqual } from 'node:crypto'
import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client'
import { clock } from '#base/clock.ts'
import { loadLater } from '#base/load-later.ts'
import { within } from '#base/within.ts'
import { ISSUER_TIMEOUT_MS } from './issuer-fetch.ts'
import { CLOCK_SKEW_S, IssuerKeys } from './issuer-keys.ts'

const openid = loadLater<typeof import('openid-client')>('openid-client')

/** What an issuer knows the service by. */
export interface OidcClient {
  /** As its discovery document names it, such as https://accounts.google.com. */
  issuer: string
  clientId: string
  clientSecret: string
}

/** An account at an issuer, proven by a sign-in. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  /** Null where the issuer names none, or does not vouch that it is this account's. */
  verifiedEmail: string | null
  firstName: string | null
  lastName: string | null
  /** When the person last signed in there; null where the issuer does not tell. */
  authenticatedAt: Date | null
  /** The issuer's session, for its logout tokens. */
  issuerSession: string | null
  idToken: string
  claims: Record<string, unknown>
}

/** The secrets of one sign-in, which the browser that began it keeps. */
export interface SignInSecrets {
  state: string
  nonce: string
  verifier: string
}

/** The issuer, or the answer that a browser brought, is not good enough to let anyone in. The message is for the log. */
export class SignInRejected extends Error {}

/** The issuer cannot be asked now, or describes itself in a way that cannot be used. The message is for the log. */
export class IssuerUnavailable extends Error {}

/** How long a discovery document is used. */
const DESCRIBED_MS = 60 * 60_000
/** How long signing out here waits for the issuer. */
const LOGOUT_MS = 2_000
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

interface Described {
  configuration: Configuration
  keys: IssuerKeys
  /** As in tokens: the issuer's own spelling of itself. */
  issuer: string
}

/** One issuer of OpenID Connect and the service's client at it: sends browsers there, and judges what they bring back. */
export class OidcIssuer {
  readonly #client: OidcClient
  readonly #fetch: typeof fetch
  readonly #redirectUri: string
  #described: { until: number; it: Promise<Described> } | undefined

  constructor(client: OidcClient, { fetch: issuerFetch, redirectUri }: { fetch: typeof fetch; redirectUri: string }) {
    this.#client = client
    this.#fetch = issuerFetch
    this.#redirectUri = redirectUri
  }

  newSecrets(): SignInSecrets {
    const { randomNonce, randomPKCECodeVerifier, randomState } = openid()
    return { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  }

  /** Reads the discovery document and returns the issuer as it names itself. Rejects with `IssuerUnavailable`. */
  async connect(): Promise<string> {
    return (await this.#describe()).issuer
  }

  /**
   * The issuer's page to send a browser to. `asksAgain`: it is to ask for the password even where it knows the browser.
   * Rejects with `IssuerUnavailable`.
   */
  async addressOf({ state, nonce, verifier }: SignInSecrets, { asksAgain }: { asksAgain: boolean }): Promise<string> {
    const { configuration } = await this.#describe()
    const address = openid().buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await openid().calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(asksAgain && { prompt: 'login', max_age: '0' }),
    })
    return address.href
  }

  /**
   * Returns who signed in, by the answer that a browser came back with: the query of the callback's address. `wants`: a claim to ask
   * the issuer for where the ID token lacks it. Rejects with `SignInRejected` or `IssuerUnavailable`.
   */
  async finish(query: string, { state, nonce, verifier }: SignInSecrets, wants?: string): Promise<ProvenIdentity> {
    const { configuration, keys, issuer } = await this.#describe()
    const address = new URL(this.#redirectUri)
    address.search = query
    try {
      const tokens = await openid().authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const { id_token: idToken = '' } = tokens
      const claims = tokens.claims() as IDToken
      await keys.verify(idToken, { issuer, clientId: this.#client.clientId })
      this.#checkClaims(claims, { issuer, nonce })
      const lacks = (name: string) => claims[name] === undefined
      const more = lacks('email') || (wants && lacks(wants)) ? await this.#askMore(configuration, tokens, claims) : {}
      return identityOf(issuer, idToken, { ...more, ...claims })
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** Returns the page where a browser signs out at the issuer; null where it offers none, or cannot be asked. */
  async logoutAddress(idToken: string, returnTo: string): Promise<string | null> {
    try {
      const late = () => new IssuerUnavailable('The discovery document was not read in time.')
      const { configuration } = await within(LOGOUT_MS, this.#describe(), late)
      if (!configuration.serverMetadata().end_session_endpoint) return null
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo }
      const address = openid().buildEndSessionUrl(configuration, parameters)
      return /^https?:$/.test(address.protocol) ? address.href : null
    } catch {
      return null
    }
  }

  /** Whose sessions a logout token ends (OpenID Connect Back-Channel Logout 1.0, 2.6). Rejects as `finish` does. */
  async readLogoutToken(token: string): Promise<{ issuer: string; subject: string | null; session: string | null }> {
    const { keys, issuer } = await this.#describe()
    try {
      const claims = await keys.verify(token, { issuer, clientId: this.#client.clientId })
      const { events, sub, sid, jti } = claims
      const isEvent = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
      if (!isEvent || claims.nonce !== undefined) throw new SignInRejected('It is not a logout token.')
      if (typeof jti !== 'string') throw new SignInRejected('jti is missing.')
      const [subject, session] = [textOf(sub), textOf(sid)]
      if (!subject && !session) throw new SignInRejected('It names neither a subject nor a session.')
      return { issuer, subject, session }
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** What the library does not check, or checks only where it is given. */
  #checkClaims(claims: IDToken, { issuer, nonce }: { issuer: string; nonce: string }): void {
    const { clientId } = this.#client
    if (claims.iss !== issuer) throw new SignInRejected('iss is another issuer.')
    if (claims.azp !== undefined && claims.azp !== clientId) throw new SignInRejected('azp is another client.')
    if (Array.isArray(claims.aud) && claims.aud.length > 1 && claims.azp === undefined) {
      throw new SignInRejected('aud names several clients, and azp is missing.')
    }
    const [given, expected] = [Buffer.from(String(claims.nonce)), Buffer.from(nonce)]
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new SignInRejected('Wrong nonce.')
    if (!textOf(claims.sub) || claims.sub.length > SUBJECT_MAX) throw new SignInRejected('sub cannot be used.')
  }

  async #askMore(
    configuration: Configuration,
    { access_token: accessToken }: { access_token: string },
    { sub }: IDToken,
  ): Promise<UserInfoResponse | Record<string, never>> {
    if (!configuration.serverMetadata().userinfo_endpoint) return {}
    return openid().fetchUserInfo(configuration, accessToken, sub)
  }

  #describe(): Promise<Described> {
    const known = this.#described
    if (known && known.until > clock.now()) return known.it
    const it = this.#discover()
    this.#described = { until: clock.now() + DESCRIBED_MS, it }
    it.catch(() => {
      if (this.#described?.it === it) this.#described = undefined
    })
    return it
  }

  async #discover(): Promise<Described> {
    const { discovery, customFetch, allowInsecureRequests, clockTolerance } = openid()
    const { issuer: name, clientId, clientSecret } = this.#client
    const url = new URL(name)
    try {
      const configuration = await discovery(url, clientId, { [clockTolerance]: CLOCK_SKEW_S }, bySecret(clientSecret), {
        [customFetch]: this.#fetch as never,
        timeout: ISSUER_TIMEOUT_MS / 1_000,
        execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
      })
      const { issuer, authorization_endpoint: page, jwks_uri: uri } = configuration.serverMetadata()
      if (new URL(issuer).href !== url.href) throw new Error(`its discovery document names another issuer: ${issuer}`)
      const isSafe = page && (page.startsWith('https://') || (url.protocol === 'http:' && page.startsWith('http://')))
      if (!isSafe) throw new Error('it names no authorization endpoint that can be used')
      if (!uri || !URL.canParse(uri)) throw new Error('it names no keys')
      return { configuration, issuer, keys: new IssuerKeys(uri, { fetch: this.#fetch, timeoutMs: ISSUER_TIMEOUT_MS }) }
    } catch (error) {
      throw new IssuerUnavailable(`${name}: ${innermost(error as Error).message}`)
    }
  }

  #explain(error: unknown): Error {
    if (error instanceof SignInRejected || error instanceof IssuerUnavailable) return error
    const { error: code } = error as { error?: unknown }
    const words = innermost(error as Error)
      .message.replace(/\s+/g, ' ')
      .slice(0, 300)
    return new SignInRejected(typeof code === 'string' ? `${code.slice(0, 100)}: ${words}` : words)
  }
}

const SUBJECT_MAX = 255

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The error that another one is about: "fetch failed" says nothing. */
const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error)

/** The client's secret, in the body unless the issuer takes it in the header only: many read that without decoding it. */
function bySecret(secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const { ClientSecretBasic, ClientSecretPost } = openid()
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_post']
    const isBasic = methods.includes('client_secret_basic') && !methods.includes('client_secret_post')
    const authenticate = isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret)
    return authenticate(server, client, body, headers)
  }
}

function identityOf(issuer: string, idToken: string, claims: IDToken & Record<string, unknown>): ProvenIdentity {
  const { auth_time: authTime, sid, email } = claims
  return {
    issuer,
    subject: claims.sub,
    verifiedEmail: isVerified(issuer, claims) ? textOf(email) : null,
    firstName: textOf(claims.given_name),
    lastName: textOf(claims.family_name),
    authenticatedAt: typeof authTime === 'number' && authTime > 0 ? new Date(authTime * 1_000) : null,
    issuerSession: textOf(sid),
    idToken,
    claims,
  }
}

/**
 * Whether the issuer vouches for the address. Microsoft's tokens have no `email_verified`; `xms_edov` says there that the
 * address's domain is the tenant's own.
 */
function isVerified(
  issuer: string,
  { email_verified: verified, xms_edov: ownsDomain }: Record<string, unknown>,
): boolean {
  if (verified !== undefined) return verified === true
  return (
    /^https:\/\/login\.microsoftonline\.(com|us)\//.test(issuer) && [true, 1, '1', 'true'].includes(ownsDomain as never)
  )
}
