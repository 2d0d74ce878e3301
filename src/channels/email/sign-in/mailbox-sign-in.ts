import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import { loadLater } from '#base/load-later.ts'

/** Providers whose mailboxes are signed in to by OAuth. */
export const SIGN_IN_PROVIDERS = ['microsoft', 'google'] as const
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number]

/** The operator's app at a provider. */
export interface MailboxApp {
  clientId: string
  clientSecret: string
  authority: string
  smtpUrl: string
  imapUrl: string
}

export interface GrantedTokens {
  accessToken: string
  refreshToken: string
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: number
}

/** The provider refuses a sign-in or a refresh token for good. The message is for people. */
export class SignInRefused extends Error {}

/** The provider cannot be asked now. */
export class ProviderUnavailable extends Error {}

interface ProviderFacts {
  title: string
  scope: string
  /** Issuer, below which the authority describes itself. */
  issuerOf: (authority: string) => string
  /** Parameters without which no refresh token comes back, or no account is offered. */
  parameters: Record<string, string>
}

const PROVIDERS: Record<SignInProvider, ProviderFacts> = {
  microsoft: {
    title: 'Microsoft',
    scope: 'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access',
    issuerOf: (authority) => `${authority}/v2.0`,
    parameters: { prompt: 'select_account' },
  },
  google: {
    title: 'Google',
    scope: 'https://mail.google.com/',
    issuerOf: (authority) => authority,
    parameters: { access_type: 'offline', prompt: 'consent select_account' },
  },
}

export const titleOf = (provider: SignInProvider) => PROVIDERS[provider].title

/** How long an authority's description is used. */
const DESCRIBED_MS = 60 * 60_000
const TIMEOUT_S = 10
/** Lifetime of an access token whose provider names none. */
const LIFETIME_S = 3_600
/**
 * Errors of RFC 6749 (4.1.2.1, 5.2) and of the providers that only another sign-in ends. Those of the operator's app, such as
 * invalid_client, break no store's mailbox: its mail waits.
 */
const LASTING = /^(invalid_grant|access_denied|consent_required|interaction_required|login_required)$/

const openid = loadLater<typeof import('openid-client')>('openid-client')

/**
 * Signs in to mailboxes: sends members to the provider (authorization code with PKCE), takes what they bring back, and
 * refreshes tokens.
 */
export class MailboxSignIn {
  readonly #apps: Partial<Record<SignInProvider, MailboxApp>>
  readonly #fetch: typeof fetch
  readonly #redirectUri: string
  readonly #described = new Map<SignInProvider, { until: number; configuration: Promise<Configuration> }>()

  /** `fetch` reaches the hosts that the operator allows. Members come back to `redirectUri`. */
  constructor(
    apps: Partial<Record<SignInProvider, MailboxApp>>,
    { fetch: vetted, redirectUri }: { fetch: typeof fetch; redirectUri: string },
  ) {
    this.#apps = apps
    this.#fetch = vetted
    this.#redirectUri = redirectUri
  }

  /** Providers for which the operator has an app. */
  get providers(): SignInProvider[] {
    return SIGN_IN_PROVIDERS.filter((provider) => this.#apps[provider])
  }

  /** The operator's app at a provider; undefined where the operator has set none up. */
  appOf(provider: SignInProvider): MailboxApp | undefined {
    return this.#apps[provider]
  }

  newVerifier(): string {
    return openid().randomPKCECodeVerifier()
  }

  /** The provider's page to send a member to. Rejects with `ProviderUnavailable`. */
  async addressOf(provider: SignInProvider, { state, verifier }: { state: string; verifier: string }): Promise<string> {
    const { scope, parameters } = PROVIDERS[provider]
    const configuration = await this.#describe(provider)
    const address = openid().buildAuthorizationUrl(configuration, {
      ...parameters,
      redirect_uri: this.#redirectUri,
      scope,
      state,
      code_challenge: await openid().calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return address.href
  }

  /**
   * Tokens for the answer that a member came back with, the query of the page's address. Rejects with `SignInRefused` or
   * `ProviderUnavailable`.
   */
  async finish(
    provider: SignInProvider,
    { answer, state, verifier }: { answer: string; state: string; verifier: string },
  ): Promise<GrantedTokens> {
    const address = new URL(this.#redirectUri)
    address.search = answer
    const configuration = await this.#describe(provider)
    const tokens = await this.#ask(provider, () =>
      openid().authorizationCodeGrant(configuration, address, { expectedState: state, pkceCodeVerifier: verifier }),
    )
    const { refresh_token: refreshToken } = tokens
    if (!refreshToken) {
      throw new SignInRefused(`${titleOf(provider)} gave no refresh token, without which the sign-in ends in an hour.`)
    }
    return { ...accessOf(tokens), refreshToken }
  }

  /** New tokens; the refresh token is another one where the provider rotates it. Rejects as `finish` does. */
  async refresh(provider: SignInProvider, refreshToken: string): Promise<GrantedTokens> {
    const configuration = await this.#describe(provider)
    const tokens = await this.#ask(provider, () => openid().refreshTokenGrant(configuration, refreshToken))
    return { ...accessOf(tokens), refreshToken: tokens.refresh_token ?? refreshToken }
  }

  #describe(provider: SignInProvider): Promise<Configuration> {
    const app = this.#apps[provider]
    if (!app) {
      const reason = `Mailboxes of ${titleOf(provider)} are off here: ${provider.toUpperCase()}_CLIENT_ID and its secret have to be set.`
      return Promise.reject(new ProviderUnavailable(reason))
    }
    const known = this.#described.get(provider)
    if (known && known.until > Date.now()) return known.configuration
    const configuration = this.#ask(provider, () => this.#discover(provider, app))
    this.#described.set(provider, { until: Date.now() + DESCRIBED_MS, configuration })
    configuration.catch(() => this.#described.delete(provider))
    return configuration
  }

  #discover(provider: SignInProvider, { authority, clientId, clientSecret }: MailboxApp): Promise<Configuration> {
    const { discovery, customFetch, allowInsecureRequests } = openid()
    const issuer = new URL(PROVIDERS[provider].issuerOf(authority))
    return discovery(issuer, clientId, clientSecret, undefined, {
      [customFetch]: this.#fetch as never,
      timeout: TIMEOUT_S,
      // The operator named an address without encryption, as in tests.
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    })
  }

  async #ask<T>(provider: SignInProvider, request: () => Promise<T>): Promise<T> {
    try {
      return await request()
    } catch (error) {
      const { error: code = '', error_description: description } = error as OAuthError
      const said = (description ?? innermost(error as Error).message).replace(/\s+/g, ' ').slice(0, 300)
      if (LASTING.test(code)) throw new SignInRefused(`${titleOf(provider)} refused the sign-in. (${said})`)
      throw new ProviderUnavailable(`${titleOf(provider)} cannot be asked now. (${code ? `${code}: ` : ''}${said})`)
    }
  }
}

/** The error that another one is about: "fetch failed" says nothing. */
const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error)

/** What openid-client throws. */
interface OAuthError extends Error {
  error?: string
  error_description?: string
}

function accessOf(tokens: TokenEndpointResponse & TokenEndpointResponseHelpers) {
  const lifetimeMs = (tokens.expiresIn() ?? LIFETIME_S) * 1_000
  return { accessToken: tokens.access_token, expiresAt: Date.now() + lifetimeMs }
}
