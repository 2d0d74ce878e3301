import type { InputHTMLAttributes } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  value: string
  onChange: (text: string) => void
}

/** The field that a picker is typed into. It is there before the list is, so that no key is lost. */
export function PickerField({ label, onChange, ...rest }: Props) {
  return (
    <input
      className="picker-input"
      role="combobox"
      aria-expanded={rest['aria-controls'] !== undefined}
      aria-autocomplete="list"
      aria-label={label}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: it is what the dialog was opened for
      autoFocus
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  )
}
