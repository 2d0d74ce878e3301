import { useState } from 'react'
import type { Webhook as WebhookRecord } from '../../api/records.ts'
import { changeWebhook, deleteWebhook, testWebhook } from '../../api/store/webhooks.ts'
import { t } from '../../base/texts.ts'
import { moment } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Form } from '../../ui/Form.tsx'
import { forgetDraft } from '../../ui/form-drafts.ts'
import { attempt, linesOf } from '../../ui/forms.ts'
import { Toggle } from '../../ui/Toggle.tsx'
import { EventChoices } from './EventChoices.tsx'
import { WebhookDays } from './WebhookDays.tsx'
import { WebhookLog } from './WebhookLog.tsx'

/** One endpoint, with its secret and the log of its deliveries. */
export function Webhook({ webhook, known }: { webhook: WebhookRecord; known: string[] }) {
  const [isSecretShown, showSecret] = useState(false)
  const [isLogShown, showLog] = useState(false)
  const [areDaysShown, showDays] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { id, url, events, headers, isActive, secret, lastDeliveryStatus, lastDeliveryError, lastDeliveryAt } = webhook
  const draft = `webhook:${id}`
  return (
    <Card id={`webhook-${id}`} title={url} about={events.join(', ')}>
      <Toggle
        label={t('Active')}
        about={
          lastDeliveryAt
            ? t(
                'Last delivery {0}: {1}{2}',
                moment(lastDeliveryAt),
                lastDeliveryStatus,
                lastDeliveryError ? ` (${lastDeliveryError})` : '',
              )
            : t('Nothing was delivered yet.')
        }
        isOn={isActive}
        onChange={(isOn) => void attempt(() => changeWebhook(id, { isActive: isOn }))}
      />
      {isSecretShown && <Copyable text={secret} label={t('the signing secret')} />}
      {isEditing && (
        <Form
          draft={draft}
          onSave={async (form, data) => {
            const chosen = data.getAll('events').map(String)
            const change = { events: chosen, headers: headersOf(form('headers')) }
            const isDone = await attempt(() => changeWebhook(id, change), t('Saved'))
            if (isDone) setEditing(false)
            return isDone
          }}
        >
          <EventChoices known={known} chosen={events} />
          <label>
            {t('Custom headers, one per line')}
            <textarea
              name="headers"
              rows={3}
              placeholder="Authorization: Bearer …"
              defaultValue={Object.entries(headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
          </label>
          <div className="acts">
            <Button type="submit" kind="primary">
              {t('Save')}
            </Button>
            <Button
              onClick={() => {
                forgetDraft(draft)
                setEditing(false)
              }}
            >
              {t('Cancel')}
            </Button>
          </div>
        </Form>
      )}
      <div className="acts">
        {!isEditing && <Button onClick={() => setEditing(true)}>{t('Edit events and headers')}</Button>}
        <Button onClick={() => showSecret(!isSecretShown)}>
          {isSecretShown ? t('Hide the secret') : t('Show the secret')}
        </Button>
        <Button
          disabled={!isActive}
          onClick={() => void attempt(() => testWebhook(id), t('Test event sent')).then(() => showLog(true))}
        >
          {t('Send a test event')}
        </Button>
        <Button onClick={() => showLog(!isLogShown)}>{isLogShown ? t('Hide the log') : t('Delivery log')}</Button>
        <Button onClick={() => showDays(!areDaysShown)}>
          {areDaysShown ? t('Hide the days') : t('Events by day')}
        </Button>
        <ConfirmButton
          label={t('Delete')}
          question={t('Pending deliveries are discarded.')}
          onConfirm={() => attempt(() => deleteWebhook(id), t('Endpoint deleted'))}
        />
      </div>
      {areDaysShown && <WebhookDays id={id} />}
      {isLogShown && <WebhookLog id={id} isActive={isActive} />}
    </Card>
  )
}

/** Header values by name, of lines such as `Authorization: Bearer …`. The service rejects a wrong name. */
function headersOf(text: string): Record<string, string> {
  const pairs = linesOf(text).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  return Object.fromEntries(pairs)
}
