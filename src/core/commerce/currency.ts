import type { Caller } from '#core/caller.ts'
import { findCurrency } from '#storage/commerce/catalogue.ts'

/** The currency that a store's sums are shown in: that of its catalogue; null without products. */
export const getCurrency = ({ shop }: Caller): Promise<string | null> => findCurrency(shop)
