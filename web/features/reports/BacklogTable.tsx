import type { Report } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { date } from '../../base/time.ts'
import { FigureLink } from './FigureLink.tsx'
import { dayQuery } from './span.ts'

/** What was resolved on each day, and open at its end. */
export function BacklogTable({ days }: { days: NonNullable<Report['backlog']> }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          <th scope="col" className="number">
            {t('Resolved')}
          </th>
          <th scope="col" className="number">
            {t('Open at the day’s end')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ key, resolved, open }) => (
          <tr key={key}>
            <th scope="row">{date(`${key}T12:00`)}</th>
            <td className="number">
              <FigureLink query={resolved ? dayQuery.resolved(key) : undefined}>{resolved.toLocaleString()}</FigureLink>
            </td>
            <td className="number">
              <FigureLink query={open ? dayQuery.open(key) : undefined}>{open.toLocaleString()}</FigureLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
