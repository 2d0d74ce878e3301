import { useQuery } from '@tanstack/react-query'
import { articleQuery, articleTranslationsQuery, versionsQuery } from '../../../api/articles.ts'
import type { Article } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const Compare = onDemand(() => import('./Compare.tsx'))

/** What a translation is written from: its original's text, and what has changed in it since the translation was. */
export function Original({ article }: { article: Article }) {
  const { data: translations, error, refetch } = useQuery(articleTranslationsQuery(article.id))
  const id = translations?.find(({ isOriginal }) => isOriginal)?.id
  if (!translations) return <Loading error={error} onRetry={refetch} />
  if (id === undefined) return <p className="none">{t('There is no article in the first language.')}</p>
  return <OriginalText id={id} translation={article} />
}

function OriginalText({ id, translation }: { id: string; translation: Article }) {
  const { data: original, error, refetch } = useQuery(articleQuery(id))
  const { data: versions } = useQuery(versionsQuery(id))
  if (!original) return <Loading error={error} onRetry={refetch} />
  // The newest one that was there when the translation was written.
  const then = versions?.find(({ editedAt }) => editedAt <= translation.editedAt)
  return (
    <>
      {translation.isBehind && then && (
        <>
          <p className="about">{t('Changed since this translation was written:')}</p>
          <Compare before={then.content} after={original} />
        </>
      )}
      <h2 className="original-title" dir="auto">
        {original.question}
      </h2>
      <pre className="original-text" dir="auto">
        {original.body ?? original.answer}
      </pre>
    </>
  )
}
