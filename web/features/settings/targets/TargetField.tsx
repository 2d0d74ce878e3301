import { useState } from 'react'
import { TARGET_MINUTES_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'

const UNITS = { minutes: 1, hours: 60, days: 24 * 60 }
type Unit = keyof typeof UNITS

interface Props {
  /** What it is the target of. */
  label: string
  /** Null: there is none. */
  minutes: number | null
  onChange: (minutes: number | null) => void
}

/** A target in whole minutes, hours or days; empty for none. */
export function TargetField({ label, minutes, onChange }: Props) {
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes))
  const size = UNITS[unit]
  return (
    <span className="target">
      <input
        type="number"
        aria-label={label}
        min={1}
        max={TARGET_MINUTES_MAX / size}
        placeholder="–"
        value={minutes === null ? '' : minutes / size}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value) * size)}
      />
      <select
        aria-label={t('{0}, unit', label)}
        value={unit}
        onChange={({ target }) => {
          const next = target.value as Unit
          setUnit(next)
          if (minutes !== null) onChange((minutes / size) * UNITS[next])
        }}
      >
        <option value="minutes">{t('minutes')}</option>
        <option value="hours">{t('hours')}</option>
        <option value="days">{t('days')}</option>
      </select>
    </span>
  )
}

function unitOf(minutes: number | null): Unit {
  if (minutes === null) return 'hours'
  return minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes'
}
