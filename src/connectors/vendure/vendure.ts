import type { Change, RecordKind } from '../changes.ts'
import { nextSkip, type ReadKind, type ShopReader, skipOf, TAKE } from '../reader.ts'
import type { Ask } from './admin-api.ts'
import { type Filter, listQuery, type MoneySettings, precisionOf } from './queries.ts'
import { readRecord } from './read.ts'

const KINDS: readonly ReadKind[] = [
  { kind: 'order', knowsTimes: true, isSwept: false },
  { kind: 'product', knowsTimes: true, isSwept: true },
  { kind: 'collection', knowsTimes: true, isSwept: true },
  { kind: 'discount', knowsTimes: true, isSwept: true },
  { kind: 'contact', knowsTimes: true, isSwept: false },
]

/** Reads a Vendure shop through its admin API. */
export function vendureReader(ask: Ask): ShopReader {
  const readList = async (kind: RecordKind, filter: Filter, page: { skip: number; take: number }) => {
    const { query, variables } = listQuery(kind, filter, page)
    const answer = (await ask(query, variables)) as {
      page: { totalItems: number; items: object[] }
      activeChannel: { defaultCurrencyCode: string }
      globalSettings: MoneySettings
    }
    const shop = { currency: answer.activeChannel.defaultCurrencyCode, precision: precisionOf(answer.globalSettings) }
    return { changes: answer.page.items.map((item) => readRecord(kind, item, shop)), total: answer.page.totalItems }
  }
  const readFirst = async (kind: RecordKind, filter: Filter): Promise<Change[]> =>
    (await readList(kind, filter, { skip: 0, take: 1 })).changes

  return {
    kinds: KINDS,
    async readPage(kind, { since, cursor }) {
      const page = await readList(kind, since ? { since } : {}, { skip: skipOf(cursor), take: TAKE })
      return { ...page, next: nextSkip(cursor, page.changes.length) }
    },
    count: async () => null,
    async readOne(kind, of) {
      const id = 'id' in of ? of.id : await findProductOf(ask, of.variantId)
      if (id === undefined) return []
      const changes = await readFirst(kind, { id })
      return changes.length === 0 && kind !== 'order' ? [{ act: 'delete', kind, id }] : changes
    },
    readOrder: (code) => readFirst('order', { code }),
  }
}

/** The product of a variant; undefined where there is no such variant any more. */
async function findProductOf(ask: Ask, variantId: string): Promise<string | undefined> {
  const query = 'query ($id: ID!) { productVariant(id: $id) { productId } }'
  const { productVariant } = (await ask(query, { id: variantId })) as { productVariant: { productId: string } | null }
  return productVariant?.productId
}
