import type { Logger } from '#base/logger.ts'
import { RecentMap } from '#base/recent-map.ts'
import { findShopByAppId } from '#core/stores/stores.ts'
import type { Database, Shop } from '#database/database.ts'
import type { OidcClient, OidcIssuer } from '#outbound/oidc/issuer.ts'
import { findSingleSignOn, type SingleSignOnRow } from '#storage/members/single-sign-on.ts'
import { findStore } from '#storage/stores/stores.ts'

/** The operator's issuer, with the name that the sign-in page gives it. */
export interface ServiceIssuer extends OidcClient {
  name: string
}

/** An issuer that a browser can be sent to. */
export interface KnownIssuer {
  issuer: OidcIssuer
  name: string
}

/** The service's client at an issuer; `shopId`: the store whose own issuer it is, null for the operator's. */
type Connect = (client: OidcClient, shopId: string | null) => OidcIssuer

/**
 * Path that an issuer sends browsers back to. Each issuer has its own, so that a store's issuer never receives the code of
 * another one (docs/decisions/0143-callback-per-issuer.md).
 */
export const callbackPathOf = (shopId: string | null) =>
  `/api/chat/sign-in/oidc/callback${shopId === null ? '' : `/${shopId}`}`

/** Stores' issuers whose discovery documents and keys stay in memory. */
const ISSUERS_MAX = 500
/** Waits between tries to reach the operator's issuer after the start. */
const RETRY_MS = [5_000, 15_000, 60_000] as const

/** Issuers of the service: the operator's for all stores, and stores' own. */
export class Issuers {
  readonly #connect: Connect
  readonly #own = new RecentMap<string, { client: string; issuer: OidcIssuer }>(ISSUERS_MAX)
  #retry: NodeJS.Timeout | undefined
  /** The operator's; null where the environment names none. */
  readonly service: KnownIssuer | null

  constructor(service: ServiceIssuer | undefined, connect: Connect) {
    this.#connect = connect
    this.service = service ? { issuer: connect(service, null), name: service.name } : null
  }

  /** The issuer that a store set up itself; null for none. */
  ownOf(shopId: string, { issuer: name, clientId, clientSecret, ...rest }: SingleSignOnRow): KnownIssuer | null {
    if (!name || !clientId || clientSecret === null) return null
    const client = { issuer: name, clientId, clientSecret }
    const text = JSON.stringify(client)
    const known = this.#own.get(shopId)
    const issuer = known?.client === text ? known.issuer : this.#connect(client, shopId)
    this.#own.set(shopId, { client: text, issuer })
    return { issuer, name: rest.name ?? new URL(name).hostname }
  }

  /** The store's issuer: its own, otherwise the operator's. */
  async of(shop: Shop): Promise<(KnownIssuer & { isOwn: boolean }) | null> {
    const own = this.ownOf(shop.shopId, await findSingleSignOn(shop))
    if (own) return { ...own, isOwn: true }
    return this.service && { ...this.service, isOwn: false }
  }

  /** An issuer that nothing is remembered of: to try what an admin of a store is about to save. */
  try(client: OidcClient, shopId: string): OidcIssuer {
    return this.#connect(client, shopId)
  }

  /** Reaches the operator's issuer, and goes on trying in the background: passwords work meanwhile. */
  start(logger: Logger, tries = 0): void {
    this.service?.issuer.connect().then(
      (issuer) => logger.info({ issuer }, 'single sign-on is ready'),
      (error: Error) => {
        logger.warn({ reason: error.message }, 'the issuer of OIDC_ISSUER cannot be used now; it is tried again')
        const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]
        this.#retry = setTimeout(() => this.start(logger, tries + 1), wait).unref()
      },
    )
  }

  stop(): void {
    clearTimeout(this.#retry)
  }
}

/** What a sign-in page offers. */
export interface SignInChoices {
  storeName: string | null
  takesPasswords: boolean
  singleSignOn: { name: string; store: string | null }[]
}

/** What the sign-in page of a store offers, by its App ID; of an unknown one, and without one, what all have. */
export async function describeSignIn(
  database: Database,
  issuers: Issuers,
  appId: string | undefined,
): Promise<SignInChoices> {
  const { service } = issuers
  const shopId = appId === undefined ? undefined : await findShopByAppId(database, appId)
  if (appId === undefined || shopId === undefined) {
    return { storeName: null, takesPasswords: true, singleSignOn: service ? [{ name: service.name, store: null }] : [] }
  }
  const shop = database.shop(shopId)
  const [store, settings] = await Promise.all([findStore(shop), findSingleSignOn(shop)])
  const own = issuers.ownOf(shopId, settings)
  const singleSignOn: SignInChoices['singleSignOn'] = []
  const first = own ?? service
  if (first) singleSignOn.push({ name: first.name, store: appId })
  if (own && service && !settings.isOnly) singleSignOn.push({ name: service.name, store: null })
  return { storeName: store?.name ?? null, takesPasswords: !settings.isOnly, singleSignOn }
}
