import type { Report } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { percent } from '../../ui/ai-agent/words.ts'
import { FigureLink } from './FigureLink.tsx'
import { Share } from './ShareBarCell.tsx'

const SCORES = ['5', '4', '3', '2', '1']

/** How many customers gave each rating. */
export function Ratings({ report: { total, ratings }, began }: { report: Report; began: string }) {
  if (total.rated === 0) return null
  const counts = new Map(ratings.map(({ key, conversations }) => [key, conversations]))
  return (
    <section>
      <h2>{t('Ratings')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Rating')}</th>
            <th scope="col" className="number">
              {t('Conversations')}
            </th>
            <td className="share" />
            <th scope="col" className="number">
              {t('Share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {SCORES.map((score) => {
            const count = counts.get(score) ?? 0
            return (
              <tr key={score}>
                <th scope="row">{score} / 5</th>
                <td className="number">
                  <FigureLink query={count ? `${began}&rating=${score}` : undefined}>
                    {count.toLocaleString()}
                  </FigureLink>
                </td>
                <Share of={count / total.rated} />
                <td className="number">{percent(count / total.rated)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
