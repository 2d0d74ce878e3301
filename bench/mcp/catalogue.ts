import { Random } from '#base/random.ts'
import { saveProducts } from '#storage/commerce/catalogue.ts'
import { saveArticles } from '#storage/knowledge/articles.ts'
import { createLogger } from '../../src/base/logger.ts'
import { operatorCaller } from '../../src/core/caller.ts'
import { completeProduct } from '../../src/core/import/catalogue.ts'
import { articleRow } from '../../src/core/knowledge/store-article.ts'
import { createKey, deleteKey, listKeys } from '../../src/core/stores/api-keys.ts'
import { changeStore, createStore, requireStore } from '../../src/core/stores/stores.ts'
import type { Database, Queries } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { ensureDatabase } from '../database.ts'
import { benchSecrets } from '../secrets.ts'

export const SIZES = { articles: 50_000, products: 200_000 }
const BATCH = 250
const WRITERS = 2
const NAME = `bench catalogue ${SIZES.articles}+${SIZES.products}`

const COLOURS = 'red blue green black white grey yellow orange purple brown pink navy olive teal'.split(' ')
const KINDS =
  'jacket shirt shoe boot tent kayak lamp chair table sofa mug bottle backpack glove hat scarf sock belt watch camera'.split(
    ' ',
  )
const ADJECTIVES =
  'light warm waterproof vintage compact folding wireless organic classic slim padded quiet robust'.split(' ')
const TOPICS =
  'shipping returns payment warranty sizes invoice account gift voucher repair address delivery refund'.split(' ')

/** Whole numbers below `n`, the same ones every time; `rare` makes small ones much likelier, as words of a language are. */
function randomOf(seed: number) {
  const random = Random.of(seed)
  return { below: (n: number) => random.below(n), rare: (n: number) => Math.floor(n ** random.fraction()) }
}

/** Made-up words that look like some, by their rank. */
function wordOf(rank: number): string {
  const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu', 'da', 'fe', 'go', 'hi', 'pa', 'wo']
  let word = ''
  for (let left = rank + 16; left > 0; left = Math.floor(left / 16)) word += syllables[left % 16]
  return word
}

function sentence(random: ReturnType<typeof randomOf>, words: number): string {
  return Array.from({ length: words }, () => wordOf(random.rare(20_000))).join(' ')
}

export function productOf(i: number) {
  const random = randomOf(i)
  const pick = (list: string[]) => list[random.below(list.length)] as string
  const [colour, kind, adjective] = [pick(COLOURS), pick(KINDS), pick(ADJECTIVES)]
  const price = { amount: `${5 + random.below(400)}.90`, currencyCode: 'EUR' }
  return completeProduct({
    id: `product-${i}`,
    title: `${adjective} ${colour} ${kind} ${wordOf(500 + random.below(5_000))}`,
    description: sentence(random, 25),
    vendor: wordOf(6_000 + random.below(300)),
    productType: kind,
    variants: ['S', 'M', 'L'].map((size) => ({
      id: `variant-${i}-${size}`,
      title: size,
      sku: `SKU-${i}-${size}`,
      price,
    })),
  })
}

export function articleOf(i: number) {
  const random = randomOf(i + 1e6)
  const topic = TOPICS[random.below(TOPICS.length)] as string
  return {
    id: `article-${i}`,
    question: `How does ${topic} work for ${wordOf(random.rare(20_000))} ${wordOf(random.below(20_000))}?`,
    answer: sentence(random, 50),
  }
}

/** A store with a large catalogue and knowledge base; one that is there already is used again. */
export async function prepareCatalogue(databaseUrl: string) {
  await ensureDatabase(databaseUrl)
  const database = await openDatabase({
    databaseUrl,
    dataDir: '',
    secrets: benchSecrets(),
    logger: createLogger('silent'),
  })
  try {
    const [known] = await database.system.query<{ shopId: string }>('select shop_id from shops where name = $1', [NAME])
    const shopId = known?.shopId ?? (await fill(database))
    const caller = operatorCaller(database, shopId)
    for (const { id } of await listKeys(caller)) await deleteKey(caller, id)
    const { key } = await createKey(caller, 'bench')
    const { appId } = await requireStore(database, shopId)
    return { shopId, appId, key }
  } finally {
    await database.close()
  }
}

async function fill(database: Database): Promise<string> {
  const { store } = await createStore(database, { name: 'filling', plan: 'pro' })
  const shop = database.shop(store.shopId)
  const begun = performance.now()
  const updatedAt = new Date()
  await write(shop, SIZES.articles, (tx, i) =>
    saveArticles(
      tx,
      i.map(articleOf).map((data) => articleRow(data, { slug: data.id, updatedAt })),
      [],
    ),
  )
  await write(shop, SIZES.products, (tx, i) =>
    saveProducts(
      tx,
      i.map(productOf).map((data) => ({ id: data.id, data, updatedAt })),
    ),
  )
  console.log(`filled in ${Math.round((performance.now() - begun) / 1000)} s`)
  await changeStore(operatorCaller(database, store.shopId), {
    name: NAME,
    settings: { ai: { training: { products: true } } },
  })
  return store.shopId
}

async function write(
  shop: { transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> },
  total: number,
  save: (tx: Queries, indexes: number[]) => Promise<void>,
): Promise<void> {
  let next = 0
  const writer = async () => {
    while (next < total) {
      const first = next
      next += BATCH
      const indexes = Array.from({ length: Math.min(BATCH, total - first) }, (_, i) => first + i)
      await shop.transaction((tx) => save(tx, indexes))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}
