import type { ReportGroup } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { duration } from '../../base/time.ts'
import { FigureLink } from './FigureLink.tsx'
import { ratingText } from './rating-text.ts'
import { Share } from './ShareBarCell.tsx'

/** The figures of each member, channel, tag, topic or day. */
export function GroupTable({
  title,
  what,
  groups,
  nameOf,
  queryOf,
}: {
  title?: string
  /** What a row stands for. */
  what: string
  groups: ReportGroup[]
  nameOf: (key: string) => string
  /** What the list is asked for that a row counts. */
  queryOf: (key: string) => string
}) {
  if (groups.length === 0) return null
  const most = Math.max(...groups.map(({ conversations }) => conversations), 1)
  return (
    <section>
      {title && <h2>{title}</h2>}
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
            <th scope="col" className="number">
              {t('Rating')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{nameOf(group.key)}</th>
              <td className="number">
                <FigureLink query={group.conversations ? queryOf(group.key) : undefined}>
                  {group.conversations.toLocaleString()}
                </FigureLink>
              </td>
              <Share of={group.conversations / most} />
              <td className="number">{duration(group.replyMedian)}</td>
              <td className="number">{duration(group.resolveMedian)}</td>
              <td className="number">
                <FigureLink query={group.rated ? `${queryOf(group.key)}&isRated=true` : undefined}>
                  {ratingText(group)}
                </FigureLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
