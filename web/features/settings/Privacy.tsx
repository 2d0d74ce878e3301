import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { redactContact, requestContactData } from '../../api/details.ts'
import { queries } from '../../api/queries.ts'
import type { Person } from '../../api/records.ts'
import { SEARCH_MIN, searchQuery } from '../../api/search.ts'
import { storeQuery, uninstall } from '../../api/store/settings.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** What contacts may ask of the store by law, and uninstalling. */
export default function Privacy() {
  const [people, setPeople] = useState<Person[] | null>(null)
  return (
    <>
      <Card
        title={t('A contact’s request')}
        about={t('Find the contact by the beginning of their name or address, or by an order number.')}
      >
        <form
          className="form row-form"
          onSubmit={(event) => {
            const form = fields(event)
            void attempt(async () => {
              setPeople((await queries.fetchQuery(searchQuery(form('q')))).people)
            })
          }}
        >
          <input name="q" aria-label={t('Contact')} placeholder="ada@example.com" minLength={SEARCH_MIN} required />
          <Button type="submit">{t('Find')}</Button>
        </form>
        {people?.length === 0 && <p className="none">{t('Nobody found.')}</p>}
        <ul className="lines">
          {people?.map((person) => (
            <li key={person.id}>
              <div>
                <strong>{person.name ?? t('Visitor')}</strong>
                <p className="about">{person.email ?? t('No address')}</p>
              </div>
              <Button
                onClick={() => void attempt(() => requestContactData(person.id), t('Noted for support, who answer it'))}
              >
                {t('Data request')}
              </Button>
              <ConfirmButton
                label={t('Redact')}
                question={t('Name, address and all details go for good; the history stays.')}
                onConfirm={() =>
                  attempt(async () => {
                    await redactContact(person.id)
                    setPeople(null)
                  }, t('Redacted'))
                }
              />
            </li>
          ))}
        </ul>
      </Card>
      <Uninstall />
    </>
  )
}

function Uninstall() {
  const { data: store, error, refetch } = useQuery(storeQuery)
  if (!store) return <Loading error={error} onRetry={refetch} />
  if (store.uninstalledAt)
    return <Card title={t('Uninstalled')} about={t('Whoever runs this service can install the store again.')} />
  return (
    <Card
      title={t('Uninstall')}
      about={t('Keys go on working and webhooks on delivering: delete them first. Type the store’s name to go on.')}
    >
      <form
        className="form row-form"
        onSubmit={(event) => {
          const form = fields(event)
          void attempt(() => uninstall(form('name')), t('Uninstalled'))
        }}
      >
        <input name="name" aria-label={t('Name of the store')} placeholder={store.name} autoComplete="off" required />
        <Button type="submit" kind="danger">
          {t('Uninstall')}
        </Button>
      </form>
    </Card>
  )
}
