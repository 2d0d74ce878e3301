import { useQuery } from '@tanstack/react-query'
import { helpInsightsQuery } from '../../../api/help-insights.ts'
import type { ArticleInsight } from '../../../api/records.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { SuggestionLine } from './SuggestionLine.tsx'
import './insights.css'

const number = new Intl.NumberFormat()

/** What to write next, and what each article did. */
export default function Insights() {
  const { data, error, refetch } = useQuery(helpInsightsQuery)
  return (
    <>
      <Card
        title={t('What to write next')}
        about={t(
          'From the last 30 days: searches without a result, questions the AI agent did not answer, and conversations your team solved.',
        )}
      >
        {!data && <Loading error={error} onRetry={refetch} />}
        {data?.suggestions.length === 0 && <p className="none">{t('Nothing is missing so far.')}</p>}
        <ul className="lines">
          {data?.suggestions.map((one) => (
            <SuggestionLine key={one.question} suggestion={one} />
          ))}
        </ul>
      </Card>
      <Card title={t('Articles, last 30 days')} about={t('Views are counted on help pages, without robots.')}>
        {!data && <Loading error={error} onRetry={refetch} />}
        {data?.articles.length === 0 && <p className="none">{t('No article was read or used yet.')}</p>}
        {data && data.articles.length > 0 && <Figures articles={data.articles} />}
      </Card>
    </>
  )
}

function Figures({ articles }: { articles: ArticleInsight[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="insights" tabIndex={0} aria-label={t('Articles, last 30 days')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Article')}</th>
            <th scope="col">{t('Views')}</th>
            <th scope="col">{t('Helped')}</th>
            <th scope="col">{t('Did not help')}</th>
            <th scope="col">{t('Used by the AI agent')}</th>
            <th scope="col">{t('Conversations it ended')}</th>
          </tr>
        </thead>
        <tbody>
          {articles.map(({ id, title, views, helpful, notHelpful, answered, ended }) => (
            <tr key={id}>
              <th scope="row">
                <Link href={pathTo('settings', 'knowledge', 'find', title)}>{title}</Link>
                {notHelpful > 1 && notHelpful > helpful && <span className="chip">{t('To improve')}</span>}
              </th>
              <td>{number.format(views)}</td>
              <td>{number.format(helpful)}</td>
              <td>{number.format(notHelpful)}</td>
              <td>{number.format(answered)}</td>
              <td>{number.format(ended)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
