import { slugOf } from '#base/slugs.ts'
import { type Caller, operatorCaller } from '#core/caller.ts'
import type { Product } from '#core/commerce/platform.ts'
import { slug } from '#core/import/catalogue.ts'
import { articleAddress, readHelpSite } from '#core/stores/help-site.ts'
import type { Database } from '#database/database.ts'
import { listProducts } from '#storage/commerce/catalogue.ts'
import { findDemoStore } from '#storage/stores/stores.ts'
import { SHOP } from './corpus.ts'

/** The store that the demo shop sells for. */
export interface DemoShop {
  caller: Caller
  appId: string
  name: string
}

/** Undefined where no demo store was made, or it was uninstalled. */
export async function openDemoShop(database: Database): Promise<DemoShop | undefined> {
  const store = await findDemoStore(database.system)
  return store && { caller: operatorCaller(database, store.shopId), appId: store.appId, name: store.name }
}

/** A demo shop's shelves hold its whole catalogue, as long as that is no longer than this. */
const PRODUCTS_MAX = 200

/** Its products, in the order in which the sample data has them; others after those. */
export async function listShelf({ caller }: DemoShop): Promise<Product[]> {
  const found = await listProducts<Product>(caller.shop, PRODUCTS_MAX)
  const place = ({ title }: Product) => SHOP.products.findIndex((product) => product.title === title) >>> 0
  return found.map(({ data }) => data).sort((a, b) => place(a) - place(b))
}

/** The page of the first article that sample data has at `/demo/help/{topic}`; null where there is none. */
export async function findHelpPage({ caller }: DemoShop, topic: string, baseUrl: string): Promise<string | null> {
  const article = SHOP.faqs.find(({ url }) => url === `/demo/help/${topic}`)
  if (!article) return null
  const slug = slugOf(article.question, 'article')
  return articleAddress(await readHelpSite(caller.shop), { locale: 'en', slug }, baseUrl)
}

export const DEMO_COLLECTIONS: { title: string; handle: string; about: string | null; types: string[] }[] =
  SHOP.collections.map((collection) => ({ ...collection, handle: slug(collection.title, 'collection') }))
