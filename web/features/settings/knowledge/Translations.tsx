import { useQuery } from '@tanstack/react-query'
import { addTranslation, articleTranslationsQuery, changeArticle } from '../../../api/articles.ts'
import type { Article, ArticleTranslation } from '../../../api/records.ts'
import { go, Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { canTranslate, languageName } from '../../../live/translations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { attempt, useAttempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'

const pathOf = (id: string) => pathTo('settings', 'knowledge', 'article', id)

/** An article's translations into the store's languages. */
export function Translations({ article, locales }: { article: Article; locales: string[] }) {
  const { data: translations, error, refetch } = useQuery(articleTranslationsQuery(article.id))
  if (locales.length < 2 && article.translationGroupId === null) return null
  if (!translations) {
    return (
      <Card title={t('Translations')}>
        <Loading error={error} onRetry={refetch} />
      </Card>
    )
  }
  const missing = locales.filter((locale) => !translations.some((one) => one.locale === locale))
  return (
    <Card
      title={t('Translations')}
      about={t('Readers get the article in their language, otherwise in {0}.', languageName(locales[0] as string))}
    >
      <ul className="lines">
        {translations.map((one) => (
          <TranslationLine key={one.id} translation={one} isCurrent={one.id === article.id} />
        ))}
        {missing.map((locale) => (
          <MissingLine key={locale} id={article.id} locale={locale} />
        ))}
      </ul>
    </Card>
  )
}

function TranslationLine({ translation, isCurrent }: { translation: ArticleTranslation; isCurrent: boolean }) {
  const { id, locale, question, status, isOriginal, isBehind, editedAt } = translation
  return (
    <li>
      <div>
        <strong>{languageName(locale)}</strong> {isOriginal && <span className="chip">{t('Original')}</span>}{' '}
        {status === 'draft' && <span className="chip">{t('Draft')}</span>}{' '}
        {isBehind && <span className="chip warn">{t('Behind the original')}</span>}
        <p className="about" dir="auto">
          {isCurrent ? question : <Link href={pathOf(id)}>{question}</Link>}
        </p>
        <p className="about">{t('Edited {0}', moment(editedAt))}</p>
      </div>
      {isBehind && (
        <Button
          icon="check"
          onClick={() => void attempt(() => changeArticle(id, { isUpToDate: true }), t('Marked as up to date'))}
        >
          {t('Mark as up to date')}
        </Button>
      )}
    </li>
  )
}

/** A language without a translation. A first draft is offered where something translates. */
function MissingLine({ id, locale }: { id: string; locale: string }) {
  const { isBusy, attempt } = useAttempt()
  const add = (isTranslated: boolean) =>
    attempt(async () => go(pathOf((await addTranslation(id, locale, isTranslated)).id)), t('Draft added'))
  return (
    <li>
      <div>
        <strong>{languageName(locale)}</strong>
        <p className="about">{t('No translation yet')}</p>
      </div>
      <Button disabled={isBusy} onClick={() => void add(false)}>
        {t('Translate by hand')}
      </Button>
      {canTranslate() && (
        <Button icon="translate" busy={isBusy} disabled={isBusy} onClick={() => void add(true)}>
          {t('First draft by machine')}
        </Button>
      )}
    </li>
  )
}
