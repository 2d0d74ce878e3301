import { useEffect, useState } from 'react'
import { call, send } from '../../api/http.ts'
import type { Paging } from '../../api/types.ts'
import { Button } from '../../ui/Button.tsx'
import { complain } from '../../ui/toast.tsx'
import { fields } from './Account.tsx'
import { attempt, Card, Sure } from './parts.tsx'

interface Article {
  id: string
  question: string
  answer: string
  url: string | null
  productId: string | null
}

type Change = Pick<Article, 'question' | 'answer' | 'url' | 'productId'>

/** How long typing has to rest before what was typed is searched. */
const REST_MS = 250

/** Questions and answers: the widget's help, and what assistants answer from. */
export default function KnowledgeBase() {
  const [query, setQuery] = useState('')
  const [articles, setArticles] = useState<Article[] | null>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)

  async function load(from: string | null, signal?: AbortSignal): Promise<void> {
    const asked = new URLSearchParams({ ...(query && { q: query }), ...(from && { cursor: from }) })
    const { data, paging } = await call<{ data: Article[]; paging: Paging }>(
      'GET',
      `/articles?${asked}`,
      undefined,
      signal,
    )
    setArticles((before) => (from ? [...(before ?? []), ...data] : data))
    setCursor(paging.nextCursor)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded follows from the query alone
  useEffect(() => {
    const aborted = new AbortController()
    const rest = setTimeout(
      () => load(null, aborted.signal).catch((error) => aborted.signal.aborted || complain(error)),
      query ? REST_MS : 0,
    )
    return () => {
      clearTimeout(rest)
      aborted.abort()
    }
  }, [query])

  return (
    <>
      <Card title="New article" about="One question each, in the words customers use.">
        <ArticleForm label="Add" onSave={(article) => send('POST', '/articles', article).then(() => load(null))} />
      </Card>
      <Card title="Articles">
        <input
          type="search"
          aria-label="Search articles"
          placeholder="Search articles"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {articles === null && <p className="more">Loading…</p>}
        {articles?.length === 0 && <p className="none">{query ? 'Nothing found.' : 'None yet.'}</p>}
        <ul className="lines">
          {articles?.map((article) =>
            editing === article.id ? (
              <li key={article.id}>
                <ArticleForm
                  label="Save"
                  article={article}
                  onCancel={() => setEditing(null)}
                  onSave={async (change) => {
                    await send('PATCH', `/articles/${encodeURIComponent(article.id)}`, change)
                    setEditing(null)
                    await load(null)
                  }}
                />
              </li>
            ) : (
              <li key={article.id}>
                <div>
                  <strong>{article.question}</strong>
                  {article.productId && <span className="chip">one product</span>}
                  <p className="about">{article.answer}</p>
                </div>
                <Button onClick={() => setEditing(article.id)}>Edit</Button>
                <Sure
                  label="Delete"
                  question="Customers and assistants find it no more."
                  onSure={() =>
                    attempt(
                      () => send('DELETE', `/articles/${encodeURIComponent(article.id)}`).then(() => load(null)),
                      'Deleted',
                    )
                  }
                />
              </li>
            ),
          )}
        </ul>
        {cursor && <Button onClick={() => void load(cursor).catch(complain)}>More</Button>}
      </Card>
    </>
  )
}

interface FormProps {
  label: string
  article?: Article
  onCancel?: () => void
  onSave: (article: Change) => Promise<unknown>
}

function ArticleForm({ label, article, onCancel, onSave }: FormProps) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const form = fields(event)
        const target = event.currentTarget
        const change = {
          question: form('question'),
          answer: form('answer'),
          url: form('url').trim() || null,
          productId: form('product').trim() || null,
        }
        void attempt(() => onSave(change), 'Saved').then((isDone) => isDone && !article && target.reset())
      }}
    >
      <label>
        Question
        <input name="question" defaultValue={article?.question} maxLength={300} required />
      </label>
      <label>
        Answer
        <textarea name="answer" rows={4} defaultValue={article?.answer} maxLength={20000} required />
      </label>
      <label>
        Page in the shop (optional)
        <input name="url" defaultValue={article?.url ?? ''} placeholder="https://… or /help/returns" maxLength={2048} />
      </label>
      <label>
        Product id, where it is about one product (optional)
        <input name="product" defaultValue={article?.productId ?? ''} maxLength={128} />
      </label>
      <div>
        <Button type="submit">{label}</Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
