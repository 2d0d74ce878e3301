import { useEffect, useState } from 'react'
import { get } from '../../api/http.ts'
import { useStore } from '../../api/store.ts'
import { Link } from '../../app/Link.tsx'
import { pathTo } from '../../app/router.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { duration } from '../../ui/time.ts'
import { inbox } from '../inbox/state.ts'
import { CHANNELS } from '../inbox/views.ts'
import { Bars } from './Bars.tsx'
import './reports.css'

interface Figures {
  conversations: number
  messages: number
  replied: number
  replyMedian: number | null
  replyP90: number | null
  resolved: number
  resolveMedian: number | null
}
type Group = Figures & { key: string }
interface Report {
  total: Figures
  days: Group[]
  channels: Group[]
  members: Group[]
  tags: Group[]
}

const SPANS = [7, 30, 90] as const
const DAY_MS = 24 * 60 * 60 * 1000

/** How much there was to do, and how soon customers heard from somebody. */
export default function Reports() {
  const members = useStore(inbox, (state) => state.members)
  const [days, setDays] = useState<(typeof SPANS)[number]>(30)
  const [report, setReport] = useState<Report | null>(null)
  const [error, setError] = useState('')

  useEffect(() => {
    document.title = 'Reports'
    const to = new Date()
    const from = new Date(new Date(to.getTime() - (days - 1) * DAY_MS).setHours(0, 0, 0, 0))
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const control = new AbortController()
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), timeZone })
    get<Report>(`/reports?${query}`, control.signal).then(
      (now) => {
        setReport(now)
        setError('')
      },
      (failure: Error) => failure.name !== 'AbortError' && setError(failure.message),
    )
    return () => control.abort()
  }, [days])

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
          {error}
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
          <Table title="By member" groups={report.members} nameOf={nameOf} />
          <Table title="By channel" groups={report.channels} nameOf={(key) => CHANNELS[key] ?? key} />
          <Table title="By tag" groups={report.tags} nameOf={(key) => key} />
          <p className="about">
            Of the conversations that began in this time. Time to resolve is known of those resolved since this service
            counts it.
          </p>
        </>
      )}
    </main>
  )
}

function Tile({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd>{value}</dd>
      {note && <dd className="about">{note}</dd>}
    </div>
  )
}

function Table({ title, groups, nameOf }: { title: string; groups: Group[]; nameOf: (key: string) => string }) {
  if (groups.length === 0) return null
  const most = Math.max(...groups.map(({ conversations }) => conversations))
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{title.slice(3, 4).toUpperCase() + title.slice(4)}</th>
            <th scope="col" className="number">
              Conversations
            </th>
            <td />
            <th scope="col" className="number">
              First reply
            </th>
            <th scope="col" className="number">
              To resolve
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{nameOf(group.key)}</th>
              <td className="number">{group.conversations.toLocaleString()}</td>
              <td className="share" aria-hidden="true">
                <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(group.conversations / most) * 100} height="6" rx="2" />
                </svg>
              </td>
              <td className="number">{duration(group.replyMedian)}</td>
              <td className="number">{duration(group.resolveMedian)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
