import { useInfiniteQuery } from '@tanstack/react-query'
import { ruleLogQuery } from '../../../api/store/rules.ts'
import { useMembers } from '../../../api/team/team.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { outcomeWords } from './rule-words.ts'

/** What a rule did in the last 30 days, newest first. */
export function RuleLog({ id, name }: { id: string; name: string }) {
  const members = useMembers()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ruleLogQuery(id))
  if (!data) return <Loading error={error} onRetry={refetch} />
  const runs = data.pages.flatMap((page) => page.data)
  return (
    <section className="rule-log" aria-label={t('What {0} did', name)}>
      {runs.length === 0 && <p className="none">{t('It has not matched in the last 30 days.')}</p>}
      <ul className="lines">
        {runs.map((run) => (
          <li key={run.id}>
            <div>
              <Link href={pathTo('open', run.conversationId)}>{run.customerName ?? t('Visitor')}</Link>{' '}
              <span className="about">{moment(run.createdAt)}</span>
              <p className="about">{run.outcomes.map((one) => outcomeWords(one, members)).join(' · ')}</p>
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
