import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import { notFound } from '#core/errors.ts'
import { search } from '#core/search/search.ts'
import { findCollections, findProducts, findSizeGuide, listProducts } from '#storage/commerce/catalogue.ts'
import { findPublicDiscounts, listPublicDiscounts } from '#storage/commerce/discounts.ts'
import { findOrder, findOrderByTracking } from '#storage/commerce/orders.ts'
import { localCarts } from './local-carts.ts'
import { pageOfHits, pageOfIds } from './pages.ts'
import type { Collection, Discount, Order, Platform, Product, SizeGuide } from './platform.ts'

/** The platform that Parley is itself: tables of this database, filled by the import and by sample data. */
export function localPlatform(baseUrl: string): Platform {
  const requireProduct: Platform['requireProduct'] = async ({ shop }, productId) => {
    const [found] = await findProducts<Product>(shop, [productId])
    if (!found) throw notFound('Product')
    return found.data
  }

  return {
    baseUrl,
    requireProduct,
    carts: localCarts(baseUrl),

    async searchProducts({ shop }, { query, limit, cursor, ...filters }) {
      const hits = await search(shop, 'product', query)
      return pageOfHits(hits, { limit, cursor }, (ids) => findProducts<Product>(shop, ids, filters))
    },

    async listProducts({ shop }, limit) {
      return (await listProducts<Product>(shop, limit)).map(({ data }) => data)
    },

    async listCollections({ shop }, ids) {
      return ids.length === 0 ? [] : (await findCollections<Collection>(shop, ids)).map(({ data }) => data)
    },

    async searchCollections({ shop }, { query, ...page }) {
      const hits = await search(shop, 'collection', query)
      return pageOfHits(hits, page, (ids) => findCollections<Collection>(shop, ids))
    },

    async findDiscounts({ shop }, { query, ...page }) {
      const now = currentTime()
      if (query === undefined) {
        return pageOfIds(page, (after, limit) => listPublicDiscounts<Discount>(shop, now, { after, limit }))
      }
      const hits = await search(shop, 'discount', query)
      return pageOfHits(hits, page, (ids) => findPublicDiscounts<Discount>(shop, now, ids))
    },

    async getSizeGuide(caller, productId) {
      await requireProduct(caller, productId)
      return (await findSizeGuide<SizeGuide>(caller.shop, productId)) ?? null
    },

    async getOrder({ shop }, { email, ...by }) {
      const found =
        'orderNumber' in by
          ? await findOrder<Order>(shop, by.orderNumber.trim().replace(/^#/, ''))
          : await findOrderByTracking<Order>(shop, by.trackingNumber)
      // Somebody else's order is as unknown as none, so that addresses cannot be tried out.
      if (!found || (email !== undefined && found.emailKey !== emailKey(email))) throw notFound('Order')
      return found.data
    },

    orderToldAt: async () => null,
  }
}
