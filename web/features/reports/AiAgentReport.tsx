import { useQuery } from '@tanstack/react-query'
import { aiReportQuery, type Span } from '../../api/reports.ts'
import { t } from '../../base/texts.ts'
import { percent, reasonWords, topicWords } from '../../ui/ai-agent/words.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Share } from './ShareBarCell.tsx'
import { Tile } from './Tile.tsx'

/** Report of the AI agent for the chosen days: in all, by topic, and the reasons of handoffs. */
export function AiAgentReport({ span }: { span: Span }) {
  const { data, error, refetch } = useQuery(aiReportQuery(span))
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { total, topics, reasons } = data
  const decided = total.answered + total.askedBack + total.handedOver
  const rated = total.helpful + total.unhelpful
  const most = Math.max(...reasons.map(({ count }) => count), 1)
  return (
    <section aria-label={t('AI agent')}>
      <h2>{t('AI agent')}</h2>
      {decided === 0 ? (
        <p className="about">{t('No AI agent activity in this period.')}</p>
      ) : (
        <>
          <dl className="tiles">
            <Tile
              label={t('Answered')}
              value={total.answered.toLocaleString()}
              note={t('{0} of {1} decisions', percent(total.answered / decided), decided.toLocaleString())}
            />
            <Tile
              label={t('Handed off')}
              value={total.handedOver.toLocaleString()}
              note={t(
                '{0}; asked back {1} times',
                percent(total.handedOver / decided),
                total.askedBack.toLocaleString(),
              )}
            />
            <Tile
              label={t('Helpful')}
              value={rated === 0 ? '–' : percent(total.helpful / rated)}
              note={
                rated === 0
                  ? t('No feedback from customers yet')
                  : t('{0} of {1} who gave feedback', total.helpful, rated)
              }
            />
          </dl>
          <h3>{t('By topic')}</h3>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('Topic')}</th>
                <th scope="col" className="number">
                  {t('Answered')}
                </th>
                <th scope="col" className="number">
                  {t('Asked back')}
                </th>
                <th scope="col" className="number">
                  {t('Handed off')}
                </th>
                <th scope="col" className="number">
                  {t('Helpful')}
                </th>
              </tr>
            </thead>
            <tbody>
              {topics.map(({ topic, answered, askedBack, handedOver, helpful, unhelpful }) => (
                <tr key={topic}>
                  <th scope="row">{topicWords(topic)}</th>
                  <td className="number">{answered.toLocaleString()}</td>
                  <td className="number">{askedBack.toLocaleString()}</td>
                  <td className="number">{handedOver.toLocaleString()}</td>
                  <td className="number">
                    {helpful + unhelpful === 0 ? '–' : percent(helpful / (helpful + unhelpful))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {reasons.length > 0 && (
            <>
              <h3>{t('Why it handed off')}</h3>
              <table>
                <tbody>
                  {reasons.map(({ reason, count }) => (
                    <tr key={reason}>
                      <th scope="row">{reasonWords(reason)}</th>
                      <td className="number">{count.toLocaleString()}</td>
                      <Share of={count / most} />
                    </tr>
                  ))}
                </tbody>
              </table>
            </>
          )}
        </>
      )}
    </section>
  )
}
