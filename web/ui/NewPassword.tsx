import { PASSWORD } from '../base/limits.ts'
import { t } from '../base/texts.ts'

/** The field for a password that is to be set, named `password`. */
export function NewPassword({ label }: { label: string }) {
  return (
    <label>
      {t('{0}, {1} characters or more', label, PASSWORD.min)}
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
