import { useInfiniteQuery } from '@tanstack/react-query'
import type { RuleCall } from '../../../api/records.ts'
import { endpointLogQuery } from '../../../api/store/rule-endpoints.ts'
import { t } from '../../../base/texts.ts'
import { ConversationLog } from './ConversationLog.tsx'

const STATUSES: Record<RuleCall['status'], string> = {
  pending: t('Waiting'),
  delivered: t('Delivered'),
  dropped: t('Rejected by the endpoint'),
  failed: t('Failed'),
}

/** Calls of rules to an endpoint in the last 30 days, newest first. */
export function EndpointLog({ id, title }: { id: string; title: string }) {
  return (
    <ConversationLog
      log={useInfiniteQuery(endpointLogQuery(id))}
      label={t('Calls to {0}', title)}
      none={t('No rule has called it in the last 30 days.')}
      describe={({ ruleName, status, attempts, error }) =>
        [ruleName, STATUSES[status], t('{0} attempt|{0} attempts', attempts), error].filter(Boolean).join(' · ')
      }
    />
  )
}
