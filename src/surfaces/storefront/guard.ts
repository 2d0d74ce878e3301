import type { FastifyRequest } from 'fastify'
import { RecentMap } from '#base/recent-map.ts'
import { ParleyError, visitorUnknown } from '#core/errors.ts'
import { VISITOR_REQUESTS_PER_MINUTE } from '#core/limits.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import { findShopByAppId } from '#core/stores/stores.ts'
import { hashVisitorToken, requireVisitor, type Visitor } from '#core/visitors/visitors.ts'
import type { Database, Shop } from '#database/database.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose browser asks; set by the storefront's guard. */
    visitor?: Visitor
    /** The token that it carries. */
    visitorToken?: string
  }
}

const KNOWN_MAX = 20_000

/** Stores by App ID, which never changes; one object for all of a store's sockets. Unknown ones are asked for each time: a store may be made the next moment. */
export class StoreFinder {
  readonly #database: Database
  readonly #known = new RecentMap<string, Shop>(KNOWN_MAX)

  constructor(database: Database) {
    this.#database = database
  }

  /** NOT_FOUND for an App ID of no store. */
  async find(appId: unknown): Promise<Shop> {
    if (typeof appId !== 'string' || !/^[\w-]{1,64}$/.test(appId)) throw unknownApp()
    const known = this.#known.get(appId)
    if (known) return known
    const shopId = await findShopByAppId(this.#database, appId)
    if (shopId === undefined) throw unknownApp()
    const shop = this.#database.shop(shopId)
    this.#known.set(appId, shop)
    return shop
  }
}

const unknownApp = () => new ParleyError('NOT_FOUND', 'There is no store with this App ID.')

/** What a request of a visitor passes first: the limits of its address, and that it carries a token. */
export type VisitorGuard = (request: FastifyRequest) => Promise<void>

/** For acts that look the token up themselves, where they lock the visitor: a statement less. */
export function createTokenGuard(stores: StoreFinder, limits: MinuteLimits): VisitorGuard {
  return async (request) => {
    await limits.takeAddress(request.ip, 'request')
    const token = /^Bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw visitorUnknown()
    const shop = await stores.find(request.headers['x-app-id'])
    await limits.take(`visitor:${hashVisitorToken(token)}`, VISITOR_REQUESTS_PER_MINUTE, 'Too many requests.')
    request.caller = { shop, actor: { kind: 'visitor', contactId: '' } }
    request.visitorToken = token
  }
}

/** For everything else: the visitor is known before the act begins. */
export function createVisitorGuard(checkToken: VisitorGuard): VisitorGuard {
  return async (request) => {
    await checkToken(request)
    const { shop, token } = tokenOf(request)
    const visitor = await requireVisitor(shop, token)
    request.caller = { shop, actor: { kind: 'visitor', contactId: visitor.contactId ?? '' } }
    request.visitor = visitor
  }
}

/** UNAUTHENTICATED for a token that was not looked up yet and is nobody's: whatever else is refused comes second to it. */
export async function requireTokenFirst({ caller, visitor, visitorToken }: FastifyRequest): Promise<void> {
  if (caller && visitorToken !== undefined && !visitor) await requireVisitor(caller.shop, visitorToken)
}

/** The token and the store that the guard put there. */
export function tokenOf(request: FastifyRequest): { shop: Shop; token: string } {
  if (!request.caller || !request.visitorToken) throw new Error(`${request.routeOptions.url} is served without a guard`)
  return { shop: request.caller.shop, token: request.visitorToken }
}

/** The visitor and the store that the guard put there. */
export function visitorOf(request: FastifyRequest): { shop: Shop; visitor: Visitor } {
  if (!request.caller || !request.visitor) throw new Error(`${request.routeOptions.url} is served without a guard`)
  return { shop: request.caller.shop, visitor: request.visitor }
}
