import { useState } from 'react'
import { removeAttribute, setAttribute } from '../../../api/details.ts'
import type { Context } from '../../../api/records.ts'
import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { complain } from '../../../ui/toast.tsx'
import { Section } from './Section.tsx'

/** Named values that the team or integrations keep on a conversation. */
export function Attributes({ id, attributes }: { id: string; attributes: Context['attributes'] }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={t('Attributes')}
      act={<IconButton icon="plus" label={t('Add an attribute')} onClick={() => setAdding(true)} />}
    >
      <dl>
        {attributes.map((attribute) => (
          <div key={attribute.id} className="removable">
            <dt>{attribute.name}</dt>
            <dd title={attribute.value}>{attribute.value || '–'}</dd>
            <dd className="act">
              <IconButton
                icon="close"
                label={t('Delete {0}', attribute.name)}
                onClick={() => void removeAttribute(id, attribute.id).catch(complain)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {attributes.length === 0 && !isAdding && <p className="none">{t('None yet')}</p>}
      {isAdding && (
        <form
          className="attribute-form"
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            void setAttribute(id, String(form.get('name')), String(form.get('value'))).then(
              () => setAdding(false),
              complain,
            )
          }}
        >
          <input
            name="name"
            aria-label={t('Name')}
            placeholder={t('Name')}
            required
            maxLength={ATTRIBUTE_NAME_MAX}
            // biome-ignore lint/a11y/noAutofocus: it was just asked for
            autoFocus
          />
          <input name="value" aria-label={t('Value')} placeholder={t('Value')} maxLength={ATTRIBUTE_VALUE_MAX} />
          <Button type="submit">{t('Save')}</Button>
        </form>
      )}
    </Section>
  )
}
