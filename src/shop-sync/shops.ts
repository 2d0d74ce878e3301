import { Budget } from '#base/budget.ts'
import { currentTime } from '#base/clock.ts'
import { RecentMap } from '#base/recent-map.ts'
import type { Change, RecordKind } from '#connectors/changes.ts'
import { openShop } from '#connectors/open-shop.ts'
import type { Hinted, ReadKind, ReadRequest, RecordPage, ShopReader, ShopSitePage } from '#connectors/reader.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import { CostBudget } from '#connectors/shopify/budget.ts'
import { askForTokens } from '#connectors/shopify/tokens.ts'
import type { ShopWriter } from '#connectors/writer.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Shop } from '#database/database.ts'
import { findOrder } from '#storage/commerce/orders.ts'
import { listContactsByPlatformId, listPlatformIds } from '#storage/contacts/contacts.ts'
import { readConnectionCredentials } from '#storage/platform/connections.ts'
import { findByPlatformIds, findOrderPlace, listToldPeople } from '#storage/platform/records.ts'
import { TokenKeeper } from './access-token-cache.ts'

/** What was read, and the time of the request: later notices count more. */
interface Read {
  changes: Change[]
  at: Date
}

/** Customers that are asked for at a time. */
const KNOWN_AT_ONCE = 20
/** How long a shop may take to end its webhooks while somebody waits. */
const FAREWELL_MS = 5_000
/** Requests to one shop at a time: it may be a small server that is also serving its customers. */
const AT_ONCE = 2
/** Shopify lists orders of the last 60 days to apps without a scope of their own; a day less, because clocks differ. */
const SHOPIFY_LISTED_MS = 59 * 24 * 60 * 60_000
/** Shops whose gate and budget are remembered. */
const SHOPS_KEPT = 10_000

/** Asks shops through their own APIs, with their connections' credentials. */
export class Shops {
  readonly #fetch: typeof fetch
  readonly #baseUrl: string
  readonly #shopifyUrl: string
  /** Let few requests of this process through to each shop at a time. */
  readonly #gates = new RecentMap<string, Budget>(SHOPS_KEPT)
  /** What each shop may still be asked, as this process knows. */
  readonly #budgets = new RecentMap<string, CostBudget>(SHOPS_KEPT)
  readonly #tokens = new TokenKeeper()

  /** `fetchAllowed` reaches only addresses that are allowed (outbound); `baseUrl`: where shops tell us; `shopifyUrl`: where shops at Shopify are, with `{shop}` for their names. */
  constructor(fetchAllowed: typeof fetch, { baseUrl, shopifyUrl }: { baseUrl: string; shopifyUrl: string }) {
    this.#shopifyUrl = shopifyUrl
    this.#fetch = fetchAllowed
    this.#baseUrl = baseUrl
  }

  /** The kinds that a shop is read for, in their order. */
  async kindsOf(shop: Shop, connection: ShopConnection): Promise<readonly ReadKind[]> {
    return (await this.#require(shop, connection)).kinds
  }

  /** What a hint is about, as it is now; `waitMs`: how long the shop may take. Nothing from a shop that tells all by itself, or of customers who never wrote. */
  async reread(
    shop: Shop,
    connection: ShopConnection,
    hint: { kind: RecordKind; of: Hinted },
    waitMs?: number,
  ): Promise<Read> {
    const { kind, of } = hint
    const at = currentTime()
    const reader = await this.#readerOf(shop, connection, waitMs)
    if (!reader) return { changes: [], at }
    if (kind === 'contact' && 'id' in of && (await listContactsByPlatformId(shop, of.id)).length === 0) {
      return { changes: [], at }
    }
    const changes = await reader.readOne(kind, of)
    const isGone = kind === 'order' && 'id' in of && changes.length === 0
    if (!isGone) return { changes, at }
    const numbers = await findByPlatformIds(shop, 'order', [of.id])
    return { changes: numbers.map((id) => ({ act: 'delete', kind, id })), at }
  }

  /** An order by its number, as it is now; `waitMs`: how long the shop may take. */
  async readOrder(shop: Shop, connection: ShopConnection, number: string, waitMs: number): Promise<Read> {
    const at = currentTime()
    const reader = await this.#readerOf(shop, connection, waitMs)
    const changes = reader ? await reader.readOrder(number) : []
    return {
      changes: reader && changes.length === 0 ? await readMissing(shop, connection, reader, number) : changes,
      at,
    }
  }

  async readPage(
    shop: Shop,
    connection: ShopConnection,
    { kind, isOfKnown }: ReadKind,
    request: ReadRequest,
  ): Promise<RecordPage & { at: Date }> {
    const at = currentTime()
    const reader = await this.#require(shop, connection)
    if (!isOfKnown) return { ...(await reader.readPage(kind, request)), at }
    const known = await listPlatformIds(shop, request.cursor ?? '', KNOWN_AT_ONCE)
    const { changes } = await reader.readPage(kind, { ...request, known })
    const found = new Set(changes.map((change) => (change.act === 'save' ? change.data.platformId : null)))
    // Customers that are missing in the shop are deleted if this shop had sent them.
    const missing = await listToldPeople(
      shop,
      connection.id,
      known.filter((id) => !found.has(id)),
    )
    const deletions: Change[] = missing.map((id) => ({ act: 'delete', kind, id }))
    const next = known.length < KNOWN_AT_ONCE ? null : (known.at(-1) as string)
    return { changes: [...changes, ...deletions], total: null, next, at }
  }

  /** Published pages of the shop's site, some at a time; none where it has no such pages. */
  async readSitePages(
    shop: Shop,
    connection: ShopConnection,
    cursor: string | null,
  ): Promise<{ pages: ShopSitePage[]; next: string | null }> {
    const reader = await this.#require(shop, connection)
    return (await reader.readSitePages?.(cursor)) ?? { pages: [], next: null }
  }

  /** How many records of a kind the shop has; null where it cannot say. */
  async count(shop: Shop, connection: ShopConnection, kind: RecordKind): Promise<number | null> {
    return (await this.#require(shop, connection)).count(kind)
  }

  /** Has the shop tell us what changes; null, or why it does not. */
  async subscribe(shop: Shop, connection: ShopConnection): Promise<string | null> {
    const credentials = await readConnectionCredentials(shop, connection.id)
    const reader = await this.#require(shop, connection)
    if (!credentials || !reader.subscribe) return null
    try {
      await reader.subscribe({ address: this.#addressOf(connection), secret: credentials.signingSecret })
      return null
    } catch (error) {
      if (!(error instanceof ShopUnavailable)) throw error
      return `Changes are found by reading alone, for the shop makes no webhooks. ${error.message}`
    }
  }

  /** Ends what `subscribe` made, if the shop answers soon: it is not waited for. */
  async unsubscribe(shop: Shop, connection: ShopConnection): Promise<void> {
    const reader = await this.#readerOf(shop, connection, FAREWELL_MS)
    await reader?.unsubscribe?.(this.#addressOf(connection))
  }

  /** Whether the shop has thrown us out: what is said of that by others is not believed. */
  async isAccessRevoked(shop: Shop, connection: ShopConnection): Promise<boolean> {
    const reader = await this.#readerOf(shop, connection)
    if (!reader) return true
    try {
      await reader.count('product')
      return false
    } catch (error) {
      if (error instanceof ShopUnavailable && error.isRefused) return true
      throw error
    }
  }

  /** Address of a shop at Shopify. */
  shopifyUrl({ shopDomain }: Pick<ShopConnection, 'shopDomain'>): string {
    return this.#shopifyUrl.replace('{shop}', String(shopDomain))
  }

  /** Tokens for a code that the admin of a shop at Shopify brought. */
  exchangeCode(connection: ShopConnection, app: { key: string; secret: string }, code: string) {
    const keys = { ...app, url: this.shopifyUrl(connection) }
    return askForTokens(keys, { code }, this.#fetch, currentTime(), () => AbortSignal.timeout(FAREWELL_MS))
  }

  #addressOf({ kind, id }: ShopConnection): string {
    return `${this.#baseUrl}/platform/${kind}/webhooks?connection=${id}`
  }

  async #require(shop: Shop, connection: ShopConnection): Promise<ShopReader> {
    const reader = await this.#readerOf(shop, connection)
    if (!reader) throw new ShopUnavailable('The connection has no credentials; connect the shop again.', true)
    return reader
  }

  /** What orders are changed with; null for a shop that cannot be asked. All that is asked together may take `waitMs`. */
  async writerOf(shop: Shop, connection: ShopConnection, waitMs: number): Promise<ShopWriter | null> {
    return (await this.#open(shop, connection, waitMs))?.writer ?? null
  }

  async #readerOf(shop: Shop, connection: ShopConnection, waitMs?: number): Promise<ShopReader | null> {
    return (await this.#open(shop, connection, waitMs))?.reader ?? null
  }

  async #open(shop: Shop, connection: ShopConnection, waitMs?: number): Promise<ReturnType<typeof openShop> | null> {
    const { id, kind } = connection
    const credentials = await readConnectionCredentials(shop, id)
    if (!credentials?.api || kind === 'custom') return null
    const until = waitMs === undefined ? undefined : AbortSignal.timeout(waitMs)
    const gate = this.#gates.use(id, () => new Budget(AT_ONCE))
    const fetchAllowed: typeof fetch = (input, init) => gate.hold(1, () => this.#fetch(input, init))
    const signal = until && (() => until)
    const api = kind === 'shopify' ? { ...credentials.api, url: this.shopifyUrl(connection) } : credentials.api
    const tokenOf = (isRefused: boolean) => this.#tokens.tokenOf(shop, connection, { api, fetchAllowed, isRefused })
    return openShop(kind, { api, tokenOf, budget: this.#budgets.use(id, () => new CostBudget()), fetchAllowed, signal })
  }
}

/**
 * Reads an order by the shop's own id where the shop does not find its number: as it is now, or deleted. Returns nothing for
 * an order of another shop, or for one that is too old for Shopify to list.
 */
async function readMissing(
  shop: Shop,
  { id: connectionId, kind }: ShopConnection,
  reader: ShopReader,
  number: string,
): Promise<Change[]> {
  const place = await findOrderPlace(shop, number)
  if (place?.connectionId !== connectionId) return []
  if (kind === 'shopify') {
    const createdAt = (await findOrder<{ createdAt: string }>(shop, number))?.data.createdAt ?? ''
    if (!(Date.parse(createdAt) > currentTime().getTime() - SHOPIFY_LISTED_MS)) return []
  }
  const changes = await reader.readOne('order', { id: place.platformId })
  return changes.length > 0 ? changes : [{ act: 'delete', kind: 'order', id: number }]
}
