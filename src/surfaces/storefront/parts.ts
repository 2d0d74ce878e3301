import type { Platform } from '#core/commerce/platform.ts'
import type { FileStore } from '#core/files/files.ts'
import type { UploadQuotas } from '#core/files/upload-quotas.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
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
}
