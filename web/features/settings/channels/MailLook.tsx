import { useQuery } from '@tanstack/react-query'
import type { MailLook as Look, Store } from '../../../api/records.ts'
import { changeStore, mailPreview, storeQuery } from '../../../api/store/settings.ts'
import { MAIL_FOOTER_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useDraftState } from '../../../ui/form-drafts.ts'
import { attempt } from '../../../ui/forms.ts'
import { useRested } from '../../../ui/useDebouncedValue.ts'
import { PictureField } from '../widget/PictureField.tsx'
import '../widget/live-preview.css'

const DEFAULT_COLOR = '#1f6f54'
/** Typing pauses this long before the preview follows. */
const REST_MS = 300
const PLAIN: Look = { logoUrl: null, color: null, footer: null }

/** Logo, colour and footer of mails to customers, with a preview that follows while they are changed. */
export function MailLook() {
  const { data: store } = useQuery(storeQuery)
  return store ? <LookForm store={store} /> : null
}

function LookForm({ store }: { store: Store }) {
  const [look, setLook, forget] = useDraftState<Look>('mail-look', () => store.mailLook ?? PLAIN)
  const change = (part: Partial<Look>) => setLook({ ...look, ...part })
  const text = `${t('Hello Ana,')}\n\n${t('your order is on its way. Follow it [here](https://example.com/track).')}`
  const preview = useRested(mailPreview(look, text), REST_MS)
  return (
    <Card
      title={t('Look of emails')}
      about={t(
        'For replies, transcripts and other emails to customers. The colour is darkened until it reads on white.',
      )}
    >
      <div className="look">
        <Form
          onSave={async () => {
            const isPlain = !look.logoUrl && !look.color && !look.footer?.trim()
            const done = await attempt(() => changeStore({ mailLook: isPlain ? null : look }), t('Saved'))
            if (done) forget()
            return done
          }}
        >
          <PictureField
            label={t('Logo')}
            name="logoUrl"
            value={look.logoUrl ?? ''}
            onChange={(logoUrl) => change({ logoUrl: logoUrl || null })}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={look.color !== null}
              onChange={({ target }) => change({ color: target.checked ? DEFAULT_COLOR : null })}
            />{' '}
            {t('A colour for the line above and for links')}
          </label>
          {look.color !== null && (
            <label className="color">
              {t('Colour')}
              <input type="color" value={look.color} onChange={({ target }) => change({ color: target.value })} />
            </label>
          )}
          <label>
            {t('Footer')}
            <textarea
              name="footer"
              rows={3}
              maxLength={MAIL_FOOTER_MAX}
              value={look.footer ?? ''}
              placeholder={t('Such as the company’s name and address')}
              onChange={({ target }) => change({ footer: target.value || null })}
            />
          </label>
          <Button type="submit">{t('Save')}</Button>
        </Form>
        <iframe className="mail-preview" src={preview} title={t('Preview of an email')} sandbox="" tabIndex={-1} />
      </div>
    </Card>
  )
}
