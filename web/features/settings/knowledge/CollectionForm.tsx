import type { ArticleCollection } from '../../../api/records.ts'
import { ARTICLE_DESCRIPTION_MAX, COLLECTION_NAME_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { languageName } from '../../../live/translations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { forgetDraft } from '../../../ui/form-drafts.ts'
import { attempt } from '../../../ui/forms.ts'

interface Props {
  collection?: ArticleCollection
  locales: string[]
  label: string
  onSave: (change: Pick<ArticleCollection, 'name' | 'icon' | 'description' | 'locale'>) => Promise<unknown>
  onCancel?: () => void
}

export function CollectionForm({ collection, locales, label, onSave, onCancel }: Props) {
  const draft = `collection:${collection?.id ?? ''}`
  const offered = collection?.locale && !locales.includes(collection.locale) ? [...locales, collection.locale] : locales
  return (
    <Form
      draft={draft}
      empties={!collection}
      onSave={(form) =>
        attempt(
          () =>
            onSave({
              name: form('name'),
              icon: form('icon').trim(),
              description: form('description'),
              locale: offered.length > 1 ? form('locale') : (collection?.locale ?? null),
            }),
          t('Saved'),
        )
      }
    >
      <div className="collection-fields">
        <label>
          {t('Icon')}
          <input name="icon" defaultValue={collection?.icon} maxLength={16} placeholder="📦" />
        </label>
        <label>
          {t('Name')}
          <input name="name" defaultValue={collection?.name} maxLength={COLLECTION_NAME_MAX} required />
        </label>
        {offered.length > 1 && (
          <label>
            {t('Language')}
            <select name="locale" key={offered.length} defaultValue={collection?.locale ?? offered[0]}>
              {offered.map((locale) => (
                <option key={locale} value={locale}>
                  {languageName(locale)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <label>
        {t('Description (optional)')}
        <input name="description" defaultValue={collection?.description} maxLength={ARTICLE_DESCRIPTION_MAX} />
      </label>
      <div className="acts">
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
