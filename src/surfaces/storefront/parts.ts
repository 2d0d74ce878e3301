import type { Platform } from '#core/commerce/platform.ts'
import type { FileStore } from '#core/files/files.ts'
import type { UploadQuotas } from '#core/files/upload-quotas.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Realtime } from '#surfaces/realtime/realtime.ts'
import type { StoreFinder } from './guard.ts'

/** What the surface's routes share. */
export interface Storefront {
  stores: StoreFinder
  limits: MinuteLimits
  realtime: Realtime
  files: FileStore
  quotas: UploadQuotas
  platform: Platform
  /** Counts the copies of conversations that are mailed; null where no mail leaves. */
  transcripts: RateCounter | null
  /** The header in which a proxy says which country a shopper is in. */
  countryHeader: string | undefined
}
