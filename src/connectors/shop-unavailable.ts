/** A shop that cannot be asked now, or not with what it is asked with. */
export class ShopUnavailable extends Error {
  /** Asking again will not help: somebody has to connect the shop again. */
  readonly isFinal: boolean
  /** The shop takes no access by this any more (401). */
  readonly isRefused: boolean
  constructor(message: string, isFinal: boolean, { isRefused = false } = {}) {
    super(message)
    this.isFinal = isFinal
    this.isRefused = isRefused
  }
}
