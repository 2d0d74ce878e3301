import { useQuery } from '@tanstack/react-query'
import { collectionsQuery } from '../../../api/articles.ts'
import { ARTICLE_DESCRIPTION_MAX, ARTICLE_URL_MAX, ID_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { languageName } from '../../../live/translations.ts'
import { Toggle } from '../../../ui/Toggle.tsx'
import type { ArticleFields } from './article-fields.ts'

interface Props {
  fields: ArticleFields
  locales: string[]
  isNew: boolean
  onChange: (part: Partial<ArticleFields>) => void
}

/** Fields for an article's place, its readers, and what search engines show of it. */
export function ArticleDetails({ fields, locales, isNew, onChange }: Props) {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const first = locales[0] as string
  const offered = collections.filter(
    ({ id, locale }) => (locale ?? first) === fields.locale || id === fields.collectionId,
  )
  const languages = locales.includes(fields.locale) ? locales : [...locales, fields.locale]
  return (
    <>
      <div className="article-details">
        <label>
          {t('Collection')}
          <select value={fields.collectionId} onChange={({ target }) => onChange({ collectionId: target.value })}>
            <option value="">{t('No collection')}</option>
            {offered.map(({ id, icon, name }) => (
              <option key={id} value={id}>
                {`${icon} ${name}`.trim()}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('Language')}
          <select value={fields.locale} onChange={({ target }) => onChange({ locale: target.value })}>
            {languages.map((locale) => (
              <option key={locale} value={locale}>
                {languageName(locale)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('Review on')}
          <input
            type="date"
            value={fields.reviewAt}
            max="9999-12-31"
            onChange={({ target }) => onChange({ reviewAt: target.value })}
          />
        </label>
        <label className="wide">
          {t('Description for search engines and lists')}
          <textarea
            rows={2}
            dir="auto"
            value={fields.description}
            maxLength={ARTICLE_DESCRIPTION_MAX}
            placeholder={t('Empty: the beginning of the text')}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </label>
      </div>
      <Toggle
        label={t('Only for signed-in customers')}
        about={t('Shown in the widget to customers whom your store has identified, and nowhere else.')}
        isOn={fields.isPrivate}
        onChange={(isPrivate) => onChange({ isPrivate })}
      />
      <details className="along">
        <summary>{t('Addresses and product')}</summary>
        <label>
          {t('Name in the page’s address')}
          <input
            value={fields.slug}
            maxLength={100}
            placeholder={isNew ? t('Empty: made from the title') : ''}
            onChange={({ target }) => onChange({ slug: target.value })}
          />
        </label>
        <label>
          {t('Page in the store (optional)')}
          <input
            value={fields.url}
            placeholder="https://… or /help/returns"
            maxLength={ARTICLE_URL_MAX}
            onChange={({ target }) => onChange({ url: target.value })}
          />
        </label>
        <label>
          {t('Product id, where it is about one product (optional)')}
          <input
            value={fields.productId}
            maxLength={ID_MAX}
            onChange={({ target }) => onChange({ productId: target.value })}
          />
        </label>
      </details>
    </>
  )
}
