import type { Report } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { duration } from '../../base/time.ts'
import { percent } from '../../ui/ai-agent/words.ts'
import { ratingText } from './rating-text.ts'
import { Tile } from './Tile.tsx'

/** The figures of all conversations that began in the days of a report. */
export function Totals({ report: { total, backlog }, began }: { report: Report; began: string }) {
  const { conversations, replied, resolved, rated, aiTookPart, aiAlone } = total
  const of = (count: number, more: string) => (count > 0 ? { query: `${began}${more}` } : {})
  const isCounted = backlog !== null && backlog.length > 0
  return (
    <dl className="tiles">
      <Tile label={t('New conversations')} value={conversations.toLocaleString()} {...of(conversations, '')} />
      <Tile
        label={t('First reply, median')}
        value={duration(total.replyMedian)}
        note={t('90% within {0}; {1} answered by the team', duration(total.replyP90), replied.toLocaleString())}
        {...of(replied, '&isReplied=true')}
      />
      <Tile
        label={t('Time to resolve, median')}
        value={duration(total.resolveMedian)}
        note={t('{0} resolved', resolved.toLocaleString())}
        {...of(resolved, '&status=resolved')}
      />
      <Tile
        label={t('Still open')}
        value={(conversations - resolved).toLocaleString()}
        {...(isCounted
          ? { note: t('{0} open in total on the last day', (backlog.at(-1)?.open ?? 0).toLocaleString()) }
          : {})}
        {...of(conversations - resolved, '&status=open')}
      />
      <Tile
        label={t('Messages per conversation')}
        value={
          conversations ? (total.messages / conversations).toLocaleString(undefined, { maximumFractionDigits: 1 }) : '–'
        }
      />
      <Tile
        label={t('Rating, average')}
        value={ratingText(total)}
        note={conversations ? t('{0} of the conversations were rated', percent(rated / conversations)) : ''}
        {...of(rated, '&isRated=true')}
      />
      <Tile
        label={t('By the AI agent alone')}
        value={conversations ? percent(aiAlone / conversations) : '–'}
        note={t('It took part in {0}', aiTookPart.toLocaleString())}
        {...of(aiAlone, '&hasChatBot=true&isReplied=false')}
      />
    </dl>
  )
}
