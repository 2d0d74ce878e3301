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
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** What contacts may ask of the store by law, and uninstalling. */
export default function Privacy() {
  const [people, setPeople] = useState<Person[] | null>(null)
  return (
    <>
      <Card title={t('A contact’s request')} about={t('Search by name, email or order number.')}>
        <Form
          className="form row-form"
          onSave={(form) => attempt(async () => setPeople((await queries.fetchQuery(searchQuery(form('q')))).people))}
        >
          <input name="q" aria-label={t('Contact')} placeholder="ada@example.com" minLength={SEARCH_MIN} required />
          <Button type="submit">{t('Find')}</Button>
        </Form>
        {people?.length === 0 && <p className="none">{t('Nobody found.')}</p>}
        <ul className="lines">
          {people?.map((person) => (
            <li key={person.id}>
              <div>
                <strong>{person.name ?? t('Visitor')}</strong>
                <p className="about">{person.email ?? t('No email')}</p>
              </div>
              <Button
                onClick={() => void attempt(() => requestContactData(person.id), t('Recorded for support to answer'))}
              >
                {t('Data request')}
              </Button>
              <ConfirmButton
                label={t('Redact')}
                question={t(
                  'Name, email and all other details are permanently deleted. The conversation history is kept.',
                )}
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
    return <Card title={t('Uninstalled')} about={t('Your Parley administrator can reinstall the store.')} />
  return (
    <Card
      title={t('Uninstall')}
      about={t(
        'API keys keep working and webhooks keep delivering, so delete them first. Type the store’s name to continue.',
      )}
    >
      <Form className="form row-form" onSave={(form) => attempt(() => uninstall(form('name')), t('Uninstalled'))}>
        <input name="name" aria-label={t('Name of the store')} placeholder={store.name} autoComplete="off" required />
        <Button type="submit" kind="danger">
          {t('Uninstall')}
        </Button>
      </Form>
    </Card>
  )
}
