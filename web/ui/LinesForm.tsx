import { t } from '../base/texts.ts'
import { Button } from './Button.tsx'
import { Form } from './Form.tsx'
import { linesOf } from './forms.ts'

interface Props {
  label: string
  /** An example, shown while there is none. */
  placeholder: string
  rows: number
  lines: readonly string[]
  onSave: (lines: string[]) => Promise<boolean>
  /** As for any form. */
  draft?: string
}

/** A list that is edited as text, one entry a line. */
export function LinesForm({ label, placeholder, rows, lines, onSave, draft }: Props) {
  return (
    <Form draft={draft} onSave={(form) => onSave(linesOf(form('lines')))}>
      <textarea name="lines" aria-label={label} rows={rows} placeholder={placeholder} defaultValue={lines.join('\n')} />
      <Button type="submit">{t('Save')}</Button>
    </Form>
  )
}
