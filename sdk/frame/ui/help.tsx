import { useCallback, useEffect, useState } from 'preact/hooks'
import { useEngine, useWidget } from './context.ts'
import { Failed, Header } from './header.tsx'
import { Icon } from './icons.tsx'
import { later } from './later.tsx'
import { Link, Words, webAddress } from './words.tsx'

interface Article {
  id: string
  question: string
  answer: string
  /** The formatted text; left out where there is none. */
  html?: string
  url?: string | null
}

interface Collection {
  id: string
  name: string
  description: string
  icon: string
}

const SEARCH_AFTER_MS = 250
/** Pages of a collection that are loaded, of twenty articles each. */
const PAGES_MAX = 10

const ArticleBody = later<{ html: string; onArticle: (id: string) => void }>(() =>
  import('./article-body.tsx').then(({ ArticleBody }) => ArticleBody),
)

/** Help articles: collections, a search, and one article, whose links to others stay here. */
export function Help() {
  const { engine, show } = useWidget()
  const { articleId, isFromAnswer } = useEngine()
  const [followed, setFollowed] = useState<{ from: string; to: string }[]>([])
  const [collection, setCollection] = useState<Collection | null>(null)
  const open = (id: string | null) => engine.store.set({ articleId: id })
  const follow = useCallback(
    (to: string) => {
      const { articleId: from } = engine.store.get()
      if (from) setFollowed((before) => [...before, { from, to }])
      engine.store.set({ articleId: to })
    },
    [engine],
  )
  if (!articleId) return <List collection={collection} onCollection={setCollection} />
  const last = followed.at(-1)
  const back = () => {
    if (last?.to === articleId) {
      setFollowed(followed.slice(0, -1))
      open(last.from)
    } else if (isFromAnswer) show('messages')
    else open(null)
  }
  return <One key={articleId} id={articleId} onBack={back} onArticle={follow} />
}

function List({
  collection,
  onCollection,
}: {
  collection: Collection | null
  onCollection: (collection: Collection | null) => void
}) {
  const { texts, engine, show } = useWidget()
  const { t } = texts
  const [words, setWords] = useState('')
  const [found, setFound] = useState<{ collections: Collection[]; articles: Article[] } | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const query = words.trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more with each try
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      await engine.ensureSession()
      if (query) {
        const { data } = await engine.api.get<Article[]>(`articles?q=${encodeURIComponent(query)}`)
        if (isCurrent) setFound({ collections: [], articles: listOf<Article>(data) })
        return
      }
      const collections = collection
        ? []
        : listOf<Collection>((await engine.api.get<Collection[]>('article-collections')).data)
      const of = collection?.id ?? (collections.length > 0 ? 'none' : null)
      const path = `articles?${of ? `collection=${encodeURIComponent(of)}&` : ''}cursor=`
      let articles: Article[] = []
      let cursor: string | null | undefined = ''
      for (let page = 0; isCurrent && typeof cursor === 'string' && page < PAGES_MAX; page++) {
        const asked: string = cursor ? `${path}${encodeURIComponent(cursor)}` : path.replace(/.cursor=$/, '')
        const { data, paging } = await engine.api.get<Article[]>(asked)
        articles = [...articles, ...listOf<Article>(data)]
        cursor = paging?.nextCursor
        if (isCurrent) setFound({ collections, articles })
      }
    }
    const timer = setTimeout(
      () => {
        load().then(
          () => isCurrent && setFailed(false),
          () => isCurrent && setFailed(true),
        )
      },
      query ? SEARCH_AFTER_MS : 0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query, collection?.id, engine, tries])

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
          {!failed && found && found.articles.length + found.collections.length === 0 ? t('help.none') : ''}
        </p>
        {collection && !query ? (
          <>
            <button type="button" class="quiet all" onClick={() => onCollection(null)}>
              <Icon name="back" /> {t('back')}
            </button>
            <h2 dir="auto">{collection.name}</h2>
            {collection.description ? <p dir="auto">{collection.description}</p> : null}
          </>
        ) : null}
        {failed ? <Failed again={() => setTries(tries + 1)} /> : null}
        <ul class="articles">
          {found?.collections.map((one) => (
            <li key={one.id}>
              <button type="button" class="card" onClick={() => onCollection(one)}>
                {one.icon ? <span aria-hidden="true">{one.icon}</span> : null}
                <span class="grow" dir="auto">
                  <b>{one.name}</b>
                  {one.description ? <small>{one.description}</small> : null}
                </span>
                <Icon name="next" />
              </button>
            </li>
          ))}
          {found?.articles.map((article) => (
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

function One({ id, onBack, onArticle }: { id: string; onBack: () => void; onArticle: (id: string) => void }) {
  const { texts, engine, show } = useWidget()
  const { t } = texts
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
        <button type="button" class="quiet all" data-focus onClick={onBack}>
          <Icon name="back" /> {t('back')}
        </button>
        {failed ? <Failed again={() => setTries(tries + 1)} /> : null}
        {article ? (
          <>
            <h2 dir="auto">{article.question}</h2>
            {article.html ? (
              <ArticleBody html={article.html} onArticle={onArticle}>
                <Answer text={article.answer} />
              </ArticleBody>
            ) : (
              <Answer text={article.answer} />
            )}
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

function Answer({ text }: { text: string }) {
  return (
    <p class="answer" dir="auto">
      <Words text={text ?? ''} />
    </p>
  )
}

const listOf = <T,>(data: unknown): T[] =>
  Array.isArray(data) ? data : ((data as { articles?: T[] } | null)?.articles ?? [])
