import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreVersion, versionsQuery } from '../../../api/articles.ts'
import type { Article, ArticleVersion } from '../../../api/records.ts'
import { useMembers } from '../../../api/team/team.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const Compare = onDemand(() => import('./Compare.tsx'))

/** What an article said before, with who wrote it and when. */
export function Versions({ article }: { article: Article }) {
  const { data: versions, error, refetch } = useQuery(versionsQuery(article.id))
  const members = useMembers()
  const [compared, setCompared] = useState<ArticleVersion | null>(null)
  const authorOf = (id: string | null) => members.find((member) => member.id === id)?.fullName ?? t('An import')
  return (
    <Card title={t('Versions')} about={t('The last 100 are kept. Restoring one keeps the present text as a version.')}>
      {(!versions || error) && <Loading error={error} onRetry={refetch} />}
      {versions?.length === 0 && (
        <p className="none">{t('None yet: the text was not changed since it was written.')}</p>
      )}
      <ul className="lines">
        {versions?.map((version) => (
          <li key={version.n}>
            <div>
              <strong>{moment(version.editedAt)}</strong>
              <p className="about">
                {t('Version {0}', version.n)} · {authorOf(version.editedBy)}
              </p>
            </div>
            <Button onClick={() => setCompared(version)}>{t('Compare')}</Button>
            <ConfirmButton
              label={t('Restore')}
              question={t('Replace the present text?')}
              onConfirm={() => attempt(() => restoreVersion(article.id, version.n), t('Restored'))}
            />
          </li>
        ))}
      </ul>
      {compared && (
        <Dialog
          label={t('Version {0} and the present text', compared.n)}
          className="ask compare"
          onClose={() => setCompared(null)}
        >
          <h2>{t('Version {0} and the present text', compared.n)}</h2>
          <Compare before={compared.content} after={article} />
          <div className="ask-acts">
            <Button onClick={() => setCompared(null)}>{t('Close')}</Button>
          </div>
        </Dialog>
      )}
    </Card>
  )
}
