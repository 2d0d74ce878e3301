import { isKnownZone, ownZone } from '../base/zoned.ts'
import { inbox } from './state.ts'

/** The store's time zone, by its opening hours; where it has none, the browser's. */
export function storeZone(): string {
  const { timeZone } = inbox.get().me.store
  return timeZone !== null && isKnownZone(timeZone) ? timeZone : ownZone()
}
