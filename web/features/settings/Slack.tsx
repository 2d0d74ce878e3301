import { useQuery } from '@tanstack/react-query'
import type { SlackSettings } from '../../api/records.ts'
import { connectSlack, disconnectSlack, slackQuery } from '../../api/slack.ts'
import { t } from '../../base/texts.ts'
import { moment } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** The channel in Slack where customers’ messages are posted, and members reply in threads. */
export default function Slack() {
  const { data, error, refetch } = useQuery(slackQuery)
  if (!data) return <Loading error={error} onRetry={refetch} />
  return (
    <>
      {data.connection && <Connection connection={data.connection} />}
      <Card
        title={t('Slack app')}
        about={t('Create an app in Slack from this manifest, install it, and invite it to the channel.')}
      >
        <Copyable text={manifestOf(data.eventsUrl)} label={t('the manifest')} />
      </Card>
      <Card
        title={data.connection ? t('Connect another channel') : t('Connect a channel')}
        about={t(
          'What customers write is posted in the channel. A reply in the thread goes to the customer, from the member with the same email address.',
        )}
      >
        <Form
          draft="slack"
          empties
          onSave={(form) => {
            const setup = { token: form('token'), signingSecret: form('signingSecret'), channelId: form('channelId') }
            return attempt(() => connectSlack(setup), t('Slack connected'))
          }}
        >
          <label>
            {t('Bot token')}
            <input name="token" type="password" autoComplete="off" placeholder="xoxb-…" required />
          </label>
          <label>
            {t('Signing secret')}
            <input name="signingSecret" type="password" autoComplete="off" required />
          </label>
          <label>
            {t('Channel ID')}
            <input name="channelId" autoComplete="off" placeholder="C0123ABCD" required />
          </label>
          <Button type="submit" kind="primary">
            {t('Connect')}
          </Button>
        </Form>
      </Card>
    </>
  )
}

function Connection({ connection }: { connection: NonNullable<SlackSettings['connection']> }) {
  const { teamName, channelId, state, lastError, connectedAt } = connection
  return (
    <Card title={teamName} about={t('Channel {0}, connected {1}', channelId, moment(connectedAt))}>
      {state === 'broken' && (
        <p className="error" role="alert">
          {t('Slack no longer takes messages: {0} Connect it again.', lastError ?? '')}
        </p>
      )}
      <ConfirmButton
        label={t('Disconnect')}
        question={t('What waits for Slack is discarded.')}
        onConfirm={() => attempt(disconnectSlack, t('Slack disconnected'))}
      />
    </Card>
  )
}

/** The app's manifest: rights to post, to read replies in channels that it is in, and to find members by email. */
const manifestOf = (eventsUrl: string) =>
  JSON.stringify({
    display_information: { name: 'Parley' },
    features: { bot_user: { display_name: 'Parley', always_online: true } },
    oauth_config: {
      scopes: { bot: ['chat:write', 'users:read', 'users:read.email', 'channels:history', 'groups:history'] },
    },
    settings: {
      event_subscriptions: { request_url: eventsUrl, bot_events: ['message.channels', 'message.groups'] },
    },
  })
