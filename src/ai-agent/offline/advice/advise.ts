import { getCurrency } from '#core/commerce/currency.ts'
import type { Product } from '#core/commerce/platform.ts'
import { type CatalogueEntry, readEntries } from '../../catalogue/entry.ts'
import { wordsOf } from '../../catalogue/lexicon.ts'
import { queriesOf } from '../articles.ts'
import { type Context, plainReply, type Reply } from '../context.ts'
import { say } from '../texts.ts'
import { asksToCompare, compare } from './compare.ts'
import { type Request, readRequest } from './conversation.ts'
import { type Fitting, fitting, fittingOf } from './fit.ts'
import { namedIn } from './named.ts'
import { askToNarrow } from './narrow.ts'
import { tellFitting, tellSoldOut } from './tell.ts'
import { emptyWish, type Wish } from './wish.ts'

// Advice on products without a model: what is wished for is compared with what the catalogue states, whatever languages the
// two are in. It shows what fits and quotes it, and says so where nothing does (spec C15).

/** Stores with no more products have all of them compared; of others those that the search finds. */
const ALL_MAX = 300
const HITS_MAX = 50

/**
 * Products that fit the customer's wish, or a question that narrows it; null where the message wishes for none. `described`:
 * those that the catalogue's search has found for its words.
 */
export async function advise(context: Context, described: Product[]): Promise<Reply | null> {
  const { turn, understanding } = context
  const request = turn.settings.ai.training.products ? readRequest(context) : null
  if (!request) return null
  const { wish, isWish, isFollowUp } = request
  const entries = await entriesFor(context, wish)
  const named = namedIn(entries, understanding.text, understanding.language)
  const [first, second] = named.map(({ entry }) => entry)
  if (first && second && named.length === 2 && asksToCompare(understanding.text))
    return note(context, 'compared', compare(context, first, second))
  if (!isWish) return null
  const currency = await getCurrency(turn.caller)
  if (first && !first.product.available) return note(context, 'sold out', insteadOf(context, first, entries, currency))
  if (first && named[0]?.isWhole && !isFollowUp)
    return note(context, 'named', tellFitting(context, [fittingOf(first)], { wish, currency }))

  const found = findFitting(entries, described, wish, currency)
  if (found.length === 0) return tellNone(context, request)
  const question = request.isNarrowed || request.wasNarrowed ? null : askToNarrow(context, found, wish)
  if (question) return note(context, 'question', question)
  return note(context, `${found.length} fit`, tellFitting(context, found, { wish, currency }))
}

/** That a product which is asked for is sold out, with others of its kind. */
export async function adviseInstead(context: Context, product: Product): Promise<Reply> {
  const entries = await entriesFor(context, emptyWish())
  const named = entries.find((entry) => entry.product.id === product.id)
  if (!named) return tellSoldOut(context, product, [])
  return note(context, 'sold out', insteadOf(context, named, entries, await getCurrency(context.turn.caller)))
}

function insteadOf(context: Context, named: CatalogueEntry, entries: CatalogueEntry[], currency: string | null): Reply {
  const most = Math.max(...named.kinds.values())
  const kinds = [...named.kinds].flatMap(([kind, weight]) => (weight === most ? [kind] : []))
  const others = kinds.length > 0 ? fitting(entries, { ...emptyWish(), kinds: new Set(kinds) }, currency) : []
  return tellSoldOut(context, named.product, others)
}

/** What fits; of what no list of goods has words for, the products that the search has found. */
function findFitting(entries: CatalogueEntry[], described: Product[], wish: Wish, currency: string | null): Fitting[] {
  const found = fitting(entries, wish, currency)
  // A kind that the lists have and the catalogue has not is not sold.
  if (found.length > 0 || wish.kinds.size > 0) return found
  // A thing that no list has words for has to stand somewhere in an entry: what else is wished of it does not make it one.
  const isSaid = ({ stems }: CatalogueEntry) =>
    wish.unknownKinds.size === 0 || [...wish.unknownKinds].some((stem) => stems.has(stem))
  const ofSearch = entries.filter((entry) => described.some(({ id }) => id === entry.product.id) && isSaid(entry))
  return fitting(ofSearch, { ...wish, unknownKinds: new Set() }, currency, true)
}

/** That nothing fits; null where the customer may mean no goods at all. */
function tellNone(context: Context, { wish, isFollowUp, isAfterNone }: Request): Reply | null {
  const { intent, text, language } = context.understanding
  const isUnknown = wish.kinds.size === 0 && wish.unknownKinds.size + wish.stems.size > 0
  // "Do you have a bonus programme?" is of service, not of goods, and asked back; "do you sell kayaks?" is not.
  const isOfGoods = intent === 'product' && (!isUnknown || SELLS.test(text))
  if (!isFollowUp && !isOfGoods) return null
  if (isAfterNone) return { act: 'hand_over', reason: 'unsure' }
  return note(context, 'none', { ...plainReply(say(language, 'advice.none')), advised: [] })
}

/** Words of who wants to buy, whatever it is. */
const SELLS =
  /(?<!\p{L})(?:sell|looking for|buy|verkauf\p{L}*|suche|kaufen|vend\p{L}*|busco|cherche|acheter|comprar|comprare|cerco|verkop\p{L}*|zoek|kopen|procuro|تبيعون|ابحث|شراء)(?!\p{L})|売って|探して|買いたい/iu

function note({ trace }: Context, what: string, reply: Reply): Reply {
  trace.checks.push(`advice: ${what}`)
  return reply
}

/** A small catalogue as it was read: the products, with their collections known or not; null for a large one. */
type SmallCatalogue = { entries: Map<boolean, Promise<CatalogueEntry[]>>; products: Product[] } | null

/** Estimated bytes of an entry in memory, for each character of its product. */
const ENTRY_BYTES = 8

/** The products that may fit, read. A small catalogue is read once and remembered until products or collections change. */
async function entriesFor(context: Context, wish: Wish): Promise<CatalogueEntry[]> {
  const { turn, platform } = context
  const { caller, settings } = turn
  const knowsCollections = settings.ai.training.collections
  const small = await caller.shop.memory.recall<SmallCatalogue>('catalogue', caller.shop.shopId, async () => {
    const products = await platform.listProducts(caller, ALL_MAX + 1)
    if (products.length > ALL_MAX) return { value: null, bytes: 0 }
    return { value: { entries: new Map(), products }, bytes: ENTRY_BYTES * JSON.stringify(products).length }
  })
  if (!small) return read(context, await findNear(context, wish))
  const known = small.entries.get(knowsCollections) ?? read(context, small.products)
  small.entries.set(knowsCollections, known)
  known.catch(() => small.entries.delete(knowsCollections))
  return known
}

/** Products of a large catalogue that the search finds for a wish. */
async function findNear({ turn: { caller }, platform, understanding }: Context, wish: Wish): Promise<Product[]> {
  const queries = [...queriesOf(understanding), wordsOf([...wish.kinds, ...wish.wanted.keys(), ...wish.free])]
  const pages = await Promise.all(
    queries.map((query) => platform.searchProducts(caller, { query, limit: HITS_MAX, cursor: null })),
  )
  return [...new Map(pages.flatMap(({ items }) => items).map((product) => [product.id, product])).values()]
}

async function read({ turn, platform }: Context, products: Product[]): Promise<CatalogueEntry[]> {
  const { caller, settings } = turn
  const ids = settings.ai.training.collections
    ? [...new Set(products.flatMap(({ collections }) => collections ?? []))]
    : []
  const collections = await platform.listCollections(caller, ids.slice(0, ALL_MAX))
  return readEntries(products, new Map(collections.map(({ id, title }) => [id, title])))
}
