import { readWords } from '#base/search-tokenizer.ts'
import { isStopWord } from '#base/stop-words.ts'
import type { Product } from '#core/commerce/platform.ts'
import { cardOf } from '../catalogue/cards.ts'
import { SHOWN_MAX } from '../catalogue/product-line.ts'
import { ENGLISH_WORDS, type GlossedWord, gloss } from '../retrieval/translate-terms.ts'
import { loadWordVectors, type WordVectors } from '../retrieval/word-vectors.ts'
import type { TurnLine } from '../turn.ts'
import { queriesOf } from './articles.ts'
import type { Context, Reply } from './context.ts'
import { countSaid, say } from './texts.ts'

/** Products that are compared with what is asked. */
const HITS_MAX = 20
/** Products whose articles are looked at where none is named. */
const NEAR_MAX = 3
/** How much of a product's title must be said for that product to be meant, and of a wish must fit for one to be shown. */
const NAMED = 0.5
const FITS = 0.6

/** Words of a wish that are not about the thing itself. */
const OF_WISHES = new Set(
  `buy sell have price cost color colour available stock size show find recommend want need looking look new product products
  thing things best good any nice like order get something shop store suggest offer carry sale run fit fits large big small
  much tell interested sizes colours colors prices come comes search searching me us sold out cheap item items keep long time where kind type kinds types
  hi hello hey please thanks pls recommendation advice help question may might maybe also other`.split(/\s+/),
)

export interface FoundProducts {
  /** Products whose articles may answer: the named one, or those that the search finds first. */
  near: Product[]
  /** The one that the customer names; where nothing is named in a question of goods ("is it in stock?"), the one before. */
  named: Product | null
  isNamedBefore: boolean
  /** Whether only options of the previous product are named, as in "and in size M?" */
  isOfVariant: boolean
  /** The one that was named before, by the customer or to them, for any other question. */
  told: Product | null
  /** Products that fit the question, best first. */
  fitting: Product[]
}

/** Products that the message is about; none where the store has product search turned off. */
export async function findProducts(context: Context): Promise<FoundProducts> {
  const { turn, understanding } = context
  if (!turn.settings.ai.training.products && !turn.settings.ai.skills.sizeGuide)
    return { named: null, isNamedBefore: false, isOfVariant: false, told: null, near: [], fitting: [] }
  const { found, said, named: namedNow } = await searchNamed(context, understanding.text)
  const isEnglish = understanding.language === 'en'
  // Words of another language that the glossary does not have cannot stand in the catalogue.
  const wish = said.filter((term) => isEnglish || term.isGlossed || /^[A-Z\d]/.test(term.text))
  const fitting = found.filter((product) => fits(product, wish))
  const told = namedNow === null ? await toldProduct(context) : null
  const values = told ? askedValues(told, understanding.text) : []
  const options = new Set(values.flatMap((value) => readWords(value).map((word) => word.text)))
  const isBare = !wish.some((term) => isTelling(term) && !options.has(term.text.toLowerCase()))
  const isOfVariant = options.size > 0 && isBare
  const isOfGoods = isOfVariant || (OF_GOODS.includes(understanding.intent) && fitting.length === 0)
  const named = namedNow ?? (isOfGoods && isBare ? told : null)
  return {
    named,
    isNamedBefore: named !== null && namedNow === null,
    isOfVariant,
    told: isOfGoods || fitting.length > 0 ? null : told,
    near: named ? [named] : found.slice(0, NEAR_MAX),
    fitting,
  }
}

/** Questions of goods that need no word about the thing itself: whether it can be had, in which sizes, for how much. */
const OF_GOODS: string[] = ['stock', 'size', 'product']

/** Products that the search finds for a text, and the one that it names. */
async function searchNamed({ turn, platform, understanding: { language } }: Context, text: string) {
  const byId = new Map<string, Product>()
  for (const query of queriesOf({ text, language })) {
    const page = await platform.searchProducts(turn.caller, { query, limit: HITS_MAX, cursor: null })
    for (const product of page.items) if (!byId.has(product.id)) byId.set(product.id, product)
  }
  const found = [...byId.values()]
  const said = gloss(text, language)
  return { found, said, named: pickNamed(found, said, await loadWordVectors()) }
}

/** The product that was named just before, by the customer or to them; null where it was no or not one. */
async function toldProduct(context: Context): Promise<Product | null> {
  const { lines, asked } = context.turn
  // What was not understood named nothing.
  const asksBack = (line: TurnLine) => countSaid([line.text], ['askBack', 'askBack.offers']) > 0
  const known = lines.slice(0, -asked.length)
  const before = known.slice(0, known.findLastIndex((line) => line.senderType === 'bot' && !asksBack(line)) + 1)
  const answered = before.findLastIndex(({ senderType }, i) => senderType === 'bot' && i < before.length - 1)
  const turn = before.slice(answered + 1).filter(({ senderType }) => senderType !== 'system')
  if (turn.length === 0) return null
  return (await searchNamed(context, turn.map((line) => line.text).join('\n'))).named
}

/** The product most of whose title is mentioned; names count more than words of any shop. Null if it is not exactly one. */
function pickNamed(products: Product[], said: GlossedWord[], vectors: WordVectors): Product | null {
  const words = wordsOf(said)
  const titles = products.map((product) => ({
    product,
    stems: readWords(product.title).filter(({ text }) => !isStopWord(text)),
  }))
  const ranked = titles
    .map(({ product, stems }) => {
      const weights = stems.map(({ text, stem }) => {
        const others = titles.filter((title) => title.stems.some((word) => word.stem === stem)).length
        const weight = (vectors.rarity(text) ** 2 * (ENGLISH_WORDS.has(text) ? 0.5 : 1)) / others
        return { weight, isSaid: words.has(stem) || words.has(text) }
      })
      const all = weights.reduce((sum, { weight }) => sum + weight, 0)
      const told = weights.reduce((sum, { weight, isSaid }) => sum + (isSaid ? weight : 0), 0)
      return { product, share: all > 0 ? told / all : 0 }
    })
    .sort((a, b) => b.share - a.share)
  const [first, second] = ranked
  return first && first.share > NAMED && first.share > (second?.share ?? 0) ? first.product : null
}

/** Whether a product is what a wish describes: most of its words stand in it, one of them in its title or kind. */
function fits({ title, productType, description, variants }: Product, said: GlossedWord[]): boolean {
  const wish = said.filter(isTelling)
  if (wish.length === 0) return false
  const stemsOf = (text: string) => new Set(readWords(text).flatMap(({ text, stem }) => [text, stem]))
  const name = stemsOf(`${title} ${productType ?? ''}`)
  const all = stemsOf([title, productType, description, ...variants.map((variant) => variant.title)].join(' '))
  const has = (stems: Set<string>) => (term: GlossedWord) =>
    (!term.isGlossed && stems.has(term.stem)) ||
    stems.has(term.text) ||
    term.english.some((word) => stems.has(word) || stems.has(readWords(word)[0]?.stem ?? word))
  return wish.some(has(name)) && wish.filter(has(all)).length / wish.length >= FITS
}

/** Whether a word of a wish is about the thing itself. */
function isTelling({ text, english, isGlossed }: GlossedWord): boolean {
  return (isGlossed || !isStopWord(text)) && !english.every((word) => OF_WISHES.has(word)) && /\p{L}/u.test(text)
}

function wordsOf(terms: GlossedWord[]): Set<string> {
  return new Set(terms.flatMap(({ text, stem, english }) => [text, stem, ...english]))
}

/** Products that fit a wish, each with its price. */
export function tellProducts({ understanding }: Context, products: Product[]): Reply {
  const shown = products.slice(0, SHOWN_MAX)
  const lines = shown.map(({ title, priceRange: { min, max } }) => {
    const price = `${min.amount} ${min.currencyCode}`
    return `${title}: ${min.amount === max.amount ? price : `${min.amount}–${max.amount} ${max.currencyCode}`}`
  })
  return {
    act: 'answer',
    text: [say(understanding.language, 'products.list'), ...lines].join('\n'),
    evidence: shown.map((product) => JSON.stringify(product)),
    faqs: [],
    products: shown.map(cardOf),
  }
}

/** Variants that are named; more are told as the product alone. */
const VARIANTS_MAX = 12

/** Whether a product can be had, in the sizes and colours that are asked for. */
export function tellStock({ understanding }: Context, product: Product): Reply {
  const { language, text } = understanding
  const asked = askedVariants(product, text)
  const isPart = asked.length < product.variants.length
  const there = asked.filter(({ available }) => available)
  const parts = asked.length > 0 ? asked.map(({ title }) => title) : askedValues(product, text)
  const name = isPart && asked.length <= 3 ? `${product.title} (${parts.join(', ')})` : product.title
  const isThere = product.variants.length > 0 ? there.length > 0 : product.available
  const few = there.length > 0 && there.length <= VARIANTS_MAX && there.length < asked.length
  const words = few
    ? say(language, 'stock.variants', { title: product.title, variants: there.map(({ title }) => title).join(', ') })
    : say(language, isThere ? 'stock.available' : 'stock.soldOut', { title: name })
  return { act: 'answer', text: words, evidence: [JSON.stringify(product)], faqs: [], products: [cardOf(product)] }
}

/** The values of a product's options that a text names. */
const askedValues = (product: Product, text: string): string[] =>
  [...askedOptions(product, text).values()].flatMap((values) => [...values])

/** Variants with the options that a text names: "Skerry in moss, size M"; all where it names none. */
function askedVariants(product: Product, text: string): Product['variants'] {
  const wanted = [...askedOptions(product, text)]
  return product.variants.filter(({ options }) =>
    wanted.every(([name, values]) => options.some((one) => one.name === name && values.has(one.value))),
  )
}

/** Options that the text asks for, by name. */
function askedOptions({ variants }: Product, text: string): Map<string, Set<string>> {
  const named = (value: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(value)}(?![\\p{L}\\p{N}])`, value.length > 1 ? 'iu' : 'u').test(text)
  const wanted = new Map<string, Set<string>>()
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    if (named(value)) wanted.set(name, (wanted.get(name) ?? new Set()).add(value))
  }
  return wanted
}

/** Rows of a size chart that are told. */
const ROWS_MAX = 15

/** A product's size chart as lines of text; null where it has none. */
export async function tellSizes({ turn, platform, understanding }: Context, product: Product): Promise<Reply | null> {
  const guide = await platform.getSizeGuide(turn.caller, product.id)
  if (!guide) return null
  const lines = [guide.columns, ...guide.rows.slice(0, ROWS_MAX)].map((cells) => cells.join(' | '))
  const intro = say(understanding.language, 'size.guide', { title: product.title, unit: guide.unit })
  return {
    act: 'answer',
    text: [intro, ...lines, guide.note].filter(Boolean).join('\n'),
    evidence: [JSON.stringify(product), JSON.stringify(guide)],
    faqs: [],
    products: [cardOf(product)],
  }
}

const OF_OFFERS = new Set(
  `discount coupon voucher code codes promo offer offers sale deal deals sell have get customer special current now today right duration
  active working any price reduction free`.split(/\s+/),
)

/** Whether a message asks for whatever offers there are, not for one kind, such as that for students. */
export function asksForOffers({ understanding: { text, language } }: Context): boolean {
  return gloss(text, language)
    .filter(({ text, isGlossed }) => isGlossed || (language === 'en' && !isStopWord(text)))
    .every(({ english }) => english.some((word) => OF_OFFERS.has(word)))
}

/** Offers that are told. */
const DISCOUNTS_MAX = 5

/** The store's public offers that hold now. */
export async function tellDiscounts({ turn, platform, understanding }: Context): Promise<Reply> {
  const { language } = understanding
  const { items } = await platform.findDiscounts(turn.caller, { limit: DISCOUNTS_MAX, cursor: null })
  const lines = items.map(({ title, summary, code }) => {
    const what = summary === title ? title : `${title}: ${summary}`
    return code ? `${what} (${say(language, 'discounts.code', { code })})` : what
  })
  return {
    act: 'answer',
    text: lines.length > 0 ? [say(language, 'discounts.list'), ...lines].join('\n') : say(language, 'discounts.none'),
    evidence: items.map((discount) => JSON.stringify(discount)),
    faqs: [],
    products: [],
  }
}
