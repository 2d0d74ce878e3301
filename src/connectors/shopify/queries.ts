import type { RecordKind } from '../changes.ts'

/** What is asked of Shopify's Admin API, by the kind of record. */

const MONEY = '{ amount currencyCode }'
const DISCOUNT = 'title status startsAt endsAt summary'
const CODE = 'codes(first: 1) { nodes { code } }'
const GETS = `customerGets { value { __typename ... on DiscountPercentage { percentage }
  ... on DiscountAmount { amount ${MONEY} } } }`
const MINIMUM = `minimumRequirement { __typename ... on DiscountMinimumSubtotal {
  greaterThanOrEqualToSubtotal ${MONEY} } }`

const PAGE = 'pageInfo { hasNextPage endCursor }'
const VARIANT = '{ id title sku price compareAtPrice availableForSale selectedOptions { name value } }'
const LINE = '{ title variantTitle quantity currentQuantity }'
const PARCEL = 'displayStatus createdAt deliveredAt estimatedDeliveryAt'
const NUMBER = '{ company number url }'

/** What a page of records reads of each. What is asked for costs, used or not; of a record with as many, `REST` reads all. */
export const FIRST = { variants: 50, lines: 20, parcels: 5, numbers: 2 }

/** All variants and lines of one record, by pages of as many as one may have; all parcels, which have no pages. */
export const REST = {
  variants: `query ($id: ID!, $after: String) { node(id: $id) { ... on Product {
    list: variants(first: 250, after: $after) { nodes ${VARIANT} ${PAGE} } } } }`,
  lines: `query ($id: ID!, $after: String) { node(id: $id) { ... on Order {
    list: lineItems(first: 250, after: $after) { nodes ${LINE} ${PAGE} } } } }`,
  parcels: `query ($id: ID!) { node(id: $id) { ... on Order {
    fulfillments(first: 50) { ${PARCEL} trackingInfo(first: 10) ${NUMBER} } } } }`,
}

/** Pages of the shop's site. */
export const SITE_PAGES = `query ($first: Int!, $after: String) { page: pages(first: $first, after: $after, sortKey: ID) {
  nodes { id title handle body isPublished } ${PAGE} } }`

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
      lineItems(first: ${FIRST.lines}) { nodes ${LINE} }
      fulfillments(first: ${FIRST.parcels}) { ${PARCEL} trackingInfo(first: ${FIRST.numbers}) ${NUMBER} }`,
  },
  product: {
    list: 'products',
    type: 'Product',
    sort: ', sortKey: ID',
    fields: `id title handle description vendor productType tags status onlineStoreUrl
      featuredMedia { preview { image { url } } } priceRangeV2 { minVariantPrice ${MONEY} maxVariantPrice ${MONEY} }
      variants(first: ${FIRST.variants}) { nodes ${VARIANT} }`,
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
