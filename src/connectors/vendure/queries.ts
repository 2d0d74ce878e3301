import type { RecordKind } from '../changes.ts'

/** What is asked of Vendure's admin API, by the kind of record. */

/** The list that holds a kind, the type of its options, and the fields that are read of each record. */
const LISTS: Partial<Record<RecordKind, { list: string; options: string; fields: string; filter?: object }>> = {
  product: {
    list: 'products',
    options: 'ProductListOptions',
    fields: `id updatedAt name slug description enabled featuredAsset { preview } facetValues { name }
      variants { id updatedAt name sku enabled priceWithTax currencyCode stockLevel options { name group { name } } }`,
  },
  collection: {
    list: 'collections',
    options: 'CollectionListOptions',
    fields: 'id updatedAt name slug description featuredAsset { preview }',
  },
  discount: {
    list: 'promotions',
    options: 'PromotionListOptions',
    fields: `id updatedAt name description enabled couponCode startsAt endsAt
      conditions { code args { name value } } actions { code args { name value } }`,
  },
  order: {
    list: 'orders',
    options: 'OrderListOptions',
    // A cart is an order that is active.
    filter: { active: { eq: false } },
    fields: `id updatedAt code state createdAt orderPlacedAt currencyCode totalWithTax customer { id emailAddress }
      lines { quantity orderPlacedQuantity productVariant { name } }
      fulfillments { state method trackingCode createdAt updatedAt }`,
  },
  contact: {
    list: 'customers',
    options: 'CustomerListOptions',
    fields: `id updatedAt firstName lastName emailAddress phoneNumber
      addresses { defaultShippingAddress streetLine1 streetLine2 city postalCode country { name code } }
      orders(options: { take: 100, filter: { active: { eq: false } } }) { totalItems items { totalWithTax state } }`,
  },
}

/** How many decimals the shop's whole numbers have: 2, unless it has a money strategy of its own. */
export const PRECISION = 'globalSettings { serverConfig { moneyStrategyPrecision } }'
export type MoneySettings = { serverConfig?: { moneyStrategyPrecision?: number | null } | null } | null
export const precisionOf = (settings: MoneySettings): number => settings?.serverConfig?.moneyStrategyPrecision ?? 2

export interface Filter {
  /** Only this record. */
  id?: string
  /** Only the order with this number. */
  code?: string
  /** Only what changed since. */
  since?: Date
}

/** A page of a list, with the currency that amounts without one are in. */
export function listQuery(kind: RecordKind, { id, code, since }: Filter, page: { skip: number; take: number }) {
  const spec = LISTS[kind]
  if (!spec) throw new Error(`Vendure has no list of ${kind}`)
  const filter = {
    ...spec.filter,
    ...(id === undefined ? {} : { id: { eq: id } }),
    ...(code === undefined ? {} : { code: { eq: code } }),
    ...(since ? { updatedAt: { after: since.toISOString() } } : {}),
  }
  return {
    query: `query ($options: ${spec.options}) {
      page: ${spec.list}(options: $options) { totalItems items { ${spec.fields} } }
      activeChannel { defaultCurrencyCode } ${PRECISION}
    }`,
    variables: { options: { ...page, filter, sort: { id: 'ASC' } } },
  }
}
