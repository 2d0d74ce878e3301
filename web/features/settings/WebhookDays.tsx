import { useQuery } from '@tanstack/react-query'
import { digestsQuery } from '../../api/store/webhooks.ts'
import { t } from '../../base/texts.ts'
import { Loading } from '../../ui/Loading.tsx'
import './webhooks.css'

/** How many events an endpoint should have of each day, and the digest by which its program finds a gap. */
export function WebhookDays({ id }: { id: string }) {
  const { data: days, error, refetch } = useQuery(digestsQuery(id))
  if (!days) return <Loading error={error} onRetry={refetch} />
  return (
    <table className="days">
      <caption className="about">
        {t('Compare with what your program received: days are in UTC, a digest is SHA-256 of the sorted event IDs.')}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          <th scope="col">{t('Events')}</th>
          <th scope="col">{t('Digest')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, count, digest }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{count}</td>
            <td className="digest">{count === 0 ? '–' : digest}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
