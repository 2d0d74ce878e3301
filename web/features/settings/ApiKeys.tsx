import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeysQuery, createApiKey, deleteApiKey } from '../../api/credentials.ts'
import { storeQuery } from '../../api/store/settings.ts'
import { API_KEY_NAME_MAX, API_KEYS_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { date, moment } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** Keys of the store's integrations. */
export default function ApiKeys() {
  const { data: keys, error, refetch } = useQuery(apiKeysQuery)
  const store = useQuery(storeQuery)
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  if (!keys) return <Loading error={error} onRetry={refetch} />
  if (!store.data) return <Loading error={store.error} onRetry={store.refetch} />
  const { canMakeKeys, appId } = store.data
  return (
    <>
      {made && (
        <Card
          title={t('The key “{0}”', made.name)}
          about={t('Copy it now; you won’t be able to see it again. It can take up to 30 seconds to become active.')}
        >
          <Copyable text={made.key} label={t('the key')} />
          <Button onClick={() => setMade(null)}>{t('Done')}</Button>
        </Card>
      )}
      <Card
        title={t('Keys')}
        about={t(
          'Anyone with a key can read and write all of the store’s conversations. Up to {0} keys.',
          API_KEYS_MAX,
        )}
      >
        {keys.length === 0 && <p className="none">{t('No key yet.')}</p>}
        <ul className="lines">
          {keys.map((key) => (
            <li key={key.id}>
              <div>
                <strong>{key.name}</strong>
                <p className="about">
                  {t('Created {0}', date(key.createdAt))} ·{' '}
                  {key.lastUsedAt
                    ? t('last used {0} from {1}', moment(key.lastUsedAt), key.lastUsedFrom ?? '–')
                    : t('not used yet')}
                </p>
              </div>
              <ConfirmButton
                label={t('Delete')}
                question={t('Anything that uses it will stop working.')}
                onConfirm={() => attempt(() => deleteApiKey(key.id), t('Key deleted'))}
              />
            </li>
          ))}
        </ul>
        {!canMakeKeys ? (
          <p className="about">{t('New keys need the Pro or Plus plan.')}</p>
        ) : keys.length >= API_KEYS_MAX ? (
          <p className="about">{t('Delete one to create another.')}</p>
        ) : (
          <Form
            className="form row-form"
            empties
            onSave={(form) => attempt(async () => setMade(await createApiKey(form('name'))))}
          >
            <input
              name="name"
              aria-label={t('Name of the key')}
              placeholder={t('What is it for?')}
              maxLength={API_KEY_NAME_MAX}
              required
            />
            <Button type="submit" kind="primary">
              {t('Generate key')}
            </Button>
          </Form>
        )}
      </Card>
      <Card title={t('App ID')} about={t('Used with an API key for GraphQL and AI assistants. Not secret.')}>
        <Copyable text={appId} label={t('the App ID')} />
        <p className="about">
          <a href="/docs/reference" target="_blank" rel="noreferrer">
            {t('API reference')}
          </a>
        </p>
      </Card>
    </>
  )
}
