import { useState } from 'react'
import { t } from '../../base/texts.ts'

const UNITS = { minutes: 1, hours: 60, days: 24 * 60 }
type Unit = keyof typeof UNITS

interface Props {
  label: string
  /** 0 while it is empty. */
  minutes: number
  /** In minutes. */
  max: number
  /** The smallest that can be chosen. */
  from?: Unit
  /** Whether it may be left empty. */
  isOptional?: boolean
  onChange: (minutes: number) => void
}

/** A length of time, in whole minutes, hours or days. */
export function SpanField({ label, minutes, max, from = 'minutes', isOptional = false, onChange }: Props) {
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes))
  const size = UNITS[unit]
  return (
    <span className="span-field">
      <input
        type="number"
        aria-label={label}
        required={!isOptional}
        placeholder={isOptional ? '–' : undefined}
        min={1}
        max={Math.floor(max / size)}
        value={minutes / size || ''}
        onChange={({ target }) => onChange(Number(target.value) * size)}
      />
      <select
        aria-label={t('{0}, unit', label)}
        value={unit}
        onChange={({ target }) => {
          const next = target.value as Unit
          setUnit(next)
          onChange((minutes / size) * UNITS[next])
        }}
      >
        {from === 'minutes' && <option value="minutes">{t('minutes')}</option>}
        <option value="hours">{t('hours')}</option>
        <option value="days">{t('days')}</option>
      </select>
    </span>
  )
}

function unitOf(minutes: number): Unit {
  if (minutes === 0) return 'hours'
  return minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes'
}
