import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointTest, RuleEndpoint } from '../../../api/records.ts'
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  type EndpointWords,
  endpointsQuery,
  testEndpoint,
} from '../../../api/store/rule-endpoints.ts'
import {
  RULE_ENDPOINT_SECRET,
  RULE_ENDPOINT_TITLE_MAX,
  RULE_ENDPOINTS_MAX,
  WEBHOOK_URL_MAX,
} from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt, useAttempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { EndpointLog } from './EndpointLog.tsx'

/** Addresses of the store's own that rules call. */
export function Endpoints() {
  const { data: endpoints, error, refetch } = useQuery(endpointsQuery)
  const [isAdding, setAdding] = useState(false)
  if (!endpoints) return <Loading error={error} onRetry={refetch} />
  return (
    <Card
      title={t('Endpoints')}
      about={t(
        'HTTPS addresses of yours that a rule can call with the action “Call an endpoint”. A call is signed, and has the conversation, the customer and the newest messages.',
      )}
    >
      <ul className="lines">
        {endpoints.map((endpoint) => (
          <Endpoint key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
      {isAdding ? (
        <EndpointForm
          label={t('Add endpoint')}
          onSave={async (words) => {
            const isDone = await attempt(() => addEndpoint(words), t('Endpoint added'))
            if (isDone) setAdding(false)
            return isDone
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button icon="plus" disabled={endpoints.length >= RULE_ENDPOINTS_MAX} onClick={() => setAdding(true)}>
          {t('Add endpoint')}
        </Button>
      )}
    </Card>
  )
}

function Endpoint({ endpoint }: { endpoint: RuleEndpoint }) {
  const [shown, show] = useState<'form' | 'secret' | 'log' | null>(null)
  const [test, setTest] = useState<EndpointTest | null>(null)
  const { isBusy, attempt: tryTest } = useAttempt()
  const { id, title, url, secret, includesNotes } = endpoint
  const toggle = (part: typeof shown) => show(shown === part ? null : part)
  return (
    <li className="rule" aria-label={title}>
      <div>
        <strong>{title}</strong>
        <p className="about">
          {url}
          {includesNotes && ` · ${t('with internal notes')}`}
        </p>
      </div>
      <div className="acts">
        <Button aria-expanded={shown === 'form'} onClick={() => toggle('form')}>
          {t('Edit')}
        </Button>
        <Button
          busy={isBusy}
          disabled={isBusy}
          onClick={() => void tryTest(async () => setTest(await testEndpoint(id)))}
        >
          {t('Send a test')}
        </Button>
        <Button aria-expanded={shown === 'log'} onClick={() => toggle('log')}>
          {t('Log')}
        </Button>
        <Button aria-expanded={shown === 'secret'} onClick={() => toggle('secret')}>
          {shown === 'secret' ? t('Hide the secret') : t('Show the secret')}
        </Button>
        <ConfirmButton
          label={t('Delete')}
          question={t('Waiting calls are discarded, and rules can no longer call it.')}
          onConfirm={() => attempt(() => deleteEndpoint(id), t('Endpoint deleted'))}
        />
      </div>
      <p role="status" className={test?.error ? 'error' : 'about'}>
        {test && (test.error ?? t('It answered {0} after {1} ms.', test.responseStatus, test.durationMs))}
      </p>
      {shown === 'secret' && <Copyable text={secret} label={t('the signing secret')} />}
      {shown === 'log' && <EndpointLog id={id} title={title} />}
      {shown === 'form' && (
        <EndpointForm
          endpoint={endpoint}
          label={t('Save')}
          onSave={async (words) => {
            const isDone = await attempt(() => changeEndpoint(id, words), t('Saved'))
            if (isDone) show(null)
            return isDone
          }}
          onCancel={() => show(null)}
        />
      )}
    </li>
  )
}

interface FormProps {
  endpoint?: RuleEndpoint
  label: string
  onSave: (words: EndpointWords) => Promise<boolean>
  onCancel: () => void
}

function EndpointForm({ endpoint, label, onSave, onCancel }: FormProps) {
  const { min, max } = RULE_ENDPOINT_SECRET
  return (
    <Form
      draft={`rule-endpoint:${endpoint?.id ?? ''}`}
      empties={!endpoint}
      onSave={(form, data) => {
        const secret = form('secret').trim()
        const words = { title: form('title').trim(), url: form('url').trim(), includesNotes: data.has('notes') }
        return onSave({ ...words, ...(secret && { secret }) })
      }}
    >
      <label>
        {t('Title')}
        <input
          name="title"
          defaultValue={endpoint?.title}
          maxLength={RULE_ENDPOINT_TITLE_MAX}
          pattern=".*\S.*"
          placeholder={t('Ticket system')}
          required
        />
      </label>
      <label>
        {t('URL')}
        <input
          type="url"
          name="url"
          defaultValue={endpoint?.url}
          maxLength={WEBHOOK_URL_MAX}
          placeholder="https://example.com/parley-rule"
          required
        />
      </label>
      <label>
        {t('Own signing secret')}
        <input name="secret" autoComplete="off" minLength={min} maxLength={max} pattern="[!-~]*" />
        <span className="about">
          {endpoint ? t('Leave it empty to keep the secret.') : t('Leave it empty to have one made.')}
        </span>
      </label>
      <label className="check">
        <input type="checkbox" name="notes" defaultChecked={endpoint?.includesNotes ?? false} />{' '}
        {t('Send internal notes, too')}
      </label>
      <div className="acts">
        <Button type="submit" kind="primary">
          {label}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Form>
  )
}
