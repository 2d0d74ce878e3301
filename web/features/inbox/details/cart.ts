type Loose = Record<string, unknown>

interface CartLine {
  title: string
  quantity: number
  /** Null where the page names none. */
  price: Amount | null
}
interface Amount {
  amount: string
  currency: string
}
export interface ShownCart {
  lines: CartLine[]
  total: Amount | null
}

/** Names by which pages call the same thing: the SDK's own examples, schema.org, and Shopify's cart.js. */
const LINES = ['items', 'lines', 'lineItems', 'line_items', 'products']
const TITLES = ['title', 'name', 'product_title', 'productTitle']
const VARIANTS = ['variantTitle', 'variant_title', 'variant']
const QUANTITIES = ['quantity', 'qty', 'count']
const PRICES = ['price', 'unitPrice', 'unit_price', 'final_price']
const TOTALS = ['total', 'totalPrice', 'total_price', 'subtotal']
const CURRENCIES = ['currency', 'currencyCode', 'currency_code']

const first = (of: Loose, names: string[]) => names.map((name) => of[name]).find((value) => value !== undefined)
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')

/** What the store's page says is in the cart; null where it says it in a way that is not known. */
export function readCart(data: Loose): ShownCart | null {
  const lines = first(data, LINES)
  const currency = text(first(data, CURRENCIES))
  // Shopify's cart.js counts in hundredths.
  const isInHundredths = typeof data.total_price === 'number' && 'item_count' in data
  const amountOf = (value: unknown): Amount | null => {
    if (isObject(value)) {
      return text(value.amount) ? { amount: text(value.amount), currency: text(first(value, CURRENCIES)) } : null
    }
    if (isInHundredths && typeof value === 'number') return { amount: (value / 100).toFixed(2), currency }
    return text(value) ? { amount: text(value), currency } : null
  }
  const total = amountOf(first(data, TOTALS))
  if (!Array.isArray(lines)) return total && { lines: [], total }
  const read = lines.filter(isObject).flatMap((line): CartLine[] => {
    const title = text(first(line, TITLES))
    const variant = text(first(line, VARIANTS))
    const quantity = Number(first(line, QUANTITIES) ?? 1)
    if (!title) return []
    return [
      {
        title: variant && !title.includes(variant) ? `${title} · ${variant}` : title,
        quantity: Number.isFinite(quantity) ? quantity : 1,
        price: amountOf(first(line, PRICES)),
      },
    ]
  })
  return read.length === lines.length ? { lines: read, total } : null
}
