import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook as WebhookRecord } from '../../api/records.ts'
import { changeWebhook, deleteWebhook, deliveriesQuery, redeliver, testWebhook } from '../../api/webhooks.ts'
import { moment } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Toggle } from '../../ui/Toggle.tsx'

/** One endpoint, with its secret and the log of its deliveries. */
export function Webhook({ webhook }: { webhook: WebhookRecord }) {
  const [isSecretShown, showSecret] = useState(false)
  const [isLogShown, showLog] = useState(false)
  const { id, url, events, isActive, secret, lastDeliveryStatus, lastDeliveryError, lastDeliveryAt } = webhook
  return (
    <Card title={url} about={events.join(', ')}>
      <Toggle
        label="Active"
        about={
          lastDeliveryAt
            ? `Last delivery ${moment(lastDeliveryAt)}: ${lastDeliveryStatus}${lastDeliveryError ? ` (${lastDeliveryError})` : ''}`
            : 'Nothing was delivered yet.'
        }
        isOn={isActive}
        onChange={(isOn) => void attempt(() => changeWebhook(id, { isActive: isOn }))}
      />
      {isSecretShown && <Copyable text={secret} label="the signing secret" />}
      <div className="acts">
        <Button onClick={() => showSecret(!isSecretShown)}>
          {isSecretShown ? 'Hide the secret' : 'Show the secret'}
        </Button>
        <Button
          disabled={!isActive}
          onClick={() => void attempt(() => testWebhook(id), 'Test event on its way').then(() => showLog(true))}
        >
          Send a test event
        </Button>
        <Button onClick={() => showLog(!isLogShown)}>{isLogShown ? 'Hide the log' : 'Delivery log'}</Button>
        <ConfirmButton
          label="Delete"
          question="What waits for delivery is dropped."
          onConfirm={() => attempt(() => deleteWebhook(id), 'Endpoint deleted')}
        />
      </div>
      {isLogShown && <Log id={id} />}
    </Card>
  )
}

function Log({ id }: { id: string }) {
  const { data: deliveries, error, refetch } = useQuery(deliveriesQuery(id))
  if (!deliveries) return <Loading error={error} onRetry={refetch} />
  return (
    <>
      <ul className="lines">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <div>
              <strong>{delivery.type}</strong>
              <p className="about">
                {moment(delivery.createdAt)} · {delivery.status} after {delivery.attempts}{' '}
                {delivery.attempts === 1 ? 'attempt' : 'attempts'}
              </p>
            </div>
            <Button onClick={() => void attempt(() => redeliver(delivery.id), 'On its way again')}>Send again</Button>
          </li>
        ))}
      </ul>
      {deliveries.length === 0 && <p className="none">Nothing yet.</p>}
      <Button kind="quiet" onClick={() => void refetch()}>
        Look again
      </Button>
    </>
  )
}
