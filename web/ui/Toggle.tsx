import { useId } from 'react'

interface Props {
  label: string
  about?: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

/** A switch with its label and what it does. */
export function Toggle({ label, about, isOn, isDisabled = false, onChange }: Props) {
  const id = useId()
  return (
    <div className="toggle">
      <div>
        <label htmlFor={id}>{label}</label>
        {about && <p className="about">{about}</p>}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}
