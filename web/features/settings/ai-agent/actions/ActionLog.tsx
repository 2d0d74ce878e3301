import { useInfiniteQuery } from '@tanstack/react-query'
import { actionLogQuery } from '../../../../api/store/custom-actions.ts'
import { t } from '../../../../base/texts.ts'
import { RUN_STATES } from '../../../../ui/run-states.ts'
import { ConversationLog } from '../../rules/ConversationLog.tsx'
import { SOURCES } from './words.ts'

/** Runs of an action in the last 30 days, newest first. */
export function ActionLog({ id, name }: { id: string; name: string }) {
  return (
    <ConversationLog
      log={useInfiniteQuery(actionLogQuery(id))}
      label={t('Runs of {0}', name)}
      none={t('It has not run in the last 30 days.')}
      describe={({ source, state, durationMs, error }) =>
        [source !== 'test' && SOURCES[source], RUN_STATES[state], durationMs !== null && t('{0} ms', durationMs), error]
          .filter(Boolean)
          .join(' · ')
      }
    />
  )
}
