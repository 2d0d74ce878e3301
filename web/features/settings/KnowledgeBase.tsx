import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addArticle, articlesQuery, changeArticle, deleteArticle } from '../../api/articles.ts'
import type { Article } from '../../api/records.ts'
import { ARTICLE_ANSWER_MAX, ARTICLE_QUESTION_MAX, ARTICLE_URL_MAX, ID_MAX } from '../../base/limits.ts'
import { go, pathTo, useParts } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { forgetDraft } from '../../ui/form-drafts.ts'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { useRested } from '../../ui/useDebouncedValue.ts'

type Change = Pick<Article, 'question' | 'answer' | 'url' | 'productId'>

/** Typing pauses this long before the search starts. */
const REST_MS = 250

/**
 * Questions and answers: the widget's help, and what the AI agent and assistants answer from. Other pages lead here with
 * a question that has no article yet (…/new/<question>), and to an article by its words (…/find/<words>).
 */
export default function KnowledgeBase() {
  const [, , aim, words = ''] = useParts()
  const [query, setQuery] = useState(aim === 'find' ? words : '')
  const [editing, setEditing] = useState<string | null>(null)
  const rested = useRested(query.trim(), REST_MS)
  const found = useInfiniteQuery({ ...articlesQuery(rested), placeholderData: keepPreviousData })
  const articles = found.data?.pages.flatMap((page) => page.data)

  return (
    <>
      <Card title={t('New article')} about={t('One question each, in the words customers use.')}>
        <ArticleForm
          key={words}
          label={t('Add')}
          question={aim === 'new' ? words : ''}
          onSave={async (article) => {
            await addArticle(article)
            go(pathTo('settings', 'knowledge'), { replace: true })
          }}
        />
      </Card>
      <Card title={t('Articles')}>
        <input
          type="search"
          aria-label={t('Search articles')}
          placeholder={t('Search articles')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {(!articles || found.error) && <Loading error={found.error} onRetry={found.refetch} />}
        {articles?.length === 0 && <p className="none">{query ? t('Nothing found.') : t('None yet.')}</p>}
        <ul className="lines">
          {articles?.map((article) =>
            editing === article.id ? (
              <li key={article.id}>
                <ArticleForm
                  label={t('Save')}
                  article={article}
                  onCancel={() => setEditing(null)}
                  onSave={async (change) => {
                    await changeArticle(article.id, change)
                    setEditing(null)
                  }}
                />
              </li>
            ) : (
              <li key={article.id}>
                <div>
                  <strong>{article.question}</strong>
                  {article.productId && <span className="chip">{t('one product')}</span>}
                  <p className="about">{article.answer}</p>
                </div>
                <Button onClick={() => setEditing(article.id)}>{t('Edit')}</Button>
                <ConfirmButton
                  label={t('Delete')}
                  question={t('Customers and assistants will no longer find it.')}
                  onConfirm={() => attempt(() => deleteArticle(article.id), t('Deleted'))}
                />
              </li>
            ),
          )}
        </ul>
        {found.hasNextPage && <Button onClick={() => void found.fetchNextPage()}>{t('More')}</Button>}
      </Card>
    </>
  )
}

interface FormProps {
  label: string
  article?: Article
  /** What a new article answers, where that is known. */
  question?: string
  onCancel?: () => void
  onSave: (article: Change) => Promise<unknown>
}

function ArticleForm({ label, article, question = '', onCancel, onSave }: FormProps) {
  const draft = `article:${article?.id ?? question}`
  return (
    <Form
      draft={draft}
      empties={!article}
      onSave={(form) => {
        const change = {
          question: form('question'),
          answer: form('answer'),
          url: form('url').trim() || null,
          productId: form('product').trim() || null,
        }
        return attempt(() => onSave(change), t('Saved'))
      }}
    >
      <label>
        {t('Question')}
        <input
          name="question"
          defaultValue={article?.question ?? question.slice(0, ARTICLE_QUESTION_MAX)}
          maxLength={ARTICLE_QUESTION_MAX}
          required
        />
      </label>
      <label>
        {t('Answer')}
        <textarea
          name="answer"
          rows={4}
          defaultValue={article?.answer}
          maxLength={ARTICLE_ANSWER_MAX}
          // biome-ignore lint/a11y/noAutofocus: a member who arrives with a question wants to answer it
          autoFocus={question !== ''}
          required
        />
      </label>
      <label>
        {t('Page in the store (optional)')}
        <input
          name="url"
          defaultValue={article?.url ?? ''}
          placeholder="https://… or /help/returns"
          maxLength={ARTICLE_URL_MAX}
        />
      </label>
      <label>
        {t('Product id, where it is about one product (optional)')}
        <input name="product" defaultValue={article?.productId ?? ''} maxLength={ID_MAX} />
      </label>
      <div>
        <Button type="submit">{label}</Button>
        {onCancel && (
          <Button
            kind="quiet"
            onClick={() => {
              forgetDraft(draft)
              onCancel()
            }}
          >
            {t('Cancel')}
          </Button>
        )}
      </div>
    </Form>
  )
}
