import { isOpenAt, nextOpening } from '../../../src/base/opening-hours.ts'
import { isTimeZone } from '../../../src/base/zoned-time.ts'
import { isTeamHere, isWithAiAgent } from '../engine/state.ts'
import { useEngine, useWidget } from './context.ts'

/** Shows who is online, how soon they reply and, when no member is online, when one will be. */
export function Presence() {
  const { t, when } = useWidget().texts
  const state = useEngine()
  const { replyTime, hours } = state.config
  if (isTeamHere(state)) {
    const soon = replyTime === 'none' ? '' : ` · ${t(`reply.${replyTime}`)}`
    return <p class="state on">{`${t('online')}${soon}`}</p>
  }
  if (isWithAiAgent(state)) return <p class="state">{t('assistant')}</p>
  // A time zone that the browser does not know counts as open: better no word than a wrong one.
  const known = hours && isTimeZone(hours.timeZone) ? hours : null
  const now = new Date()
  const isOpen = known === null || isOpenAt(now, known)
  const next = known && nextOpening(now, known)
  const words = next
    ? t('away.until', { when: when(next.getTime()) })
    : isOpen && replyTime !== 'none'
      ? t(`reply.${replyTime}`)
      : t('away')
  return <p class="state">{words}</p>
}
