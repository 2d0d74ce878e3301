import type { ShopReader } from './reader.ts'
import { shopifyApi } from './shopify/admin-api.ts'
import type { CostBudget } from './shopify/budget.ts'
import { shopifyReader } from './shopify/shopify.ts'
import { adminApi } from './vendure/admin-api.ts'
import { vendureReader } from './vendure/vendure.ts'
import { restApi } from './woocommerce/rest-api.ts'
import { wooReader } from './woocommerce/woocommerce.ts'

/** Platforms that can be asked, by the kind of connection. */
type AskedKind = 'vendure' | 'woocommerce' | 'shopify'

interface Asking {
  /** Where its API is, and what it is asked with. */
  api: { url: string; key: string; secret?: string }
  /** Gets a token, of platforms whose tokens expire. */
  tokenOf: (isRefused: boolean) => Promise<string>
  /** What the shop may still be asked, of platforms that count. */
  budget: CostBudget
  /** Reaches only addresses that are allowed (outbound). */
  fetchAllowed: typeof fetch
  /** Ends a question that takes too long. */
  signal?: (() => AbortSignal) | undefined
}

export function readerOf(kind: AskedKind, { api, tokenOf, budget, fetchAllowed, signal }: Asking): ShopReader {
  switch (kind) {
    case 'vendure':
      return vendureReader(adminApi(api, fetchAllowed, signal))
    case 'woocommerce':
      return wooReader(restApi(api, fetchAllowed, signal))
    case 'shopify':
      return shopifyReader(shopifyApi({ url: api.url, tokenOf, budget, fetchAllowed, signal }))
  }
}
