import { useState } from 'react'
import { t } from '../../base/texts.ts'
import './conditions.css'

interface ChecksProps {
  label: string
  /** By value. */
  choices: Record<string, string>
  values: string[]
  onChange: (values: string[]) => void
}

/** Some of a few values. */
export function Checks({ label, choices, values, onChange }: ChecksProps) {
  // What is chosen and not offered any more can be taken away.
  const all = { ...Object.fromEntries(values.map((value) => [value, t('a former member')])), ...choices }
  return (
    <fieldset className="value-checks">
      <legend className="sr-only">{label}</legend>
      {Object.entries(all).map(([value, words]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((one) => one !== value))
            }
          />{' '}
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface TextsProps {
  label: string
  placeholder: string
  values: string[]
  onChange: (values: string[]) => void
}

/** Texts, with commas between them. */
export function Texts({ label, placeholder, values, onChange }: TextsProps) {
  const [typed, type] = useState(values.join(', '))
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      required
      value={typed}
      onChange={({ target }) => {
        type(target.value)
        const parts = target.value.split(/[,、，]/).map((part) => part.trim())
        onChange([...new Set(parts.filter(Boolean))])
      }}
    />
  )
}
