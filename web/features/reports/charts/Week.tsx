import type { KeyboardEvent } from 'react'
import type { ReportGroup } from '../../../api/records.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { reportKey } from '../../../live/views.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
/** From none to the most, in shades. */
const SHADES = 4
/** A week of which the first day is a Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 24 * 60 * 60 * 1000
const name = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })
const WEEKDAYS = Array.from({ length: 7 }, (_, i) => ({
  key: String(i + 1),
  label: name.format(MONDAY + i * DAY_MS),
}))

interface Props {
  hours: ReportGroup[]
  /** What the list is asked for that an hour of the week counts. */
  queryOf: (hour: string) => string
}

/**
 * When conversations began: the hours of a week, darker where more did, each leading to its conversations. Tab stops at the
 * busiest one; arrows go from one to the next.
 */
export function Week({ hours, queryOf }: Props) {
  if (hours.length === 0) return null
  const counts = new Map(hours.map(({ key, conversations }) => [key, conversations]))
  const busiest = hours.reduce((a, b) => (b.conversations > a.conversations ? b : a))
  return (
    <section>
      <h2>{t('By weekday and hour')}</h2>
      <div className="week-scroll">
        <table className="week">
          <thead>
            <tr>
              <td />
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map(({ key: weekday, label }) => (
              <tr key={weekday}>
                <th scope="row">{label}</th>
                {HOURS.map((hour) => {
                  const key = `${weekday}-${hour}`
                  const count = counts.get(key) ?? 0
                  return (
                    <td
                      key={hour}
                      data-shade={Math.ceil((count / busiest.conversations) * SHADES)}
                      title={`${label} ${hour}:00: ${count}`}
                    >
                      {count > 0 ? (
                        <Link
                          href={pathTo(reportKey(queryOf(key)))}
                          tabIndex={key === busiest.key ? 0 : -1}
                          onKeyDown={goOn}
                        >
                          <span>{count}</span>
                        </Link>
                      ) : (
                        <span>{count}</span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const STEPS: Partial<Record<string, [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus to the next hour in the direction of an arrow that has conversations. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const cell = event.currentTarget.closest('td')
  const row = cell?.closest('tr')
  const rows = row?.closest('tbody')?.rows
  if (!step || !cell || !row || !rows) return
  event.preventDefault()
  let [at, column] = [Array.from(rows).indexOf(row), cell.cellIndex]
  for (let next: HTMLElement | null | undefined = null; !next; next?.focus()) {
    at += step[0]
    column += step[1]
    const there = rows[at]?.cells[column]
    if (!there || column < 1) return
    next = there.querySelector<HTMLElement>('a')
  }
}
