import type { SegmentCondition, SegmentConditionKind } from '../../api/records.ts'
import { SEGMENTS_MAX } from '../../base/limits.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { inbox } from '../../live/state.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Checks, Texts } from '../../ui/conditions/ValuesField.tsx'
import { CHOICES, CONDITIONS, newCondition, partOf, sidesOf } from './words.ts'

const HINTS: Partial<Record<SegmentConditionKind, string>> = {
  domain: 'example.com, example.org',
  country: 'DE, AT, CH',
  tag: t('vip, wholesale'),
}

interface Props {
  condition: SegmentCondition
  onChange: (condition: SegmentCondition) => void
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined
}

/** One condition of a segment: what is looked at, and what it has to be. */
export function ConditionFields({ condition, onChange, onRemove }: Props) {
  const { about, not } = condition
  const sides = sidesOf(about)
  return (
    <li className="segment-condition">
      <select
        aria-label={t('Condition')}
        value={about}
        onChange={({ target }) => onChange(newCondition(target.value as SegmentConditionKind))}
      >
        {Object.entries(CONDITIONS).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label={t('Operator')}
        className="segment-side"
        value={not ? 'not' : 'is'}
        onChange={({ target }) => onChange({ ...condition, not: target.value === 'not' })}
      >
        <option value="is">{sides[0]}</option>
        <option value="not">{sides[1]}</option>
      </select>
      <What condition={condition} onChange={onChange} />
      {onRemove && <IconButton icon="close" label={t('Remove this condition')} onClick={onRemove} />}
    </li>
  )
}

function What({ condition, onChange }: Pick<Props, 'condition' | 'onChange'>) {
  const { about, values = [], days } = condition
  const part = partOf(about)
  const choices = CHOICES[about]
  const currency = useStore(inbox, (state) => state.me.store.currency)
  if (part === 'nothing') return null
  if (part === 'days') {
    return (
      <span className="segment-numbers">
        <input
          type="number"
          aria-label={t('Days')}
          required
          min={1}
          max={SEGMENTS_MAX.days}
          value={days ?? ''}
          onChange={({ target }) => onChange({ ...condition, days: toNumber(target.value) } as SegmentCondition)}
        />
        <span>{t('days')}</span>
      </span>
    )
  }
  if (part === 'range') {
    const bound = (key: 'atLeast' | 'atMost', label: string) => (
      <input
        type="number"
        aria-label={label}
        placeholder={label}
        required={(key === 'atLeast' ? condition.atMost : condition.atLeast) === undefined}
        min={0}
        max={SEGMENTS_MAX.amount}
        step={about === 'orders' ? 1 : 'any'}
        value={condition[key] ?? ''}
        onChange={({ target }) => {
          const { [key]: _, ...rest } = condition
          const value = toNumber(target.value)
          onChange(value === undefined ? rest : { ...rest, [key]: value })
        }}
      />
    )
    return (
      <span className="segment-numbers">
        {bound('atLeast', t('At least'))}
        <span aria-hidden="true">–</span>
        {bound('atMost', t('At most'))}
        {about === 'spent' && <span>{currency}</span>}
      </span>
    )
  }
  const set = (next: string[]) => onChange({ ...condition, values: next })
  if (choices) return <Checks label={CONDITIONS[about]} choices={choices} values={values} onChange={set} />
  return <Texts key={about} label={CONDITIONS[about]} placeholder={HINTS[about] ?? ''} values={values} onChange={set} />
}

const toNumber = (typed: string) => (typed === '' ? undefined : Number(typed))
