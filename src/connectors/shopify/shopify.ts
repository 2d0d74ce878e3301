import type { Change, RecordKind } from '../changes.ts'
import { type ReadKind, type ShopReader, TAKE } from '../reader.ts'
import type { AskShopify } from './admin-api.ts'
import { COUNTS, CUSTOMERS, gid, isListed, listQuery, oneQuery } from './queries.ts'
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
const READERS: Partial<Record<RecordKind, (record: Any) => Change>> = {
  order: readOrder,
  product: readProduct,
  collection: readCollection,
  discount: readDiscount,
  contact: readCustomer,
}
const ID = /^\d{1,20}$/

/** Reads a Shopify shop through its Admin API. */
export function shopifyReader(ask: AskShopify): ShopReader {
  const changesOf = (kind: RecordKind, records: Any[]): Change[] =>
    records.filter((record) => record?.id).map((record) => (READERS[kind] as (record: Any) => Change)(record))

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
      return { changes: changesOf(kind, page.nodes), total: null, next: hasNextPage ? endCursor : null }
    },
    async count(kind) {
      const query = COUNTS[kind]
      return query === undefined ? null : (await ask(`count ${kind}`, query)).page.count
    },
    async readOne(kind, of) {
      if (!('id' in of) || !ID.test(of.id)) return []
      const changes = isListed(kind)
        ? changesOf(kind, [(await ask(`one ${kind}`, oneQuery(kind), { id: gid(kind, of.id) })).node])
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
    subscribe: ({ address }) => subscribe(ask, address),
    unsubscribe: (address) => unsubscribe(ask, address),
  }
}
