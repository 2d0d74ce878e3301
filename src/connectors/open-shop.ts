import type { ShopReader } from './reader.ts'
import { shopifyApi } from './shopify/admin-api.ts'
import type { CostBudget } from './shopify/budget.ts'
import { shopifyReader } from './shopify/shopify.ts'
import { shopifyWriter } from './shopify/writer.ts'
import { adminApi } from './vendure/admin-api.ts'
import { vendureReader } from './vendure/vendure.ts'
import { vendureWriter } from './vendure/writer.ts'
import { restApi } from './woocommerce/rest-api.ts'
import { wooReader } from './woocommerce/woocommerce.ts'
import { wooWriter } from './woocommerce/writer.ts'
import type { ShopWriter } from './writer.ts'

/** Platforms that can be asked, by the kind of connection. */
type AskedKind = 'vendure' | 'woocommerce' | 'shopify'

interface Asking {
  /** Address of its API, and its credentials. */
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

/** What a shop is read with, and what is done in it. */
interface Asked {
  reader: ShopReader
  writer: ShopWriter
}

export function openShop(kind: AskedKind, { api, tokenOf, budget, fetchAllowed, signal }: Asking): Asked {
  switch (kind) {
    case 'vendure': {
      const ask = adminApi(api, fetchAllowed, signal)
      return { reader: vendureReader(ask), writer: vendureWriter(ask) }
    }
    case 'woocommerce': {
      const ask = restApi(api, fetchAllowed, signal)
      return { reader: wooReader(ask, api.url), writer: wooWriter(ask, api.url) }
    }
    case 'shopify': {
      const ask = shopifyApi({ url: api.url, tokenOf, budget, fetchAllowed, signal })
      return { reader: shopifyReader(ask, api.url), writer: shopifyWriter(ask, api.url) }
    }
  }
}
