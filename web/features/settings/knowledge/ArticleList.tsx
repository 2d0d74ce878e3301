import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { articlesQuery, collectionsQuery } from '../../../api/articles.ts'
import type { Article } from '../../../api/records.ts'
import { storeQuery } from '../../../api/store/settings.ts'
import { useMembers } from '../../../api/team/team.ts'
import { go, Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { ago, moment } from '../../../base/time.ts'
import { languageName } from '../../../live/translations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'

/** Typing pauses this long before the search starts. */
const REST_MS = 250
const EVERYTHING = { q: '', state: '', locale: '', collectionId: '' }
type Filter = typeof EVERYTHING

/** All articles, or those of a search, a state, a language and a collection. */
export function ArticleList({ query }: { query: string }) {
  const [filter, setFilter] = useState({ ...EVERYTHING, q: query })
  const rested = useRested(filter, REST_MS)
  const found = useInfiniteQuery({
    ...articlesQuery({ ...rested, q: rested.q.trim() }),
    placeholderData: keepPreviousData,
  })
  const articles = found.data?.pages.flatMap((page) => page.data)
  const isFiltered = Object.values(filter).some((value) => value.trim() !== '')

  return (
    <>
      <div className="article-acts">
        <Button kind="primary" icon="plus" onClick={() => go(pathTo('settings', 'knowledge', 'new'))}>
          {t('New article')}
        </Button>
        <Link href={pathTo('settings', 'knowledge', 'collections')} className="button plain">
          {t('Article collections')}
        </Link>
        <Link href={pathTo('settings', 'knowledge', 'help-centre')} className="button plain">
          {t('Help centre')}
        </Link>
      </div>
      <Filters filter={filter} onChange={setFilter} />
      {(!articles || found.error) && <Loading error={found.error} onRetry={found.refetch} />}
      {articles?.length === 0 &&
        (isFiltered ? (
          <p className="none">
            {t('Nothing found.')}{' '}
            <Button kind="quiet" onClick={() => setFilter(EVERYTHING)}>
              {t('Show all articles')}
            </Button>
          </p>
        ) : (
          <p className="none">
            {t(
              'No articles yet. Write one for the question that customers ask most: help pages, the widget and the AI agent answer with it.',
            )}
          </p>
        ))}
      <ul className="lines articles" aria-label={t('Articles')}>
        {articles?.map((article) => (
          <ArticleLine key={article.id} article={article} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('More')}
        </Button>
      )}
    </>
  )
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const { data: store } = useQuery(storeQuery)
  const locales = store?.settings.helpCentre.locales ?? []
  const set = (part: Partial<Filter>) => onChange({ ...filter, ...part })
  return (
    <search className="article-filters">
      <input
        type="search"
        aria-label={t('Search articles')}
        placeholder={t('Search articles')}
        value={filter.q}
        maxLength={500}
        onChange={({ target }) => set({ q: target.value })}
      />
      <select aria-label={t('Status')} value={filter.state} onChange={({ target }) => set({ state: target.value })}>
        <option value="">{t('Any status')}</option>
        <option value="published">{t('Public')}</option>
        <option value="private">{t('Private')}</option>
        <option value="draft">{t('Draft')}</option>
        <option value="review">{t('Review due')}</option>
      </select>
      {locales.length > 1 && (
        <select
          aria-label={t('Language')}
          value={filter.locale}
          onChange={({ target }) => set({ locale: target.value })}
        >
          <option value="">{t('Any language')}</option>
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {languageName(locale)}
            </option>
          ))}
        </select>
      )}
      {collections.length > 0 && (
        <select
          aria-label={t('Collection')}
          value={filter.collectionId}
          onChange={({ target }) => set({ collectionId: target.value })}
        >
          <option value="">{t('Any collection')}</option>
          <option value="none">{t('No collection')}</option>
          {collections.map(({ id, icon, name }) => (
            <option key={id} value={id}>
              {`${icon} ${name}`.trim()}
            </option>
          ))}
        </select>
      )}
    </search>
  )
}

function ArticleLine({ article }: { article: Article }) {
  const editor = useMembers().find(({ id }) => id === article.editedBy)
  const today = new Date().toISOString().slice(0, 10)
  return (
    <li>
      <div>
        <Link href={pathTo('settings', 'knowledge', 'article', article.id)} className="article-link">
          {article.question}
        </Link>
        <p className="about clipped">{article.description || article.answer}</p>
        <p className="about">
          <time title={moment(article.editedAt)}>
            {editor
              ? t('Edited {0} by {1}', ago(article.editedAt), editor.fullName)
              : t('Edited {0}', ago(article.editedAt))}
          </time>
        </p>
      </div>
      <div className="article-chips">
        {article.status === 'draft' && <span className="chip">{t('Draft')}</span>}
        {article.private && <span className="chip">{t('Private')}</span>}
        {article.isBehind && <span className="chip warn">{t('Behind the original')}</span>}
        {article.reviewAt !== null && article.reviewAt <= today && <span className="chip warn">{t('Review due')}</span>}
        {article.productId && <span className="chip">{t('one product')}</span>}
        {article.locale && <span className="chip">{languageName(article.locale)}</span>}
      </div>
    </li>
  )
}
