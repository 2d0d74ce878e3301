import { mailChannelCode, proveChannel } from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'

/** Takes the code that was mailed to a mailbox's address: before that, no mail for the address arrives here. */
export function CodeForm({ id, address }: { id: string; address: string }) {
  return (
    <Form
      className="form whole"
      onSave={(form) => attempt(() => proveChannel(id, form('code').trim()), t('Mailbox confirmed'))}
    >
      <label>
        {t('Code sent to {0}', address)}
        <input name="code" inputMode="numeric" autoComplete="one-time-code" required maxLength={20} />
      </label>
      <p className="about">{t('Email to this address arrives here after you enter the code.')}</p>
      <div className="acts">
        <Button type="submit" kind="primary">
          {t('Confirm')}
        </Button>
        <Button kind="quiet" onClick={() => void attempt(() => mailChannelCode(id), t('Code sent'))}>
          {t('Send another code')}
        </Button>
      </div>
    </Form>
  )
}
