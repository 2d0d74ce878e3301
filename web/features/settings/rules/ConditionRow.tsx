import type { RuleCondition } from '../../../api/records.ts'
import { useSegments } from '../../../api/segments.ts'
import { t } from '../../../base/texts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Checks, Texts } from '../../../ui/conditions/ValuesField.tsx'
import { CHOICES, CONDITIONS, choicesOf } from './rule-words.ts'

const HINTS: Partial<Record<RuleCondition['about'], string>> = {
  words: t('refund, money back'),
  tags: t('vip, wholesale'),
  order: 'cancelled, unfulfilled',
}
/** One of two: its opposite is the other value. */
const EITHER = ['hours', 'assignee', 'holder']

interface Props {
  condition: RuleCondition
  onChange: (condition: RuleCondition) => void
  onRemove: () => void
}

/** One condition: what is looked at, and what it has to be. */
export function ConditionRow({ condition, onChange, onRemove }: Props) {
  const { about, not, values } = condition
  useSegments() // their names, once they are known
  const choices = choicesOf(about)
  const isEither = EITHER.includes(about)
  return (
    <li className="rule-row">
      <select
        aria-label={t('Condition')}
        value={about}
        onChange={({ target }) => {
          const next = target.value as RuleCondition['about']
          const first = EITHER.includes(next) ? Object.keys(CHOICES[next] ?? {}).slice(0, 1) : []
          onChange({ ...condition, about: next, not: false, values: first })
        }}
      >
        {Object.entries(CONDITIONS).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      {!isEither && (
        <select
          aria-label={t('Operator')}
          className="rule-not"
          value={not ? 'not' : 'is'}
          onChange={({ target }) => onChange({ ...condition, not: target.value === 'not' })}
        >
          <option value="is">{t('any of')}</option>
          <option value="not">{t('none of')}</option>
        </select>
      )}
      {isEither ? (
        <select
          aria-label={CONDITIONS[about]}
          value={values[0]}
          onChange={({ target }) => onChange({ ...condition, values: [target.value] })}
        >
          {Object.entries(choices ?? {}).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : about === 'segment' && Object.keys(choices ?? {}).length === 0 ? (
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
