import { useQuery } from '@tanstack/react-query'
import { addWebhook, webhooksQuery } from '../../api/store/webhooks.ts'
import { SUBSCRIPTIONS_MAX, WEBHOOK_URL_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Webhook } from './Webhook.tsx'

/** Endpoints that receive the store's events. */
export default function Webhooks() {
  const { data, error, refetch } = useQuery(webhooksQuery)
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { data: webhooks, meta } = data
  return (
    <>
      {webhooks.map((webhook) => (
        <Webhook key={webhook.id} webhook={webhook} />
      ))}
      <Card
        title={t('Add an endpoint')}
        about={t('An https address that receives signed events. Up to {0}.', SUBSCRIPTIONS_MAX)}
      >
        <NewWebhook events={meta.events} />
      </Card>
    </>
  )
}

function NewWebhook({ events }: { events: string[] }) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const target = event.currentTarget
        const form = new FormData(target)
        const webhook = { url: String(form.get('url')), events: form.getAll('events').map(String) }
        void attempt(async () => {
          await addWebhook(webhook)
          target.reset()
        }, t('Endpoint added'))
      }}
    >
      <label>
        {t('Address')}
        <input
          type="url"
          name="url"
          placeholder="https://example.com/hooks/parley"
          maxLength={WEBHOOK_URL_MAX}
          required
        />
      </label>
      <fieldset className="events">
        <legend>{t('Events')}</legend>
        {events.map((name) => (
          <label key={name}>
            <input type="checkbox" name="events" value={name} defaultChecked={name === 'message.created'} />
            {name}
          </label>
        ))}
      </fieldset>
      <Button type="submit" kind="primary">
        {t('Add endpoint')}
      </Button>
    </form>
  )
}
