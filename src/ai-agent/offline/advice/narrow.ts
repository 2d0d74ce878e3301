import { SHOWN_MAX } from '../../catalogue/product-line.ts'
import type { Context, Reply } from '../context.ts'
import { plainReply } from '../context.ts'
import { say } from '../texts.ts'
import type { Fitting } from './fit.ts'
import type { Wish } from './wish.ts'

/** Products that fit from which on a question is asked, and the values that it offers. */
const ASKED_FROM = 6
const VALUES_MAX = 5

/**
 * The question that halves the choice, where one does: by an option of the products, their kinds or their price. Null where
 * the wish says more than a kind, for then the best are clear enough.
 */
export function askToNarrow({ understanding: { language } }: Context, found: Fitting[], wish: Wish): Reply | null {
  const says = wish.wanted.size + wish.free.size + wish.sizes.size + wish.measures.length + wish.stems.size
  if (found.length < Math.max(ASKED_FROM, SHOWN_MAX + 1) || says > 0 || wish.price || wish.order) return null
  const facet = facetsOf(found).find((values) => halves(values, found.length))
  if (!facet) return null
  const values = facet.values.slice(0, VALUES_MAX)
  const text = `${say(language, 'advice.narrow')}\n${facet.name ? `${facet.name}: ` : ''}${values.join(', ')}`
  return { ...plainReply(text), evidence: values, advised: [] }
}

interface Facet {
  name: string
  /** As the catalogue has them, the most frequent first. */
  values: string[]
  /** Number of products with the most frequent one, and with any. */
  most: number
  all: number
}

/** Whether any answer leaves about half of the products, or fewer, and all products have one. */
const halves = ({ values, most, all }: Facet, whole: number) =>
  values.length > 1 && all === whole && most <= Math.ceil(whole / 2)

function facetsOf(found: Fitting[]): Facet[] {
  const products = found.map(({ entry }) => entry.product)
  const kinds = products.map(({ productType }) => (productType ? [productType] : []))
  const names = new Set(
    products.flatMap(({ variants }) => variants.flatMap(({ options }) => options.map(({ name }) => name))),
  )
  const options = [...names].map((name) => ({
    name,
    each: products.map(({ variants }) => [
      ...new Set(variants.flatMap(({ options }) => options.flatMap((one) => (one.name === name ? [one.value] : [])))),
    ]),
  }))
  const tags = products.map(({ tags }) => (tags ?? []).slice(0, 1))
  return [{ name: '', each: kinds }, ...options, { name: '', each: tags }].map(({ name, each }) => {
    const counts = new Map<string, number>()
    for (const value of each.flat()) counts.set(value, (counts.get(value) ?? 0) + 1)
    const ranked = [...counts].sort((a, b) => b[1] - a[1])
    return {
      name,
      values: ranked.map(([value]) => value),
      most: ranked[0]?.[1] ?? 0,
      all: each.filter(({ length }) => length > 0).length,
    }
  })
}
