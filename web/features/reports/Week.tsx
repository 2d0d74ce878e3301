import type { ReportGroup } from '../../api/records.ts'
import { t } from '../../base/texts.ts'

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

/** When conversations began: the hours of a week, darker where more did. */
export function Week({ hours }: { hours: ReportGroup[] }) {
  if (hours.length === 0) return null
  const counts = new Map(hours.map(({ key, conversations }) => [key, conversations]))
  const most = Math.max(...counts.values())
  return (
    <section>
      <h2>{t('By weekday and hour')}</h2>
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
          {WEEKDAYS.map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {HOURS.map((hour) => {
                const count = counts.get(`${key}-${hour}`) ?? 0
                return (
                  <td
                    key={hour}
                    data-shade={Math.ceil((count / most) * SHADES)}
                    title={`${label} ${hour}:00: ${count}`}
                  >
                    <span>{count}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
