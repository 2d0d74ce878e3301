import type { RecordKind } from '../changes.ts'

/** What is asked of Shopify's Admin API, by the kind of record. */

const MONEY = '{ amount currencyCode }'
const DISCOUNT = 'title status startsAt endsAt summary'
const CODE = 'codes(first: 1) { nodes { code } }'
const GETS = `customerGets { value { __typename ... on DiscountPercentage { percentage }
  ... on DiscountAmount { amount ${MONEY} } } }`
const MINIMUM = `minimumRequirement { __typename ... on DiscountMinimumSubtotal {
  greaterThanOrEqualToSubtotal ${MONEY} } }`

interface Spec {
  /** The list, the type of its records, and what is read of each. */
  list: string
  type: string
  fields: string
  /** Whether pages can be had in the order of ids. */
  sort: string
}

const SPECS: Record<'order' | 'product' | 'collection' | 'discount', Spec> = {
  order: {
    list: 'orders',
    type: 'Order',
    sort: ', sortKey: ID',
    fields: `id name createdAt updatedAt cancelledAt closedAt displayFinancialStatus displayFulfillmentStatus email
      statusPageUrl customer { id } currentTotalPriceSet { shopMoney ${MONEY} }
      lineItems(first: 20) { nodes { title variantTitle quantity } }
      fulfillments(first: 5) { displayStatus createdAt deliveredAt estimatedDeliveryAt
        trackingInfo(first: 1) { company number url } }`,
  },
  product: {
    list: 'products',
    type: 'Product',
    sort: ', sortKey: ID',
    fields: `id title handle description vendor productType status onlineStoreUrl
      featuredMedia { preview { image { url } } } priceRangeV2 { minVariantPrice ${MONEY} maxVariantPrice ${MONEY} }
      variants(first: 50) { nodes { id title sku price compareAtPrice availableForSale
        selectedOptions { name value } } }`,
  },
  collection: {
    list: 'collections',
    type: 'Collection',
    sort: ', sortKey: ID',
    fields: 'id title handle description productsCount { count } image { url }',
  },
  discount: {
    list: 'discountNodes',
    type: 'DiscountNode',
    sort: ', sortKey: ID',
    fields: `id discount { __typename
      ... on DiscountCodeBasic { ${DISCOUNT} ${CODE} ${GETS} ${MINIMUM} }
      ... on DiscountCodeBxgy { ${DISCOUNT} ${CODE} }
      ... on DiscountCodeFreeShipping { ${DISCOUNT} ${CODE} ${MINIMUM} }
      ... on DiscountAutomaticBasic { ${DISCOUNT} ${GETS} ${MINIMUM} }
      ... on DiscountAutomaticBxgy { ${DISCOUNT} }
      ... on DiscountAutomaticFreeShipping { ${DISCOUNT} ${MINIMUM} } }`,
  },
}
type ListedKind = keyof typeof SPECS
export const isListed = (kind: RecordKind): kind is ListedKind => Object.hasOwn(SPECS, kind)

const CUSTOMER = `id firstName lastName numberOfOrders updatedAt tags amountSpent ${MONEY}
  defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber }
  defaultAddress { address1 address2 city zip country countryCodeV2 }`

export const listQuery = (kind: ListedKind): string => `query ($first: Int!, $after: String, $query: String) {
  page: ${SPECS[kind].list}(first: $first, after: $after, query: $query${SPECS[kind].sort}) {
    nodes { ${SPECS[kind].fields} } pageInfo { hasNextPage endCursor } } }`

export const oneQuery = (kind: ListedKind): string =>
  `query ($id: ID!) { node(id: $id) { ... on ${SPECS[kind].type} { ${SPECS[kind].fields} } } }`

export const CUSTOMERS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Customer { ${CUSTOMER} } } }`

/** How many there are, hidden ones too, of kinds that say so. */
export const COUNTS: Partial<Record<RecordKind, string>> = {
  product: 'query { page: productsCount(limit: null) { count } }',
  collection: 'query { page: collectionsCount(limit: null) { count } }',
  discount: 'query { page: discountNodesCount(limit: null) { count } }',
}

/** Shopify's ids are addresses; ours are the numbers at their ends. */
export const gid = (kind: RecordKind, id: string): string =>
  `gid://shopify/${isListed(kind) ? SPECS[kind].type : 'Customer'}/${id}`
export const numberOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1)
