import type { CatalogueEntry } from '../../catalogue/entry.ts'
import { isSameMeasure } from '../../catalogue/measures.ts'
import { isOfCurrency, type PriceWish } from './price.ts'
import { isSize, isSizeOption } from './sizes.ts'
import type { Wish } from './wish.ts'

/** A product that fits a wish, and what in it does. */
export interface Fitting {
  entry: CatalogueEntry
  score: number
  /** Meanings of the wish that the entry states. */
  matched: string[]
  /** Options of a variant that were asked for: "Size: M". */
  options: string[]
}

/** Audiences of which a product for one is not for another; one that says none may be for any of the first three. */
const PEOPLE = ['women', 'men', 'unisex']
const OWN = ['kids', 'baby', 'pets', 'seniors']
const NOT_GROWN_UP = ['kids', 'baby', 'pets']

/** A product that is shown because it was named. */
export const fittingOf = (entry: CatalogueEntry): Fitting => ({ entry, score: 0, matched: [], options: [] })

/**
 * The products that fit a wish, best first; `currency` is the store's. Sold-out ones do not. `isOfKind`: they are known to
 * be what is looked for.
 */
export function fitting(entries: CatalogueEntry[], wish: Wish, currency: string | null, isOfKind = false): Fitting[] {
  const price = wish.price && isOfCurrency(wish.price, currency) ? wish.price : null
  const named = !isOfKind && wish.kinds.size + wish.unknownKinds.size > 0
  const found = entries.flatMap((entry) => {
    const kind = named ? kindOf(entry, wish) : 0
    if (named && kind === 0) return []
    if (!entry.product.available || !isAllowed(entry, wish)) return []
    const variants = variantsOf(entry, wish, price)
    if (variants === null) return []
    const matched = [...wish.wanted.keys()].filter((id) => entry.concepts.has(id))
    const words = [...wish.stems].filter((stem) => entry.stems.has(stem))
    const measured = wish.measures.filter((one) => entry.measures.some((stated) => isSameMeasure(one, stated)))
    if (!named && matched.length + measured.length + wish.free.size + wish.sizes.size === 0 && words.length === 0)
      return []
    const inName = [...wish.stems].filter((stem) => entry.nameStems.has(stem)).length
    const score = 4 * kind + 2 * matched.length + 2 * measured.length + 0.5 * words.length + 0.3 * inName
    return [
      {
        entry,
        score,
        matched: [...matched, ...wish.free],
        options: variants,
        kind,
        count: matched.length + measured.length,
      },
    ]
  })
  // What says more of the wish comes alone: a jacket that says nothing of water does not stand beside a waterproof one.
  const strongest = found.reduce((most, { kind }) => Math.max(most, kind), 0)
  const ofKind = found.filter(({ kind }) => kind >= Math.min(strongest, SURE_KIND))
  const most = ofKind.reduce((most, { count }) => Math.max(most, count), 0)
  const best = ofKind.filter(({ count }) => count === most)
  const wanted = wish.wanted.size + wish.measures.length
  if (!named && !isOfKind && wanted > 0 && most === 0) return []
  return best.sort(byOrder(wish))
}

/** How sure a kind is from which weaker ones are left out. */
const SURE_KIND = 0.6

function byOrder({ order }: Wish) {
  const price = ({ entry }: Fitting) => Number(entry.product.priceRange.min.amount)
  const weight = ({ entry }: Fitting) =>
    entry.measures.find(({ unit }) => unit === 'g')?.value ?? Number.POSITIVE_INFINITY
  return (a: Fitting, b: Fitting) =>
    (order === 'cheapest' ? price(a) - price(b) : order === 'lightest' ? weight(a) - weight(b) : 0) || b.score - a.score
}

/** How surely a product is of a kind that is looked for: 0 to 1. */
function kindOf({ kinds, nameStems }: CatalogueEntry, wish: Wish): number {
  const known = [...wish.kinds].map((kind) => kinds.get(kind) ?? 0)
  const unknown = [...wish.unknownKinds].map((stem) => (nameStems.has(stem) ? 1 : 0))
  return Math.max(0, ...known, ...unknown)
}

/** Whether an entry states what is a must, and nothing that rules it out. An entry that is silent about a must does not meet it. */
function isAllowed({ concepts, free }: CatalogueEntry, wish: Wish): boolean {
  for (const id of wish.free) if (!free.has(id) && !isOfOtherMaterial(concepts, id)) return false
  const wanted = [...wish.wanted.values()]
  for (const { id, type } of wanted) {
    if ((type === 'm' || type === 'd' || type === 'c') && !concepts.has(id)) return false
    if (type === 'a' && OWN.includes(id) && !concepts.has(id)) return false
  }
  const people = wanted.filter(({ id }) => PEOPLE.includes(id)).map(({ id }) => id)
  if (people.length === 0) return true
  if (NOT_GROWN_UP.some((id) => concepts.has(id) && !wish.wanted.has(id))) return false
  const said = PEOPLE.filter((id) => concepts.has(id))
  return said.length === 0 || said.includes('unisex') || people.some((id) => said.includes(id))
}

/** A material that is not wanted: an entry that states others, and not that one. */
function isOfOtherMaterial(concepts: CatalogueEntry['concepts'], id: string): boolean {
  const materials = [...concepts.values()].filter(({ type }) => type === 'm')
  return materials.length > 0 && MATERIALS.has(id) && !concepts.has(id)
}
const MATERIALS = new Set([
  'cotton',
  'wool',
  'cashmere',
  'linen',
  'silk',
  'leather',
  'polyester',
  'nylon',
  'down',
  'plastic',
  'metal',
])

/** The options that were asked for, where a variant has them all, can be had and costs what it may; null where none does. */
function variantsOf(
  { product: { variants, priceRange }, colours }: CatalogueEntry,
  wish: Wish,
  price: PriceWish | null,
): string[] | null {
  const isPriced = (amount: string) =>
    price === null ||
    ((price.max === null || Number(amount) <= price.max) && (price.min === null || Number(amount) >= price.min))
  if (variants.length === 0) return isPriced(priceRange.min.amount) && wish.sizes.size === 0 ? [] : null
  const sizes = [...wish.sizes]
  const wanted = [...wish.wanted.values()].filter(({ type }) => type === 'c').map(({ id }) => id)
  for (const [i, { available, options, price: own }] of variants.entries()) {
    if (!available || !isPriced(own.amount)) continue
    const has = colours[i] ?? new Set()
    if (has.size > 0 && wanted.some((colour) => !has.has(colour))) continue
    const size = options.find(
      ({ name, value }) => (isSizeOption(name) || value.length <= 3) && sizes.some((one) => isSize(value, one)),
    )
    if (sizes.length === 0 || size) return size ? [`${size.name}: ${size.value}`] : []
  }
  return null
}
