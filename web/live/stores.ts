import type { BrowserStore } from '../api/records.ts'
import { createStore } from '../base/store.ts'

/** The browser's other stores, as far as they were asked about (other-stores.ts). */
export const stores = createStore<{ others: BrowserStore[] }>({ others: [] })
