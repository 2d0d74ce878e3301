import { PASSWORD } from '../base/limits.ts'

/** The field for a password that is to be set, named `password`. */
export function NewPassword({ label }: { label: string }) {
  return (
    <label>
      {label}, {PASSWORD.min} characters or more
      <input
        type="password"
        name="password"
        autoComplete="new-password"
        minLength={PASSWORD.min}
        maxLength={PASSWORD.max}
        required
      />
    </label>
  )
}
