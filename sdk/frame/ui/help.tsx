import { useEffect, useState } from 'preact/hooks'
import { useEngine, useWidget } from './context.ts'
import { Failed, Header } from './header.tsx'
import { Icon } from './icons.tsx'
import { Link, Words, webAddress } from './words.tsx'

interface Article {
  id: string
  question: string
  answer: string
  url?: string | null
}

const SEARCH_AFTER_MS = 250

/** Help articles: what others asked, a search, and one article. */
export function Help() {
  const { articleId } = useEngine()
  return articleId ? <One id={articleId} /> : <List />
}

function List() {
  const { texts, engine, show } = useWidget()
  const { t } = texts
  const [words, setWords] = useState('')
  const [articles, setArticles] = useState<Article[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more with each try
  useEffect(() => {
    let isCurrent = true
    const query = words.trim() ? `?q=${encodeURIComponent(words.trim())}` : ''
    const timer = setTimeout(
      () => {
        engine
          .ensureSession()
          .then(() => engine.api.get<Article[]>(`articles${query}`))
          .then(
            ({ data }) => {
              if (!isCurrent) return
              setArticles(listOf(data))
              setFailed(false)
            },
            () => isCurrent && setFailed(true),
          )
      },
      words ? SEARCH_AFTER_MS : 0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [words, engine, tries])

  return (
    <>
      <Header title={t('help.title')} />
      <div class="scroll help">
        <search class="search">
          <Icon name="search" />
          <input
            data-focus
            type="search"
            dir={words ? 'auto' : undefined}
            aria-label={t('help.search')}
            placeholder={t('help.search')}
            value={words}
            maxLength={200}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </search>
        <p role="status" class="line">
          {!failed && articles?.length === 0 ? t('help.none') : ''}
        </p>
        {failed ? <Failed again={() => setTries(tries + 1)} /> : null}
        <ul class="articles">
          {(articles ?? []).map((article) => (
            <li key={article.id}>
              <button type="button" class="card" onClick={() => engine.store.set({ articleId: article.id })}>
                <span class="grow" dir="auto">
                  {article.question}
                </span>
                <Icon name="next" />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <footer class="foot">
        <button type="button" class="primary wide" onClick={() => show('messages')}>
          {t('help.write')}
        </button>
      </footer>
    </>
  )
}

function One({ id }: { id: string }) {
  const { texts, engine, show } = useWidget()
  const { t } = texts
  const { isFromAnswer } = useEngine()
  const [article, setArticle] = useState<Article | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more with each try
  useEffect(() => {
    setFailed(false)
    engine
      .ensureSession()
      .then(() => engine.api.get<Article>(`articles/${encodeURIComponent(id)}`))
      .then(
        ({ data }) => {
          setArticle(data)
          engine.tellArticle(data.id, data.question)
        },
        () => setFailed(true),
      )
  }, [id, engine, tries])

  const href = webAddress(article?.url || null)
  return (
    <>
      <Header title={t('help.title')} />
      <article class="scroll help" aria-busy={!article && !failed}>
        <button
          type="button"
          class="quiet all"
          data-focus
          onClick={() => (isFromAnswer ? show('messages') : engine.store.set({ articleId: null }))}
        >
          <Icon name="back" /> {t('back')}
        </button>
        {failed ? <Failed again={() => setTries(tries + 1)} /> : null}
        {article ? (
          <>
            <h2 dir="auto">{article.question}</h2>
            <p class="answer" dir="auto">
              <Words text={article.answer ?? ''} />
            </p>
            {href ? <Link href={href}>{t('faq.more')}</Link> : null}
          </>
        ) : null}
      </article>
      <footer class="foot">
        <button type="button" class="primary wide" onClick={() => show('messages')}>
          {t('help.write')}
        </button>
      </footer>
    </>
  )
}

const listOf = (data: unknown): Article[] =>
  Array.isArray(data) ? data : ((data as { articles?: Article[] } | null)?.articles ?? [])
