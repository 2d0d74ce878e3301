import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reportQuery } from '../../api/reports.ts'
import { useMembers } from '../../api/team.ts'
import { Link, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { duration } from '../../base/time.ts'
import { CHANNELS } from '../../live/views.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AiAgentReport } from './AiAgentReport.tsx'
import { Bars } from './Bars.tsx'
import { GroupTable } from './GroupTable.tsx'
import { Tile } from './Tile.tsx'
import { Times } from './Times.tsx'
import './reports.css'

const SPANS = [7, 30, 90] as const

/** How many conversations there were, and how soon members replied. */
export default function Reports() {
  const members = useMembers()
  const [days, setDays] = useState<(typeof SPANS)[number]>(30)
  const { data: report, error } = useQuery(reportQuery(days))
  useEffect(() => {
    document.title = t('Reports')
  }, [])

  const { total } = report ?? {}
  const nameOf = (id: string) => members.find((member) => member.id === id)?.fullName ?? t('Former member')
  return (
    <main className="reports">
      <header className="reports-head">
        <Link href={pathTo('open')} className="nav-item">
          <Icon name="back" /> {t('Inbox')}
        </Link>
        <h1>{t('Reports')}</h1>
        <span className="grow" />
        <fieldset className="spans">
          <legend className="sr-only">{t('Time')}</legend>
          {SPANS.map((span) => (
            <Button
              key={span}
              kind={span === days ? 'plain' : 'quiet'}
              aria-pressed={span === days}
              onClick={() => setDays(span)}
            >
              {t('{0} days', span)}
            </Button>
          ))}
        </fieldset>
      </header>
      {error && (
        <p className="form-error" role="alert">
          {error.message}
        </p>
      )}
      {!report && !error && <p className="more">{t('Counting…')}</p>}
      {report && total && (
        <>
          <dl className="tiles">
            <Tile label={t('New conversations')} value={total.conversations.toLocaleString()} />
            <Tile
              label={t('First reply, median')}
              value={duration(total.replyMedian)}
              note={t(
                '9 of 10 within {0}; {1} replied to by the team',
                duration(total.replyP90),
                total.replied.toLocaleString(),
              )}
            />
            <Tile
              label={t('Time to resolve, median')}
              value={duration(total.resolveMedian)}
              note={t('{0} resolved', total.resolved.toLocaleString())}
            />
            <Tile
              label={t('Messages a conversation')}
              value={
                total.conversations
                  ? (total.messages / total.conversations).toLocaleString(undefined, { maximumFractionDigits: 1 })
                  : '–'
              }
            />
          </dl>
          <section>
            <h2>{t('New conversations by day')}</h2>
            <Bars days={days} values={new Map(report.days.map((day) => [day.key, day.conversations]))} />
          </section>
          <div className="charts">
            <section>
              <h2>{t('First reply by day, median')}</h2>
              <Times days={days} groups={report.days} figure="replyMedian" what={t('First reply')} />
            </section>
            <section>
              <h2>{t('Time to resolve by day, median')}</h2>
              <Times days={days} groups={report.days} figure="resolveMedian" what={t('Time to resolve')} />
            </section>
          </div>
          <GroupTable title={t('By member')} what={t('Member')} groups={report.members} nameOf={nameOf} />
          <GroupTable
            title={t('By channel')}
            what={t('Channel')}
            groups={report.channels}
            nameOf={(key) => CHANNELS[key] ?? key}
          />
          <GroupTable title={t('By tag')} what={t('Tag')} groups={report.tags} nameOf={(key) => key} />
          <p className="about">
            {t(
              'Of the conversations that began in this time. Time to resolve is known of those resolved since this service counts it.',
            )}
          </p>
          <AiAgentReport days={days} />
        </>
      )}
    </main>
  )
}
