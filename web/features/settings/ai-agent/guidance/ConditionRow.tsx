import type { GuidanceCondition } from '../../../../api/records.ts'
import { useSegments } from '../../../../api/segments.ts'
import { GUIDANCE_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import { Checks, Texts } from '../../../../ui/conditions/ValuesField.tsx'
import { CONDITIONS, choicesOf } from './condition-words.ts'

const HINTS: Partial<Record<GuidanceCondition['about'], string>> = {
  words: t('refund, money back'),
  tags: t('vip, wholesale'),
  contact_tags: t('vip, wholesale'),
  order: 'delivered, in_transit',
  page: '/products/, /cart',
}

interface Props {
  condition: GuidanceCondition
  onChange: (condition: GuidanceCondition) => void
  onRemove: () => void
}

/** One condition: what is looked at, and what it has to be. */
export function ConditionRow({ condition, onChange, onRemove }: Props) {
  const { about, name, not, values } = condition
  useSegments() // their names, once they are known
  const choices = choicesOf(about)
  return (
    <li className="guidance-row">
      <select
        aria-label={t('Condition')}
        value={about}
        onChange={({ target }) => {
          const next = target.value as GuidanceCondition['about']
          onChange({ about: next, not: false, values: [], ...(next === 'attribute' && { name: '' }) })
        }}
      >
        {Object.entries(CONDITIONS).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      {about === 'attribute' && (
        <input
          aria-label={t('Name of the attribute')}
          placeholder={t('Name of the attribute')}
          required
          maxLength={GUIDANCE_MAX.value}
          value={name ?? ''}
          onChange={({ target }) => onChange({ ...condition, name: target.value })}
        />
      )}
      <select
        aria-label={t('Operator')}
        className="guidance-not"
        value={not ? 'not' : 'is'}
        onChange={({ target }) => onChange({ ...condition, not: target.value === 'not' })}
      >
        <option value="is">{t('any of')}</option>
        <option value="not">{t('none of')}</option>
      </select>
      {choices && Object.keys(choices).length === 0 ? (
        <p className="about">{t('No segments yet. Create one on the Contacts page.')}</p>
      ) : choices ? (
        <Checks
          label={CONDITIONS[about]}
          choices={choices}
          values={values}
          onChange={(next) => onChange({ ...condition, values: next })}
        />
      ) : (
        <Texts
          key={about}
          label={CONDITIONS[about]}
          placeholder={HINTS[about] ?? ''}
          values={values}
          onChange={(next) => onChange({ ...condition, values: next })}
        />
      )}
      <IconButton icon="close" label={t('Remove this condition')} onClick={onRemove} />
    </li>
  )
}
