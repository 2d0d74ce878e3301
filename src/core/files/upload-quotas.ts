import type { Network } from '#base/network.ts'
import { ParleyError } from '#core/errors.ts'
import { FILE_BYTES_MAX, UPLOAD_QUOTAS } from '#core/limits.ts'
import type { QueryBudget } from '#core/rates/query-budget.ts'

/** Refused for a limit that passes; says after how many seconds. */
export class QuotaUsedUp extends ParleyError {
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super('RATE_LIMITED', message)
    this.retryAfter = retryAfter
  }
}

export type UploadBudgets = Record<keyof typeof UPLOAD_QUOTAS, QueryBudget>

/** The visitor and network to which a file's bytes are counted. */
export interface Uploader {
  shopId: string
  /** Network of the client, if limits per network are on. */
  network: Network | null
  /** The visitor or member. */
  person: string
}

/** Bytes that may be uploaded: by an address, by a person, to a store. */
export class UploadQuotas {
  readonly #budgets: UploadBudgets

  constructor(budgets: UploadBudgets) {
    this.#budgets = budgets
  }

  /**
   * Takes a file, of which only `told` bytes are known, if the quotas have room for it; it counts as what it was in the
   * end, and as nothing when `take` refuses it.
   */
  async spend<File extends { size: number }>(
    uploader: Uploader,
    told: number,
    take: () => Promise<File>,
  ): Promise<File> {
    const settle = await this.#reserve(uploader, told)
    let size = 0
    try {
      const file = await take()
      size = file.size
      return file
    } finally {
      await settle(size)
    }
  }

  /** Reserves the size, or the greatest there is where it is not told, and returns what to call with the size it had. */
  async #reserve({ shopId, network, person }: Uploader, told: number): Promise<(size: number) => Promise<void>> {
    const wanted = told > 0 ? Math.min(told, FILE_BYTES_MAX) : FILE_BYTES_MAX
    const names: [keyof typeof UPLOAD_QUOTAS, string][] = [
      ['store', shopId],
      ['person', `${shopId}:${person}`],
    ]
    if (network !== null) names.unshift(['address', network])
    const taken: [QueryBudget, string, number][] = []
    const settle = async (size: number) => {
      await Promise.all(taken.map(([budget, name, bytes]) => budget.charge(name, size - bytes)))
    }
    for (const [whose, name] of names) {
      const reserved = await this.#budgets[whose].reserve(name, wanted)
      if (reserved.taken > 0) taken.push([this.#budgets[whose], name, reserved.taken])
      if (reserved.taken >= wanted) continue
      await settle(0)
      const { size, perSecond, what } = UPLOAD_QUOTAS[whose]
      const missing = wanted - (reserved.left + reserved.taken)
      const seconds = Math.max(1, Math.ceil(missing / perSecond))
      const mb = Math.round(size / 1024 / 1024)
      throw new QuotaUsedUp(`${what} may upload ${mb} MB at a time; try again in ${seconds} seconds.`, seconds)
    }
    return settle
  }
}
