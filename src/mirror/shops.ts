import { currentTime } from '#base/clock.ts'
import type { Change, RecordKind } from '#connectors/changes.ts'
import { openShop } from '#connectors/open-shop.ts'
import type { Hinted, ReadKind, ReadRequest, RecordPage, ShopReader } from '#connectors/reader.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import { askForTokens } from '#connectors/shopify/tokens.ts'
import type { ShopWriter } from '#connectors/writer.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Shop } from '#database/database.ts'
import { listContactsByPlatformId, listPlatformIds } from '#storage/contacts/contacts.ts'
import { readConnectionCredentials } from '#storage/platform/connections.ts'
import { findByPlatformIds, listToldPeople } from '#storage/platform/records.ts'
import { Budgets } from './budgets.ts'
import { Gates } from './gates.ts'
import { TokenKeeper } from './token-keeper.ts'

/** What was read, and when it was asked for: what is told later counts more. */
interface Read {
  changes: Change[]
  at: Date
}

/** Customers that are asked for at a time. */
const KNOWN_AT_ONCE = 20
/** How long a shop may take to end its webhooks while somebody waits. */
const FAREWELL_MS = 5_000

/** Asks shops through their own APIs, with their connections' credentials. */
export class Shops {
  readonly #fetch: typeof fetch
  readonly #baseUrl: string
  readonly #shopifyUrl: string
  readonly #gates = new Gates()
  readonly #budgets = new Budgets()
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
    return { changes: reader ? await reader.readOrder(number) : [], at }
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
    // Who is not there any more is forgotten if it was this shop that told of them.
    const missing = await listToldPeople(
      shop,
      connection.id,
      known.filter((id) => !found.has(id)),
    )
    const deletions: Change[] = missing.map((id) => ({ act: 'delete', kind, id }))
    const next = known.length < KNOWN_AT_ONCE ? null : (known.at(-1) as string)
    return { changes: [...changes, ...deletions], total: null, next, at }
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
  async isThrownOut(shop: Shop, connection: ShopConnection): Promise<boolean> {
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

  /** Where a shop at Shopify is. */
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
    const fetchAllowed = this.#gates.through(id, this.#fetch)
    const signal = until && (() => until)
    const api = kind === 'shopify' ? { ...credentials.api, url: this.shopifyUrl(connection) } : credentials.api
    const tokenOf = (isRefused: boolean) => this.#tokens.tokenOf(shop, connection, { api, fetchAllowed, isRefused })
    return openShop(kind, { api, tokenOf, budget: this.#budgets.of(id), fetchAllowed, signal })
  }
}
