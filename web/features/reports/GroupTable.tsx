import type { ReportGroup } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { duration } from '../../base/time.ts'
import { Share } from './Share.tsx'

/** The figures of each member, channel or tag. */
export function GroupTable({
  title,
  what,
  groups,
  nameOf,
}: {
  title: string
  /** What a row stands for. */
  what: string
  groups: ReportGroup[]
  nameOf: (key: string) => string
}) {
  if (groups.length === 0) return null
  const most = Math.max(...groups.map(({ conversations }) => conversations))
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col" className="number">
              {t('Conversations')}
            </th>
            <td className="share" />
            <th scope="col" className="number">
              {t('First reply')}
            </th>
            <th scope="col" className="number">
              {t('To resolve')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{nameOf(group.key)}</th>
              <td className="number">{group.conversations.toLocaleString()}</td>
              <Share of={group.conversations / most} />
              <td className="number">{duration(group.replyMedian)}</td>
              <td className="number">{duration(group.resolveMedian)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
