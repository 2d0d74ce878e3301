import { useQuery } from '@tanstack/react-query'
import type { SalesReport as Report, Sales } from '../../api/records.ts'
import { type Span, salesReportQuery } from '../../api/reports.ts'
import { price } from '../../base/money.ts'
import { t } from '../../base/texts.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Tile } from './Tile.tsx'

/** Orders that customers placed after a reply, with the rule by which they are counted. Nothing where it is turned off. */
export function SalesReport({ span, nameOf }: { span: Span; nameOf: (memberId: string) => string }) {
  const { data, error, refetch } = useQuery(salesReportQuery(span))
  if (data === undefined) return <Loading error={error} onRetry={refetch} />
  if (data === null) return null
  const { total, aiAgent, withinDays } = data
  return (
    <section aria-label={t('Orders after conversations')}>
      <h2>{t('Orders after conversations')}</h2>
      <dl className="tiles">
        <Tile label={t('Orders')} value={total.orders.toLocaleString()} note={amountsOf(total)} />
        <Tile label={t('AI agent')} value={aiAgent.orders.toLocaleString()} note={amountsOf(aiAgent)} />
      </dl>
      <p className="about">
        {t(
          'Counted: orders placed up to {0} days after a reply, each once, for the member or AI agent whose reply was the last before it. Cancelled orders are left out. Campaigns: orders after conversations that began with them.',
          withinDays,
        )}
      </p>
      <SalesTable title={t('Orders by member')} what={t('Member')} groups={data.members} nameOf={nameOf} />
      <SalesTable title={t('Orders by campaign')} what={t('Campaign')} groups={data.campaigns} nameOf={(key) => key} />
    </section>
  )
}

function SalesTable({
  title,
  what,
  groups,
  nameOf,
}: {
  title: string
  what: string
  groups: Report['members']
  nameOf: (key: string) => string
}) {
  if (groups.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col" className="number">
              {t('Orders')}
            </th>
            <th scope="col" className="number">
              {t('Amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{nameOf(group.key)}</th>
              <td className="number">{group.orders.toLocaleString()}</td>
              <td className="number">{amountsOf(group)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const amountsOf = ({ amounts }: Sales) =>
  amounts.map(({ amount, currencyCode }) => price(amount, currencyCode)).join(' + ')
