import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'

interface Line {
  id: string
  /** Null: in no conversation, but as a test. */
  conversationId: string | null
  customerName: string | null
  createdAt: string
}

interface Props<One extends Line> {
  log: UseInfiniteQueryResult<InfiniteData<{ data: One[] }>>
  label: string
  /** Said where the log is empty. */
  none: string
  describe: (line: One) => ReactNode
}

/** Pages of what was done in conversations, newest first: each with its customer and time. */
export function ConversationLog<One extends Line>({ log, label, none, describe }: Props<One>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = log
  if (!data) return <Loading error={error} onRetry={refetch} />
  const lines = data.pages.flatMap((page) => page.data)
  return (
    <section className="rule-log" aria-label={label}>
      {lines.length === 0 && <p className="none">{none}</p>}
      <ul className="lines">
        {lines.map((line) => (
          <li key={line.id}>
            <div>
              {line.conversationId === null ? (
                t('Test')
              ) : (
                <Link href={pathTo('open', line.conversationId)}>{line.customerName ?? t('Visitor')}</Link>
              )}{' '}
              <span className="about">{moment(line.createdAt)}</span>
              <p className="about">{describe(line)}</p>
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
