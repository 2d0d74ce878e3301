import { useQuery } from '@tanstack/react-query'
import { addArticle, articleQuery, changeArticle, deleteArticle } from '../../../api/articles.ts'
import type { Article } from '../../../api/records.ts'
import { storeQuery } from '../../../api/store/settings.ts'
import { ARTICLE_QUESTION_MAX } from '../../../base/limits.ts'
import { go, Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { forgetDraft } from '../../../ui/form-drafts.ts'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ArticleForm } from './ArticleForm.tsx'
import { changeOf, emptyFields, fieldsOf } from './article-fields.ts'
import { Original } from './Original.tsx'
import { Translations } from './Translations.tsx'
import { Versions } from './Versions.tsx'

const LIST = pathTo('settings', 'knowledge')

/** A new article. What it answers is given where that is known. */
export function NewArticle({ question }: { question: string }) {
  const { data: store, error, refetch } = useQuery(storeQuery)
  if (!store) return <Loading error={error} onRetry={refetch} />
  const first = store.settings.helpCentre.locales[0] as string
  const draft = `article:new:${question}`
  const saved = emptyFields(question.slice(0, ARTICLE_QUESTION_MAX), first)
  return (
    <>
      <Back />
      <ArticleForm
        draft={draft}
        saved={saved}
        locales={store.settings.helpCentre.locales}
        status={null}
        onSave={async (fields, status) => {
          const { question, body } = fields
          const made = await addArticle({ ...changeOf(fields, saved), question, body, status: status ?? 'draft' })
          forgetDraft(draft)
          go(pathTo('settings', 'knowledge', 'article', made.id), { replace: true })
        }}
      />
    </>
  )
}

/** An article: its text, all else about it, its translations and its former versions. */
export function ArticlePage({ id }: { id: string }) {
  const { data: store, ...settings } = useQuery(storeQuery)
  const { data: article, ...one } = useQuery(articleQuery(id))
  if (!store || !article) {
    const failed = store ? one : settings
    return (
      <>
        <Back />
        <Loading error={failed.error} onRetry={failed.refetch} />
      </>
    )
  }
  const { locales, enabled, handle } = store.settings.helpCentre
  const first = locales[0] as string
  const saved = fieldsOf(article, first)
  const isOriginal = saved.locale === first
  const page =
    enabled && isPublic(article, locales, first) ? `${store.baseUrl}/help/${handle}${pathOfPage(article, first)}` : null
  return (
    <>
      <Back />
      <ArticleForm
        draft={`article:${id}`}
        saved={saved}
        locales={locales}
        status={article.status}
        article={article}
        page={page}
        original={!isOriginal && article.translationGroupId !== null ? <Original article={article} /> : undefined}
        onSave={async (fields, status) => {
          await changeArticle(id, { ...changeOf(fields, saved), ...(status && { status }) })
        }}
      />
      {article.productId === null && <Translations article={article} locales={locales} />}
      <Versions article={article} />
      <ConfirmButton
        label={t('Delete article')}
        question={t('Customers and assistants will no longer find it.')}
        onConfirm={() =>
          attempt(async () => {
            await deleteArticle(id)
            forgetDraft(`article:${id}`)
            go(LIST, { replace: true })
          }, t('Deleted'))
        }
      />
    </>
  )
}

function Back() {
  return (
    <p className="above">
      <Link href={LIST}>{t('All articles')}</Link>
    </p>
  )
}

const isPublic = ({ status, private: isPrivate, slug, locale }: Article, locales: string[], first: string) =>
  status === 'published' && !isPrivate && slug !== null && locales.includes(locale ?? first)

const pathOfPage = ({ locale, slug }: Article, first: string) =>
  `/${locale ?? first}/articles/${encodeURIComponent(slug ?? '')}`
