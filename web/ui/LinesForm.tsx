import { t } from '../base/texts.ts'
import { Button } from './Button.tsx'
import { fields } from './forms.ts'

interface Props {
  label: string
  /** An example, shown while there is none. */
  placeholder: string
  rows: number
  lines: readonly string[]
  onSave: (lines: string[]) => Promise<unknown>
}

/** A list that is edited as text, one entry a line. */
export function LinesForm({ label, placeholder, rows, lines, onSave }: Props) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const entered = fields(event)('lines').split('\n')
        void onSave(entered.map((line) => line.trim()).filter(Boolean))
      }}
    >
      <textarea name="lines" aria-label={label} rows={rows} placeholder={placeholder} defaultValue={lines.join('\n')} />
      <Button type="submit">{t('Save')}</Button>
    </form>
  )
}
