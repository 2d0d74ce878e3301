import { inZone } from '../../../../src/base/zoned-time.ts'
import { ownZone } from '../../../base/time.ts'
import { storeZone } from '../../../live/store-zone.ts'

/** When a reply is sent, by the store's clocks; where those show another time than this browser's, it says whose. */
export function sendWhen(iso: string): string {
  const at = new Date(iso)
  const timeZone = storeZone()
  const [there, here] = [inZone(at, timeZone), inZone(at, ownZone())]
  const isSame = there.day === here.day && there.time === here.time
  return new Intl.DateTimeFormat(undefined, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...(isSame ? {} : { timeZoneName: 'short' }),
  }).format(at)
}
