import type { CatalogueEntry } from '../../catalogue/entry.ts'
import { lineOf } from '../../catalogue/product-line.ts'
import type { Context, Reply } from '../context.ts'
import { say } from '../texts.ts'
import { reasonFor } from './reason.ts'
import { replyOf } from './tell.ts'

const COMPARES =
  /(?<!\p{L})(?:compare|comparison|difference|different|vs|versus|better|or|vergleich\p{L}{0,4}|unterschied\p{L}{0,3}|besser|oder|compar\p{L}{0,4}|diferencia\p{L}?|mejor|différence\p{L}?|meilleur\p{L}{0,2}|mieux|ou|confront\p{L}{0,4}|differenza|meglio|migliore|vergelijk\p{L}{0,3}|verschil|beter|of|diferença|melhor|قارن|مقارنة|الفرق|افضل|أفضل|ام|أم|أو)(?!\p{L})|比べ|比較|違い|どちら|どっち/iu

/** Whether a text with two names asks for a comparison. */
export const asksToCompare = (text: string): boolean => COMPARES.test(text)

/** Two products side by side: what each says, and the differences of what both state. */
export function compare(context: Context, a: CatalogueEntry, b: CatalogueEntry): Reply {
  const { language } = context.understanding
  const price = differenceOf([a, b], ({ product }) => Number(product.priceRange.min.amount))
  const weight = differenceOf([a, b], ({ measures }) => measures.find(({ unit }) => unit === 'g')?.value ?? null)
  const currency = a.product.priceRange.min.currencyCode
  const isOneCurrency = currency === b.product.priceRange.min.currencyCode
  const cheaper =
    isOneCurrency && price ? { title: price.less.product.title, amount: `${price.by.toFixed(2)} ${currency}` } : null
  const lighter = weight ? { title: weight.less.product.title, amount: `${Math.round(weight.by)} g` } : null
  const lines = [
    say(language, 'advice.compare'),
    ...[a, b].map((entry) => lineOf(context.turn, entry.product, reasonFor({ entry, matched: [], options: [] }))),
    cheaper ? say(language, 'advice.cheaper', cheaper) : '',
    lighter ? say(language, 'advice.lighter', lighter) : '',
  ]
  return replyOf(context, lines, [a.product, b.product], [cheaper?.amount ?? '', lighter?.amount ?? ''].filter(Boolean))
}

/** Which of two has less of something that both state, and by how much; null where it is the same, or one is silent. */
function differenceOf(
  [a, b]: [CatalogueEntry, CatalogueEntry],
  read: (entry: CatalogueEntry) => number | null,
): { less: CatalogueEntry; by: number } | null {
  const [first, second] = [read(a), read(b)]
  if (first === null || second === null || first === second) return null
  return first < second ? { less: a, by: second - first } : { less: b, by: first - second }
}
