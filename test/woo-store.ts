import type { WooShop } from './doubles/woocommerce.ts'
import { ok } from './expect.ts'
import type { Store } from './factories.ts'
import { until } from './until.ts'

/** Connects a WooCommerce shop to a store, and waits until all that it has was read. */
export async function connectWooShop(store: Store, shop: WooShop): Promise<void> {
  const path = `/operator/stores/${store.shopId}/connections`
  const keys = { apiUrl: shop.url, consumerKey: shop.key, consumerSecret: shop.secret }
  ok(await store.operator.post(path, { kind: 'woocommerce', ...keys }), 201)
  await until('the reading', async () => {
    const [{ sync }] = ok(await store.operator.get(path))
    return sync.kinds.length === 5 && sync.kinds.every((kind: { isComplete: boolean }) => kind.isComplete)
  })
}
