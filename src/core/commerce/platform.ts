import type { Caller } from '#core/caller.ts'
import type {
  completeCollection,
  completeDiscount,
  completeProduct,
  completeSizeGuide,
} from '#core/import/catalogue.ts'
import type { completeOrder } from '#core/import/order.ts'
import type { Money } from '#core/import/values.ts'

/**
 * The e-commerce platform a store sells on: catalogue, orders and carts. A store that is on none of its own is served
 * by the local one, whose tables the import fills (local.ts); a connector to a hosted platform is another
 * implementation. Unknown products are NOT_FOUND, as unknown orders are.
 */
export interface Platform {
  /** This service's public address: carts and help pages are there. */
  readonly baseUrl: string
  searchProducts(caller: Caller, request: ProductSearch): Promise<Page<Product>>
  /** The first `limit` products, in the order of their ids. */
  listProducts(caller: Caller, limit: number): Promise<Product[]>
  /** The store's collections with these ids. */
  listCollections(caller: Caller, ids: string[]): Promise<Collection[]>
  /** The product's id; throws when there is none. */
  requireProduct(caller: Caller, productId: string): Promise<Product>
  searchCollections(caller: Caller, request: Search): Promise<Page<Collection>>
  /** Discounts that hold now and that are public; without a query all of them. */
  findDiscounts(caller: Caller, request: Omit<Search, 'query'> & { query?: string }): Promise<Page<Discount>>
  /** Null when the product has none. */
  getSizeGuide(caller: Caller, productId: string): Promise<SizeGuide | null>
  /** With an email the order must be that customer's. */
  getOrder(caller: Caller, by: OrderKey): Promise<Order>
  /** Time of the shop's last notice of an order, if a request for it has just failed; otherwise null. */
  orderToldAt(caller: Caller, orderNumber: string): Promise<Date | null>
  readonly carts: Carts
}

export type Product = ReturnType<typeof completeProduct>
export type Variant = Product['variants'][number]
export type Collection = ReturnType<typeof completeCollection>
export type Discount = ReturnType<typeof completeDiscount>
export type SizeGuide = ReturnType<typeof completeSizeGuide>
export type Order = ReturnType<typeof completeOrder>

interface Search {
  query: string
  /** Records on the page. */
  limit: number
  cursor: string | null
}

interface ProductSearch extends Search {
  available?: boolean
  /** In major units of the store's currency. */
  minPrice?: number
  maxPrice?: number
}

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

type OrderKey = ({ orderNumber: string } | { trackingNumber: string }) & { email?: string }

/** CART_NOT_FOUND for a cart that is unknown or 30 days old; OUT_OF_STOCK for a variant that cannot be had now. */
export interface Carts {
  get(caller: Caller, cartId: string): Promise<Cart>
  /** Without a cart's id in a new cart. */
  add(caller: Caller, cartId: string | null, lines: { variantId: string; quantity: number }[]): Promise<Cart>
  /** A quantity of 0 removes the line. */
  setQuantities(caller: Caller, cartId: string, lines: { lineId: string; quantity: number }[]): Promise<Cart>
  /** Replaces the cart's codes. */
  applyDiscounts(caller: Caller, cartId: string, codes: string[]): Promise<Cart>
  /** Takes out all lines and codes. */
  clear(caller: Caller, cartId: string): Promise<Cart>
}

export interface Cart {
  id: string
  lines: CartLine[]
  totalQuantity: number
  subtotal: Money
  /** After discounts. */
  total: Money
  discountCodes: string[]
  note: string | null
  checkoutUrl: string
  updatedAt: Date
}

export interface CartLine {
  id: string
  variantId: string
  productId: string
  title: string
  variantTitle: string | null
  quantity: number
  unitPrice: Money
  total: Money
}
