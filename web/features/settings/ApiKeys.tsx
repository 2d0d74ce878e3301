import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeysQuery, createApiKey, deleteApiKey } from '../../api/credentials.ts'
import { storeQuery } from '../../api/store/settings.ts'
import { API_KEY_NAME_MAX, API_KEYS_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { date } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { attempt, fields } from '../../ui/forms.ts'
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
          about={t('Copy it now: it is shown this once. It may take up to 30 seconds to work.')}
        >
          <Copyable text={made.key} label={t('the key')} />
          <Button onClick={() => setMade(null)}>{t('Done')}</Button>
        </Card>
      )}
      <Card
        title={t('Keys')}
        about={t(
          'Whoever has a key reads and writes all of the store’s conversations. Up to {0} at a time.',
          API_KEYS_MAX,
        )}
      >
        {keys.length === 0 && <p className="none">{t('No key yet.')}</p>}
        <ul className="lines">
          {keys.map((key) => (
            <li key={key.id}>
              <div>
                <strong>{key.name}</strong>
                <p className="about">{t('Made {0}', date(key.createdAt))}</p>
              </div>
              <ConfirmButton
                label={t('Delete')}
                question={t('What uses it stops working.')}
                onConfirm={() => attempt(() => deleteApiKey(key.id), t('Key deleted'))}
              />
            </li>
          ))}
        </ul>
        {!canMakeKeys ? (
          <p className="about">{t('New keys need the Pro or Plus plan.')}</p>
        ) : keys.length >= API_KEYS_MAX ? (
          <p className="about">{t('Delete one to make another.')}</p>
        ) : (
          <form
            className="form row-form"
            onSubmit={(event) => {
              const form = fields(event)
              const target = event.currentTarget
              void attempt(async () => {
                setMade(await createApiKey(form('name')))
                target.reset()
              })
            }}
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
          </form>
        )}
      </Card>
      <Card
        title={t('App ID')}
        about={t('Goes with a key where GraphQL and AI assistants ask for both. It is public.')}
      >
        <Copyable text={appId} label={t('the App ID')} />
        <p className="about">
          <a href="/docs" target="_blank" rel="noreferrer">
            {t('API reference')}
          </a>
        </p>
      </Card>
    </>
  )
}
