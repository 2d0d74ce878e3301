import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addWebhook, webhooksQuery } from '../../api/store/webhooks.ts'
import { SUBSCRIPTIONS_MAX, WEBHOOK_URL_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { EventChoices } from './EventChoices.tsx'
import { Webhook } from './Webhook.tsx'

/** Endpoints that receive the store's events. */
export default function Webhooks() {
  const { data, error, refetch } = useQuery(webhooksQuery)
  const isLoaded = data !== undefined
  // A notice leads to one of them.
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { data: webhooks, meta } = data
  return (
    <>
      {webhooks.map((webhook) => (
        <Webhook key={webhook.id} webhook={webhook} known={meta.events} />
      ))}
      <Card
        title={t('Add an endpoint')}
        about={t('An HTTPS URL that receives signed events. Up to {0} endpoints.', SUBSCRIPTIONS_MAX)}
      >
        <NewWebhook events={meta.events} />
      </Card>
    </>
  )
}

function NewWebhook({ events }: { events: string[] }) {
  return (
    <Form
      draft="webhook"
      empties
      onSave={(form, data) => {
        const webhook = { url: form('url'), events: data.getAll('events').map(String) }
        return attempt(() => addWebhook(webhook), t('Endpoint added'))
      }}
    >
      <label>
        {t('URL')}
        <input
          type="url"
          name="url"
          placeholder="https://example.com/hooks/parley"
          maxLength={WEBHOOK_URL_MAX}
          required
        />
      </label>
      <EventChoices known={events} chosen={['message.created']} />
      <Button type="submit" kind="primary">
        {t('Add endpoint')}
      </Button>
    </Form>
  )
}
