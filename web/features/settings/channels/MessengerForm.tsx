import { useState } from 'react'
import { connectChannel } from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { CHANNELS } from '../../../live/views.ts'
import { Button } from '../../../ui/Button.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'

/** What each of the three asks for, and where it is found at Meta. */
const MESSENGERS = {
  phone_messenger: {
    id: t('Phone number ID'),
    where: t(
      'Meta for Developers → your app → WhatsApp → API setup: the phone number ID, and a permanent token of a system user with whatsapp_business_messaging.',
    ),
  },
  social_messenger: {
    id: t('Page ID'),
    where: t(
      'Meta for Developers → your app → Messenger → Settings: add the page, subscribe it to messages, and generate its token.',
    ),
  },
  photo_social: {
    id: t('Instagram account ID'),
    where: t(
      'Meta for Developers → your app → Instagram → API setup: the professional account’s ID, and its token with instagram_manage_messages.',
    ),
  },
} as const
type Messenger = keyof typeof MESSENGERS

/** Connects an account at one of the three messengers. */
export function MessengerForm({ webhookUrl }: { webhookUrl: string }) {
  const [channel, setChannel] = useState<Messenger>('phone_messenger')
  const { id, where } = MESSENGERS[channel]
  const title = CHANNELS[channel] ?? channel
  return (
    <Form
      empties
      onSave={(field) => {
        const name = field('name').trim()
        const account = { channel, externalId: field('externalId').trim(), accessToken: field('accessToken').trim() }
        const businessId = field('businessId').trim()
        return attempt(
          () => connectChannel({ ...account, ...(name && { name }), ...(businessId && { businessId }) }),
          t('{0} connected', title),
        )
      }}
    >
      <label>
        {t('Which messenger')}
        <select value={channel} onChange={(event) => setChannel(event.target.value as Messenger)}>
          {Object.keys(MESSENGERS).map((key) => (
            <option key={key} value={key}>
              {CHANNELS[key]}
            </option>
          ))}
        </select>
      </label>
      <ol className="steps">
        <li>{where}</li>
        <li>
          {t(
            'In the app’s webhooks, enter this address and the verify token of this service, and subscribe to {0}.',
            channel === 'phone_messenger'
              ? 'messages, message_template_status_update'
              : 'messages, message_echoes, message_deliveries, message_reads',
          )}
          <Copyable text={webhookUrl} label={t('the address')} />
        </li>
        <li>{t('Enter both here. The token is tested right away and stored encrypted.')}</li>
      </ol>
      <div className="two">
        <label>
          {id}
          <input name="externalId" required maxLength={128} pattern="[\w.\-]+" autoComplete="off" />
        </label>
        <label>
          {t('Name')}
          <input name="name" maxLength={100} placeholder="Acme" />
        </label>
      </div>
      {channel === 'phone_messenger' && (
        <>
          <label>
            {t('WhatsApp Business Account ID')}
            <input
              name="businessId"
              maxLength={32}
              pattern="\d+"
              inputMode="numeric"
              autoComplete="off"
              aria-describedby="business-id-hint"
            />
          </label>
          <p className="about" id="business-id-hint">
            {t(
              'Optional, for templates. Meta shows it beside the phone number ID; the token then needs whatsapp_business_management too.',
            )}
          </p>
        </>
      )}
      <label>
        {t('Access token')}
        <input type="password" name="accessToken" required maxLength={2048} autoComplete="off" />
      </label>
      <Button type="submit" kind="primary">
        {t('Connect {0}', title)}
      </Button>
    </Form>
  )
}
