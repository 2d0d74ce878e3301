import { isTimeZone } from '../../src/base/zoned-time.ts'
import { ownZone } from '../base/time.ts'
import { inbox } from './state.ts'

/** The store's time zone, by its opening hours; where it has none, the browser's. */
export function storeZone(): string {
  const { timeZone } = inbox.get().me.store
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : ownZone()
}
