import { useInfiniteQuery } from '@tanstack/react-query'
import type { RuleCall } from '../../../api/records.ts'
import { endpointLogQuery } from '../../../api/store/rule-endpoints.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'

const STATUSES: Record<RuleCall['status'], string> = {
  pending: t('Waiting'),
  delivered: t('Delivered'),
  dropped: t('Rejected by the endpoint'),
  failed: t('Failed'),
}

/** Calls of rules to an endpoint in the last 30 days, newest first. */
export function EndpointLog({ id, title }: { id: string; title: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    endpointLogQuery(id),
  )
  if (!data) return <Loading error={error} onRetry={refetch} />
  const calls = data.pages.flatMap((page) => page.data)
  return (
    <section className="rule-log" aria-label={t('Calls to {0}', title)}>
      {calls.length === 0 && <p className="none">{t('No rule has called it in the last 30 days.')}</p>}
      <ul className="lines">
        {calls.map((call) => (
          <li key={call.id}>
            <div>
              <Link href={pathTo('open', call.conversationId)}>{call.customerName ?? t('Visitor')}</Link>{' '}
              <span className="about">{moment(call.createdAt)}</span>
              <p className="about">
                {call.ruleName} · {STATUSES[call.status]} · {t('{0} attempt|{0} attempts', call.attempts)}
                {call.error && ` · ${call.error}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className="acts">
        {hasNextPage && (
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        )}
        <Button kind="quiet" onClick={() => void refetch()}>
          {t('Check again')}
        </Button>
      </div>
    </section>
  )
}
