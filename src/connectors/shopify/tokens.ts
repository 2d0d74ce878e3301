import { ShopUnavailable } from '../shop-unavailable.ts'

/** Access tokens of Shopify: they expire, and are requested again with what is known of the shop. */

export interface Tokens {
  access: string
  /** When it expires. */
  until: string
  /** Gets the next ones, and is replaced with them; without one, the app's own credentials do. */
  refresh?: string
}

export interface AppKeys {
  /** The shop's address. */
  url: string
  /** The app's client id and secret. */
  key: string
  secret: string
}

/** A token is not used in the last moments before its end. */
const EARLY_MS = 60_000

export const isFresh = (tokens: Tokens | undefined, now: Date): tokens is Tokens =>
  tokens !== undefined && new Date(tokens.until).getTime() - EARLY_MS > now.getTime()

/** What a token is asked for with: a code that the shop's admin brought, the last refresh token, or the app alone. */
export type Grant = { code: string } | { refresh: string } | 'app'

const wordsOf = (grant: Grant): Record<string, string | number> => {
  if (grant === 'app') return { grant_type: 'client_credentials' }
  return 'code' in grant
    ? { code: grant.code, expiring: 1 }
    : { grant_type: 'refresh_token', refresh_token: grant.refresh }
}

export async function askForTokens(
  { url, key, secret }: AppKeys,
  grant: Grant,
  fetchAllowed: typeof fetch,
  now: Date,
  signal?: () => AbortSignal,
): Promise<Tokens> {
  const response = await fetchAllowed(`${url}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: key, client_secret: secret, ...wordsOf(grant) }),
    ...(signal ? { signal: signal() } : {}),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: Error }
    throw new ShopUnavailable(`Shopify cannot be reached: ${cause?.message ?? error.message}`, false)
  })
  // biome-ignore lint/suspicious/noExplicitAny: an answer of another program
  const answer = (await response.json().catch(() => null)) as any
  if (response.ok && typeof answer?.access_token === 'string') {
    const { access_token: access, refresh_token: refresh, expires_in: seconds } = answer
    const until = new Date(now.getTime() + (Number(seconds) > 0 ? Number(seconds) : LASTING_S) * 1000).toISOString()
    return { access, until, ...(typeof refresh === 'string' && { refresh }) }
  }
  if (response.status >= 500 || response.status === 429) {
    throw new ShopUnavailable(`Shopify could not answer: ${response.status}`, false)
  }
  const why = String(answer?.error_description ?? answer?.error ?? response.status).slice(0, 200)
  throw new ShopUnavailable(
    `Shopify gives the app no access to the shop (${why}): install it there, or connect the shop again.`,
    true,
    { isRefused: true },
  )
}

/** Lifetime of tokens that name no expiry. */
const LASTING_S = 24 * 60 * 60
