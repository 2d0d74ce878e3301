import type { FileStore } from '#core/files/files.ts'
import type { UploadQuotas } from '#core/files/upload-quotas.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { OrderLookups } from '#core/visitors/order-lookups.ts'
import type { TranscriptLimits } from '#core/visitors/transcript.ts'
import type { Realtime } from '#surfaces/realtime/realtime.ts'
import type { StoreFinder } from './guard.ts'

/** What the surface's routes share. */
export interface Storefront {
  stores: StoreFinder
  limits: MinuteLimits
  realtime: Realtime
  files: FileStore
  quotas: UploadQuotas
  lookups: OrderLookups
  /** Counts the copies of conversations that are mailed; null where no mail leaves. */
  transcripts: Pick<TranscriptLimits, 'counter' | 'mailCounter'> | null
  /** The header in which a proxy says which country a shopper is in. */
  countryHeader: string | undefined
  /** The service's public address. */
  baseUrl: string
}
