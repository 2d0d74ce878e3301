import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteExample, examplesQuery } from '../../../api/ai-trials.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { ago } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const ExampleDialog = onDemand(() => import('./ExampleDialog.tsx'))

/** Questions with the right reaction to them, which “What would change?” checks first. */
export function Examples() {
  const { data: examples, error, refetch } = useQuery(examplesQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      title={t('Examples')}
      about={t(
        'Questions and the right reaction to them. “What would change?” warns you before a change of articles or settings breaks one.',
      )}
    >
      <div className="acts">
        <Button icon="plus" onClick={() => setAdding(true)}>
          {t('New example')}
        </Button>
      </div>
      {(!examples || error) && <Loading error={error} onRetry={refetch} />}
      {examples?.length === 0 && (
        <p className="none">
          {t('None yet.')}{' '}
          <Link href={pathTo('settings', 'ai', 'replay')}>{t('Keep answers from a replayed conversation')}</Link>
        </p>
      )}
      <ul className="lines">
        {examples?.map(({ id, question, articleTitle, articleId, createdAt }) => (
          <li key={id}>
            <div>
              <p dir="auto">{question}</p>
              <p className="about">
                {articleId === null
                  ? t('The AI agent does not answer')
                  : t('It answers from “{0}”', articleTitle ?? articleId)}{' '}
                · <time>{ago(createdAt)}</time>
              </p>
            </div>
            <ConfirmButton
              label={t('Delete')}
              question={t('Changes may break this answer from then on.')}
              onConfirm={() => attempt(() => deleteExample(id), t('Deleted'))}
            />
          </li>
        ))}
      </ul>
      {isAdding && <ExampleDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}
