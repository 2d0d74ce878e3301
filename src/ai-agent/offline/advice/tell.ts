import type { Product } from '#core/commerce/platform.ts'
import { cardOf } from '../../catalogue/cards.ts'
import { addressOf, lineOf, SHOWN_MAX } from '../../catalogue/product-line.ts'
import type { Context, Reply } from '../context.ts'
import { say } from '../texts.ts'
import type { Fitting } from './fit.ts'
import { isOfCurrency } from './price.ts'
import { reasonFor } from './reason.ts'
import type { Wish } from './wish.ts'

/** The products that fit, best first, each with one reason; with a line on a price that could not be compared. */
export function tellFitting(
  context: Context,
  found: Fitting[],
  { wish, currency }: { wish: Wish; currency: string | null },
): Reply {
  const { language } = context.understanding
  const shown = found.slice(0, SHOWN_MAX)
  const isCompared = wish.price === null || isOfCurrency(wish.price, currency)
  const lines = [
    say(language, 'advice.list'),
    ...shown.map((one) => lineOf(context.turn, one.entry.product, reasonFor(one))),
    isCompared ? '' : say(language, 'advice.currency', { currency: currency ?? '' }),
  ]
  return replyOf(
    context,
    lines,
    shown.map(({ entry }) => entry.product),
  )
}

/** One that was named is sold out: it is called so, with others of its kind. */
export function tellSoldOut(context: Context, named: Product, others: Fitting[]): Reply {
  const { language } = context.understanding
  const shown = others.slice(0, SHOWN_MAX - 1)
  const lines = [
    say(language, 'stock.soldOut', { title: named.title }),
    ...(shown.length > 0 ? [say(language, 'advice.instead')] : []),
    ...shown.map((one) => lineOf(context.turn, one.entry.product, reasonFor(one))),
  ]
  return replyOf(context, lines, [named, ...shown.map(({ entry }) => entry.product)])
}

/** An answer of these lines, which rests on products. `computed`: what was worked out of what they state. */
export function replyOf(context: Context, lines: string[], products: Product[], computed: string[] = []): Reply {
  const text = lines.filter(Boolean).join('\n')
  const site = context.turn.settings.allowedOrigins[0]
  const evidence = products.flatMap((product) => [
    JSON.stringify(product),
    product.title,
    addressOf(product, site),
    ...lines.flatMap((line) => line.match(/(?<=“)[^”]+/g) ?? []),
  ])
  return {
    act: 'answer',
    text,
    evidence: [...evidence, ...computed],
    faqs: [],
    products: products.map(cardOf),
    advised: products,
  }
}
