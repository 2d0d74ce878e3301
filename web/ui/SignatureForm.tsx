import { SIGNATURE_MAX } from '../base/limits.ts'
import { t } from '../base/texts.ts'
import { Button } from './Button.tsx'
import { Form } from './Form.tsx'
import { attempt } from './forms.ts'

/** A signature below mails; saved empty, there is none. */
export function SignatureForm({
  text,
  draft,
  onSave,
}: {
  text: string | null
  /** Under which what was not saved is kept. */
  draft: string
  onSave: (text: string | null) => Promise<unknown>
}) {
  return (
    <Form draft={draft} onSave={(form) => attempt(() => onSave(form('signature').trim() || null), t('Saved'))}>
      <label>
        {t('Signature')}
        <textarea name="signature" rows={4} defaultValue={text ?? ''} maxLength={SIGNATURE_MAX} />
      </label>
      <Button type="submit">{t('Save')}</Button>
    </Form>
  )
}
