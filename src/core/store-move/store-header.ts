import type { FileHeader } from '#core/backup/format.ts'

/** First entry of a store's export. */
export interface StoreHeader extends FileHeader {
  store: { shopId: string; appId: string; name: string }
  /** Whether people and what they wrote were replaced. */
  isAnonymous: boolean
}

/** What a store's id, its App ID and its files' ids look like; they are parts of paths. */
export const STORE_ID = /^[\w-]{1,64}$/
