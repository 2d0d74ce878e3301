import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reportQuery } from '../../api/reports.ts'
import { useMembers } from '../../api/team.ts'
import { Link, pathTo } from '../../base/router.ts'
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
    document.title = 'Reports'
  }, [])

  const { total } = report ?? {}
  const nameOf = (id: string) => members.find((member) => member.id === id)?.fullName ?? 'Former member'
  return (
    <main className="reports">
      <header className="reports-head">
        <Link href={pathTo('open')} className="nav-item">
          <Icon name="back" /> Inbox
        </Link>
        <h1>Reports</h1>
        <span className="grow" />
        <fieldset className="spans">
          <legend className="sr-only">Time</legend>
          {SPANS.map((span) => (
            <Button
              key={span}
              kind={span === days ? 'plain' : 'quiet'}
              aria-pressed={span === days}
              onClick={() => setDays(span)}
            >
              {span} days
            </Button>
          ))}
        </fieldset>
      </header>
      {error && (
        <p className="form-error" role="alert">
          {error.message}
        </p>
      )}
      {!report && !error && <p className="more">Counting…</p>}
      {report && total && (
        <>
          <dl className="tiles">
            <Tile label="New conversations" value={total.conversations.toLocaleString()} />
            <Tile
              label="First reply, median"
              value={duration(total.replyMedian)}
              note={`9 of 10 within ${duration(total.replyP90)}; ${total.replied.toLocaleString()} replied to by the team`}
            />
            <Tile
              label="Time to resolve, median"
              value={duration(total.resolveMedian)}
              note={`${total.resolved.toLocaleString()} resolved`}
            />
            <Tile
              label="Messages a conversation"
              value={total.conversations ? (total.messages / total.conversations).toFixed(1) : '–'}
            />
          </dl>
          <section>
            <h2>New conversations by day</h2>
            <Bars days={days} values={new Map(report.days.map((day) => [day.key, day.conversations]))} />
          </section>
          <div className="charts">
            <section>
              <h2>First reply by day, median</h2>
              <Times days={days} groups={report.days} figure="replyMedian" what="First reply" />
            </section>
            <section>
              <h2>Time to resolve by day, median</h2>
              <Times days={days} groups={report.days} figure="resolveMedian" what="Time to resolve" />
            </section>
          </div>
          <GroupTable title="By member" groups={report.members} nameOf={nameOf} />
          <GroupTable title="By channel" groups={report.channels} nameOf={(key) => CHANNELS[key] ?? key} />
          <GroupTable title="By tag" groups={report.tags} nameOf={(key) => key} />
          <p className="about">
            Of the conversations that began in this time. Time to resolve is known of those resolved since this service
            counts it.
          </p>
          <AiAgentReport days={days} />
        </>
      )}
    </main>
  )
}
