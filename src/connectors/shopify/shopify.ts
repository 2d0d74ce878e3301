import type { Change, RecordKind } from '../changes.ts'
import { type ReadKind, type ShopReader, TAKE } from '../reader.ts'
import type { AskShopify } from './admin-api.ts'
import { COUNTS, CUSTOMERS, FIRST, gid, isListed, listQuery, numberOf, oneQuery, REST, SITE_PAGES } from './queries.ts'
import { readCollection, readCustomer, readDiscount, readOrder, readProduct } from './read.ts'
import { subscribe, unsubscribe } from './subscriptions.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any

/**
 * The catalogue first: it takes seconds of the budget where orders take minutes, and an order that is not known yet is
 * asked for live. Orders that are older than 60 days are not listed without a scope of their own: what is not listed may
 * well be there.
 */
const KINDS: readonly ReadKind[] = [
  { kind: 'product', knowsTimes: true, isSwept: true },
  { kind: 'collection', knowsTimes: true, isSwept: true },
  { kind: 'discount', knowsTimes: true, isSwept: true },
  { kind: 'order', knowsTimes: true, isSwept: false },
  { kind: 'contact', knowsTimes: false, isSwept: false, isOfKnown: true },
]
const READERS: Partial<Record<RecordKind, (record: Any, shopUrl: string) => Change>> = {
  order: readOrder,
  product: readProduct,
  collection: readCollection,
  discount: readDiscount,
  contact: readCustomer,
}
const ID = /^\d{1,20}$/
/** Variants or lines that are read of one record: more than Shopify lets a product have. */
const REST_MAX = 2_500

/** Reads a Shopify shop through its Admin API. `shopUrl`: the shop's own address. */
export function shopifyReader(ask: AskShopify, shopUrl: string): ShopReader {
  async function changesOf(kind: RecordKind, records: Any[]): Promise<Change[]> {
    const changes: Change[] = []
    for (const record of records.filter((one) => one?.id)) {
      await completeRecord(ask, kind, record)
      changes.push((READERS[kind] as (record: Any, shopUrl: string) => Change)(record, shopUrl))
    }
    return changes
  }

  async function readCustomers(ids: string[]): Promise<Change[]> {
    const known = ids.filter((id) => ID.test(id)).map((id) => gid('contact', id))
    return known.length > 0 ? changesOf('contact', (await ask('customers', CUSTOMERS, { ids: known })).nodes) : []
  }

  return {
    kinds: KINDS,
    async readPage(kind, { since, cursor, known }) {
      if (known) return { changes: await readCustomers(known), total: null, next: null }
      if (!isListed(kind)) return { changes: [], total: null, next: null }
      const query = since ? `updated_at:>='${since.toISOString()}'` : null
      const { page } = await ask(`list ${kind}`, listQuery(kind), { first: TAKE, after: cursor, query })
      const { hasNextPage, endCursor } = page.pageInfo
      return { changes: await changesOf(kind, page.nodes), total: null, next: hasNextPage ? endCursor : null }
    },
    async count(kind) {
      const query = COUNTS[kind]
      return query === undefined ? null : (await ask(`count ${kind}`, query)).page.count
    },
    async readOne(kind, of) {
      if (!('id' in of) || !ID.test(of.id)) return []
      const changes = isListed(kind)
        ? await changesOf(kind, [(await ask(`one ${kind}`, oneQuery(kind), { id: gid(kind, of.id) })).node])
        : await readCustomers([of.id])
      return changes.length > 0 || kind === 'order' ? changes : [{ act: 'delete', kind, id: of.id }]
    },
    async readOrder(number) {
      const query = `name:"${number.replace(/["\\]/g, '')}"`
      const { page } = await ask('order by number', listQuery('order'), { first: 5, after: null, query })
      return changesOf(
        'order',
        page.nodes.filter(({ name }: Any) => name.replace(/^#/, '') === number),
      )
    },
    async readSitePages(cursor) {
      const { page } = await ask('pages of the site', SITE_PAGES, { first: TAKE, after: cursor })
      const { hasNextPage, endCursor } = page.pageInfo
      const shown = page.nodes.filter(({ isPublished }: Any) => isPublished)
      const pages = shown.map(({ id, title, handle, body }: Any) => ({
        ...{ id: numberOf(id), title: String(title), html: String(body ?? ''), url: `${shopUrl}/pages/${handle}` },
      }))
      return { pages, next: hasNextPage ? endCursor : null }
    },
    subscribe: ({ address }) => subscribe(ask, address),
    unsubscribe: (address) => unsubscribe(ask, address),
  }
}

/** Reads what of a record did not fit into its page: variants, lines, parcels. */
async function completeRecord(ask: AskShopify, kind: RecordKind, record: Any): Promise<void> {
  const { id } = record
  if (kind === 'product' && record.variants.nodes.length === FIRST.variants) {
    record.variants = { nodes: await readWhole(ask, 'variants', id) }
  }
  if (kind !== 'order') return
  if (record.lineItems.nodes.length === FIRST.lines) record.lineItems = { nodes: await readWhole(ask, 'lines', id) }
  const { fulfillments } = record
  const hasMoreNumbers = fulfillments.some(({ trackingInfo }: Any) => trackingInfo.length === FIRST.numbers)
  if (fulfillments.length < FIRST.parcels && !hasMoreNumbers) return
  const { node } = await ask('all parcels', REST.parcels, { id })
  record.fulfillments = node?.fulfillments ?? fulfillments
}

/** Reads all variants or lines of one record; fewer where the record is deleted in the meantime. */
async function readWhole(ask: AskShopify, what: 'variants' | 'lines', id: string): Promise<Any[]> {
  const read: Any[] = []
  for (let after: string | null = null; read.length < REST_MAX; ) {
    const { node }: Any = await ask(`all ${what}`, REST[what], { id, after })
    if (!node) break
    read.push(...node.list.nodes)
    if (!node.list.pageInfo.hasNextPage) break
    after = node.list.pageInfo.endCursor
  }
  return read
}
