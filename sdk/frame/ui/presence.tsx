import { isTeamHere, isWithAiAgent } from '../engine/state.ts'
import { opening } from '../hours.ts'
import { useEngine, useWidget } from './context.ts'

/** Who is there now, how soon they reply and, when nobody is, when somebody will be. */
export function Presence() {
  const { t, when } = useWidget().texts
  const state = useEngine()
  const { replyTime, hours } = state.config
  if (isTeamHere(state)) {
    const soon = replyTime === 'none' ? '' : ` · ${t(`reply.${replyTime}`)}`
    return <p class="state on">{`${t('online')}${soon}`}</p>
  }
  if (isWithAiAgent(state)) return <p class="state">{t('assistant')}</p>
  const { isOpen, next } = hours ? opening(hours, Date.now()) : { isOpen: true, next: null }
  const words =
    next !== null
      ? t('away.until', { when: when(next) })
      : isOpen && replyTime !== 'none'
        ? t(`reply.${replyTime}`)
        : t('away')
  return <p class="state">{words}</p>
}
