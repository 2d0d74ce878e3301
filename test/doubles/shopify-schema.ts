/** The part of Shopify's Admin API that is asked for, written by hand after its documentation (2026-07). */
export const SCHEMA = `
directive @idempotent(key: String!) on FIELD
scalar DateTime
scalar Decimal
scalar Money
scalar URL
scalar UnsignedInt64
enum WebhookSubscriptionTopic { ORDERS_CREATE ORDERS_UPDATED ORDERS_DELETE PRODUCTS_CREATE PRODUCTS_UPDATE
  PRODUCTS_DELETE COLLECTIONS_CREATE COLLECTIONS_UPDATE COLLECTIONS_DELETE DISCOUNTS_CREATE DISCOUNTS_UPDATE
  DISCOUNTS_DELETE CUSTOMERS_CREATE CUSTOMERS_UPDATE CUSTOMERS_DELETE APP_UNINSTALLED }
enum WebhookSubscriptionFormat { JSON XML }
enum OrderSortKeys { ID UPDATED_AT }
enum ProductSortKeys { ID UPDATED_AT }
enum CollectionSortKeys { ID UPDATED_AT }
enum DiscountSortKeys { ID UPDATED_AT }
input WebhookSubscriptionInput { uri: String format: WebhookSubscriptionFormat includeFields: [String!] }
interface Node { id: ID! }
type Count { count: Int! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type MoneyV2 { amount: Decimal! currencyCode: String! }
type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
type UserError { message: String! }
type Image { url: URL! }
type MediaPreview { image: Image }
type Media { preview: MediaPreview }
type PriceRange { minVariantPrice: MoneyV2! maxVariantPrice: MoneyV2! }
type SelectedOption { name: String! value: String! }
type Variant { id: ID! title: String! sku: String price: Money! compareAtPrice: Money availableForSale: Boolean!
  selectedOptions: [SelectedOption!]! }
type VariantConnection { nodes: [Variant!]! pageInfo: PageInfo! }
type Product implements Node { id: ID! title: String! handle: String! description: String! vendor: String! productType: String!
  tags: [String!]! status: String! onlineStoreUrl: URL featuredMedia: Media priceRangeV2: PriceRange! variants(first: Int, after: String): VariantConnection! }
type Collection implements Node { id: ID! title: String! handle: String! description: String! productsCount: Count image: Image }
type LineItem { title: String! variantTitle: String quantity: Int! currentQuantity: Int! }
type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
type Tracking { company: String number: String url: URL }
type Fulfillment { displayStatus: String createdAt: DateTime! deliveredAt: DateTime estimatedDeliveryAt: DateTime
  trackingInfo(first: Int): [Tracking!]! }
type Order implements Node { id: ID! name: String! createdAt: DateTime! updatedAt: DateTime! cancelledAt: DateTime
  closedAt: DateTime displayFinancialStatus: String displayFulfillmentStatus: String! email: String statusPageUrl: URL!
  customer: Customer currentTotalPriceSet: MoneyBag! lineItems(first: Int, after: String): LineItemConnection!
  fulfillments(first: Int): [Fulfillment!]! shippingAddress: MailingAddress
  suggestedRefund(suggestFullRefund: Boolean): SuggestedRefund }
type MailingAddress { firstName: String lastName: String company: String address1: String address2: String city: String
  zip: String provinceCode: String countryCodeV2: CountryCode phone: String }
enum CountryCode { DE NO US XX }
enum CurrencyCode { EUR JPY KWD USD }
type OrderTransaction { id: ID! }
type SuggestedOrderTransaction { gateway: String parentTransaction: OrderTransaction maximumRefundableSet: MoneyBag }
type SuggestedRefund { maximumRefundableSet: MoneyBag! suggestedTransactions: [SuggestedOrderTransaction!]! }
enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
input OrderCancelRefundMethodInput { originalPaymentMethodsRefund: Boolean }
type Job { id: ID! done: Boolean! }
type OrderCancelUserError { message: String! }
type OrderCancelPayload { job: Job orderCancelUserErrors: [OrderCancelUserError!]! }
enum OrderTransactionKind { REFUND }
input OrderTransactionInput { amount: Money! gateway: String! kind: OrderTransactionKind! orderId: ID! parentId: ID }
input RefundInput { orderId: ID! currency: CurrencyCode note: String notify: Boolean allowOverRefunding: Boolean
  transactions: [OrderTransactionInput!] }
type Refund { id: ID }
type RefundCreatePayload { refund: Refund userErrors: [UserError!]! }
input MailingAddressInput { firstName: String lastName: String company: String address1: String address2: String
  city: String zip: String provinceCode: String countryCode: CountryCode phone: String }
input OrderInput { id: ID! shippingAddress: MailingAddressInput }
type OrderUpdatePayload { order: Order userErrors: [UserError!]! }
type FulfillmentLineItem { id: ID! lineItem: LineItem! }
type ReturnableFulfillmentLineItem { quantity: Int! fulfillmentLineItem: FulfillmentLineItem! }
type ReturnableFulfillmentLineItemConnection { nodes: [ReturnableFulfillmentLineItem!]! }
type ReturnableFulfillment { returnableFulfillmentLineItems(first: Int): ReturnableFulfillmentLineItemConnection! }
type ReturnableFulfillmentConnection { nodes: [ReturnableFulfillment!]! }
input ReturnLineItemInput { fulfillmentLineItemId: ID! quantity: Int! returnReasonNote: String }
input ReturnInput { orderId: ID! returnLineItems: [ReturnLineItemInput!]! notifyCustomer: Boolean }
type Return { id: ID! }
type ReturnCreatePayload { return: Return userErrors: [UserError!]! }
type Email { emailAddress: String! }
type Phone { phoneNumber: String! }
type Address { address1: String address2: String city: String zip: String country: String countryCodeV2: String }
type Customer implements Node { id: ID! firstName: String lastName: String numberOfOrders: UnsignedInt64! updatedAt: DateTime!
  tags: [String!]! amountSpent: MoneyV2! defaultEmailAddress: Email defaultPhoneNumber: Phone defaultAddress: Address }
type DiscountPercentage { percentage: Float! }
type DiscountAmount { amount: MoneyV2! }
union DiscountValue = DiscountPercentage | DiscountAmount
type CustomerGets { value: DiscountValue! }
type DiscountMinimumSubtotal { greaterThanOrEqualToSubtotal: MoneyV2! }
type DiscountMinimumQuantity { greaterThanOrEqualToQuantity: UnsignedInt64! }
union MinimumRequirement = DiscountMinimumSubtotal | DiscountMinimumQuantity
type RedeemCode { code: String! }
type RedeemCodeConnection { nodes: [RedeemCode!]! }
type DiscountCodeBasic { title: String! status: String! startsAt: DateTime! endsAt: DateTime summary: String!
  codes(first: Int): RedeemCodeConnection! customerGets: CustomerGets! minimumRequirement: MinimumRequirement }
type DiscountCodeBxgy { title: String! status: String! startsAt: DateTime! endsAt: DateTime summary: String!
  codes(first: Int): RedeemCodeConnection! }
type DiscountCodeFreeShipping { title: String! status: String! startsAt: DateTime! endsAt: DateTime summary: String!
  codes(first: Int): RedeemCodeConnection! minimumRequirement: MinimumRequirement }
type DiscountAutomaticBasic { title: String! status: String! startsAt: DateTime! endsAt: DateTime summary: String!
  customerGets: CustomerGets! minimumRequirement: MinimumRequirement }
type DiscountAutomaticBxgy { title: String! status: String! startsAt: DateTime! endsAt: DateTime summary: String! }
type DiscountAutomaticFreeShipping { title: String! status: String! startsAt: DateTime! endsAt: DateTime summary: String!
  minimumRequirement: MinimumRequirement }
union Discount = DiscountCodeBasic | DiscountCodeBxgy | DiscountCodeFreeShipping | DiscountAutomaticBasic |
  DiscountAutomaticBxgy | DiscountAutomaticFreeShipping
type DiscountNode implements Node { id: ID! discount: Discount! }
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
type Page { id: ID! title: String! handle: String! body: String! isPublished: Boolean! }
type PageConnection { nodes: [Page!]! pageInfo: PageInfo! }
enum PageSortKeys { ID }
type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }
type CollectionConnection { nodes: [Collection!]! pageInfo: PageInfo! }
type DiscountNodeConnection { nodes: [DiscountNode!]! pageInfo: PageInfo! }
type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! }
type WebhookPayload { userErrors: [UserError!]! }
type Query {
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  orders(first: Int, after: String, query: String, sortKey: OrderSortKeys): OrderConnection!
  products(first: Int, after: String, query: String, sortKey: ProductSortKeys): ProductConnection!
  collections(first: Int, after: String, query: String, sortKey: CollectionSortKeys): CollectionConnection!
  discountNodes(first: Int, after: String, query: String, sortKey: DiscountSortKeys): DiscountNodeConnection!
  pages(first: Int, after: String, sortKey: PageSortKeys): PageConnection!
  productsCount(query: String, limit: Int): Count
  collectionsCount(query: String, limit: Int): Count
  discountNodesCount(query: String, limit: Int): Count
  webhookSubscriptions(first: Int): WebhookSubscriptionConnection!
  job(id: ID!): Job
  returnableFulfillments(orderId: ID!, first: Int): ReturnableFulfillmentConnection!
}
type Mutation {
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookPayload
  webhookSubscriptionDelete(id: ID!): WebhookPayload
  orderCancel(orderId: ID!, notifyCustomer: Boolean, refundMethod: OrderCancelRefundMethodInput!, restock: Boolean!,
    reason: OrderCancelReason!, staffNote: String): OrderCancelPayload
  refundCreate(input: RefundInput!): RefundCreatePayload
  orderUpdate(input: OrderInput!): OrderUpdatePayload
  returnCreate(returnInput: ReturnInput!): ReturnCreatePayload
}
`
