import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { moment } from '../../ui/time.ts'
import { useLoad } from '../../ui/useLoad.ts'
import * as calls from './calls.ts'
import { attempt, Card, Copyable, Loading, Sure, Toggle } from './parts.tsx'

export default function Webhooks() {
  const { data, error, reload } = useLoad(calls.getWebhooks)
  if (!data) return <Loading error={error} onRetry={reload} />
  const { data: webhooks, meta } = data
  return (
    <>
      {webhooks.map((webhook) => (
        <Webhook key={webhook.id} webhook={webhook} onChange={reload} />
      ))}
      <Card title="Add an endpoint" about="An https address that is told what happens, signed. Up to ten.">
        <NewWebhook events={meta.events} onDone={reload} />
      </Card>
    </>
  )
}

function NewWebhook({ events, onDone }: { events: string[]; onDone: () => Promise<void> }) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const target = event.currentTarget
        const form = new FormData(target)
        const webhook = { url: String(form.get('url')), events: form.getAll('events').map(String) }
        void attempt(async () => {
          await calls.saveWebhook(webhook)
          target.reset()
          await onDone()
        }, 'Endpoint added')
      }}
    >
      <label>
        Address
        <input type="url" name="url" placeholder="https://example.com/hooks/parley" maxLength={2048} required />
      </label>
      <fieldset className="events">
        <legend>Events</legend>
        {events.map((name) => (
          <label key={name}>
            <input type="checkbox" name="events" value={name} defaultChecked={name === 'message.created'} />
            {name}
          </label>
        ))}
      </fieldset>
      <Button type="submit" kind="primary">
        Add endpoint
      </Button>
    </form>
  )
}

function Webhook({ webhook, onChange }: { webhook: calls.Webhook; onChange: () => Promise<void> }) {
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
        onChange={(isOn) => void attempt(() => calls.changeWebhook(id, { isActive: isOn }).then(onChange))}
      />
      {isSecretShown && <Copyable text={secret} label="the signing secret" />}
      <div className="acts">
        <Button onClick={() => showSecret(!isSecretShown)}>
          {isSecretShown ? 'Hide the secret' : 'Show the secret'}
        </Button>
        <Button
          disabled={!isActive}
          onClick={() => void attempt(() => calls.testWebhook(id), 'Test event on its way').then(() => showLog(true))}
        >
          Send a test event
        </Button>
        <Button onClick={() => showLog(!isLogShown)}>{isLogShown ? 'Hide the log' : 'Delivery log'}</Button>
        <Sure
          label="Delete"
          question="What waits for delivery is dropped."
          onSure={() => attempt(() => calls.deleteWebhook(id).then(onChange), 'Endpoint deleted')}
        />
      </div>
      {isLogShown && <Log id={id} />}
    </Card>
  )
}

function Log({ id }: { id: string }) {
  const { data: deliveries, error, reload } = useLoad(() => calls.getDeliveries(id))
  if (!deliveries) return <Loading error={error} onRetry={reload} />
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
            <Button onClick={() => void attempt(() => calls.redeliver(delivery.id).then(reload), 'On its way again')}>
              Send again
            </Button>
          </li>
        ))}
      </ul>
      {deliveries.length === 0 && <p className="none">Nothing yet.</p>}
      <Button kind="quiet" onClick={() => void reload()}>
        Look again
      </Button>
    </>
  )
}
