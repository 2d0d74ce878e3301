import { useQuery } from '@tanstack/react-query'
import { articleImportsQuery } from '../../../api/article-imports.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ImportForm } from './ImportForm.tsx'
import { ImportLine } from './ImportLine.tsx'
import './imports.css'

/** Brings articles of other places into the help centre, and shows what came of it. */
export default function ImportArticles() {
  const { data: imports, error, refetch } = useQuery(articleImportsQuery)
  return (
    <>
      <Card
        title={t('New import')}
        about={t(
          'Articles arrive as drafts. Import again to update them: articles that your team has edited stay as they are.',
        )}
      >
        <ImportForm isBusy={imports?.some(({ state }) => state === 'running') ?? false} />
      </Card>
      <Card title={t('Imports')}>
        {(!imports || error) && <Loading error={error} onRetry={refetch} />}
        {imports?.length === 0 && <p className="none">{t('None yet.')}</p>}
        <ul className="lines">
          {imports?.map((one) => (
            <ImportLine key={one.id} line={one} />
          ))}
        </ul>
      </Card>
    </>
  )
}
