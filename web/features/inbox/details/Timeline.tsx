import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimelineLine } from '../../../api/records.ts'
import { timelineQuery } from '../../../api/timeline.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { TimelineEntry } from './TimelineEntry.tsx'
import './timeline.css'

type Kind = TimelineLine['kind']

const KINDS: [Kind | null, string][] = [
  [null, t('All')],
  ['conversation', t('Conversations')],
  ['order', t('Orders')],
  ['custom_action', t('Actions')],
  ['page', t('Pages')],
  ['event', t('Events')],
  ['rating', t('Ratings')],
]

/** What happened with the contact, newest first: all of it, or one kind. */
export default function Timeline({ id }: { id: string }) {
  const [kind, setKind] = useState<Kind | null>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timelineQuery(id, kind),
  )
  const entries = data?.pages.flatMap((page) => page.data)
  return (
    <div className="timeline">
      <fieldset className="timeline-kinds">
        <legend className="sr-only">{t('Show')}</legend>
        {KINDS.map(([one, label]) => (
          <button key={label} type="button" className="chip" aria-pressed={one === kind} onClick={() => setKind(one)}>
            {label}
          </button>
        ))}
      </fieldset>
      {(!entries || error) && <Loading error={error} onRetry={entries ? fetchNextPage : refetch} />}
      {entries?.length === 0 && <p className="none">{t('Nothing yet.')}</p>}
      {entries && entries.length > 0 && (
        <ol>
          {entries.map((entry) => (
            <TimelineEntry key={`${entry.kind} ${entry.id}`} entry={entry} isOpen={entry.conversationId === id} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </div>
  )
}
