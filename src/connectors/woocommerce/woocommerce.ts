import type { Change, RecordKind } from '../changes.ts'
import { plainText } from '../plain-text.ts'
import { nextSkip, type ReadKind, type ReadRequest, type RecordPage, type ShopReader, skipOf, TAKE } from '../reader.ts'
import { readCategory, readCoupon, readCustomer, readOrder, readProduct } from './read.ts'
import type { AskRest, Query } from './rest-api.ts'
import { subscribe, unsubscribe } from './subscriptions.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any

/** Categories and customers know no time of their change; of customers only those who wrote are asked for. */
const KINDS: readonly ReadKind[] = [
  { kind: 'order', knowsTimes: true, isSwept: true },
  { kind: 'product', knowsTimes: true, isSwept: true },
  { kind: 'collection', knowsTimes: false, isSwept: true },
  { kind: 'discount', knowsTimes: true, isSwept: true },
  { kind: 'contact', knowsTimes: false, isSwept: false, isOfKnown: true },
]
const PATHS: Partial<Record<RecordKind, string>> = {
  order: '/orders',
  product: '/products',
  collection: '/products/categories',
  discount: '/coupons',
  contact: '/customers',
}
/** What is read of a page of the site. */
const SITE_FIELDS = 'id,link,title,content'
const ID = /^\d{1,18}$/
/** The most that a page may have. */
const MOST = 100
const VARIATIONS_MAX = 2_000
/**
 * A time as it is compared with the shop's times in GMT: WordPress turns one that names its zone into the site's own first,
 * so that hours would be missing where that is ahead of GMT.
 */
const inGmt = (time: Date): string => time.toISOString().slice(0, 19)
/** Without it only some statuses are listed. */
const allOf = (kind: RecordKind): Query => (kind === 'order' || kind === 'product' ? { status: 'any' } : {})

/** Reads a WooCommerce shop through its REST API. */
export function wooReader(ask: AskRest, shopUrl: string): ShopReader {
  let currency: Promise<string> | undefined
  const currencyOf = () => {
    currency ??= ask('/data/currencies/current').then(({ body }) => String(body?.code ?? 'USD'))
    return currency
  }

  async function readVariations({ id, variations }: Any): Promise<Any[]> {
    const read: Any[] = []
    for (let page = 1; read.length < Math.min(variations?.length ?? 0, VARIATIONS_MAX); page++) {
      const { body } = await ask(`/products/${id}/variations`, { query: { per_page: MOST, page, orderby: 'id' } })
      if (!(body?.length > 0)) break
      read.push(...body)
    }
    return read
  }

  async function readRecord(kind: RecordKind, record: Any): Promise<Change> {
    if (kind === 'order') return readOrder(record)
    if (kind === 'collection') return readCategory(record, shopUrl)
    if (kind === 'discount') return readCoupon(record, await currencyOf())
    if (kind === 'product') return readProduct(record, await readVariations(record), await currencyOf())
    const orders = await ask('/orders', { query: { customer: record.id, per_page: MOST, status: 'any' } })
    return readCustomer(record, orders.body ?? [], orders.total)
  }

  async function readAll(kind: RecordKind, records: Any[]): Promise<Change[]> {
    const changes: Change[] = []
    for (const record of records) changes.push(await readRecord(kind, record))
    return changes
  }

  async function readKnown(known: string[]): Promise<RecordPage> {
    const ids = known.filter((id) => ID.test(id))
    const query = { include: ids.join(','), role: 'all', per_page: MOST, orderby: 'id' }
    const { body } = ids.length > 0 ? await ask('/customers', { query }) : { body: [] }
    return { changes: await readAll('contact', body ?? []), total: null, next: null }
  }

  return {
    kinds: KINDS,
    async readPage(kind, { since, cursor, known }: ReadRequest) {
      if (known) return readKnown(known)
      const changed: Query = since ? { modified_after: inGmt(since), dates_are_gmt: true } : {}
      const query = { ...allOf(kind), ...changed, orderby: 'id', order: 'asc', offset: skipOf(cursor), per_page: TAKE }
      const { body, total } = await ask(PATHS[kind] as string, { query })
      const records = (body ?? []) as Any[]
      return { changes: await readAll(kind, records), total, next: nextSkip(cursor, records.length) }
    },
    async count(kind) {
      return (await ask(PATHS[kind] as string, { query: { ...allOf(kind), per_page: 1 } })).total
    },
    async readOne(kind, of) {
      if (!('id' in of) || !ID.test(of.id) || !PATHS[kind]) return []
      const { body } = await ask(`${PATHS[kind]}/${of.id}`)
      // A webhook of a product may be one of a variation's.
      if (kind === 'product' && body?.parent_id && body.type === 'variation') {
        return this.readOne(kind, { id: String(body.parent_id) })
      }
      if (body) return [await readRecord(kind, body)]
      return kind === 'order' ? [] : [{ act: 'delete', kind, id: of.id }]
    },
    /** Its number is its id, unless a plugin counts otherwise. */
    async readOrder(number) {
      const hasNumber = (order: Any) => String(order?.number ?? order?.id) === number
      const named = ID.test(number) ? (await ask(`/orders/${number}`)).body : null
      if (hasNumber(named)) return [readOrder(named)]
      const { body } = await ask('/orders', { query: { search: number, per_page: 10, status: 'any' } })
      return (body ?? []).filter(hasNumber).map(readOrder)
    },
    async readSitePages(cursor) {
      const page = Number(cursor ?? 1)
      const query = { status: 'publish', orderby: 'id', order: 'asc', per_page: TAKE, page, _fields: SITE_FIELDS }
      const { body, total } = await ask('/pages', { api: 'wp/v2', query })
      const pages = (body ?? []).map((one: Any) => ({
        ...{ id: String(one.id), title: plainText(one.title?.rendered), html: String(one.content?.rendered ?? '') },
        url: String(one.link ?? shopUrl),
      }))
      return { pages, next: page * TAKE < total ? String(page + 1) : null }
    },
    subscribe: (place) => subscribe(ask, place),
    unsubscribe: (address) => unsubscribe(ask, address),
  }
}
