import { useState } from 'react'
import { get } from '../../api/http.ts'
import { Button } from '../../ui/Button.tsx'
import { useLoad } from '../../ui/useLoad.ts'
import { fields } from './Account.tsx'
import * as calls from './calls.ts'
import { attempt, Card, Loading, Sure } from './parts.tsx'

interface Person {
  id: string
  name: string | null
  email: string | null
}

/** Customers’ rights, and leaving. */
export default function Privacy() {
  const [people, setPeople] = useState<Person[] | null>(null)
  return (
    <>
      <Card
        title="A customer’s request"
        about="Find the customer by the beginning of their name or address, or by an order number."
      >
        <form
          className="form row-form"
          onSubmit={(event) => {
            const form = fields(event)
            void attempt(async () => {
              setPeople((await get<{ people: Person[] }>(`/search?q=${encodeURIComponent(form('q'))}`)).people)
            })
          }}
        >
          <input name="q" aria-label="Customer" placeholder="ada@example.com" minLength={2} required />
          <Button type="submit">Find</Button>
        </form>
        {people?.length === 0 && <p className="none">Nobody found.</p>}
        <ul className="lines">
          {people?.map((person) => (
            <li key={person.id}>
              <div>
                <strong>{person.name ?? 'Visitor'}</strong>
                <p className="about">{person.email ?? 'No address'}</p>
              </div>
              <Button
                onClick={() =>
                  void attempt(() => calls.requestCustomerData(person.id), 'Noted for support, who answer it')
                }
              >
                Data request
              </Button>
              <Sure
                label="Redact"
                question="Name, address and all details go for good; the history stays."
                onSure={() =>
                  attempt(async () => {
                    await calls.redactCustomer(person.id, [])
                    setPeople(null)
                  }, 'Redacted')
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
  const { data: store, error, reload } = useLoad(calls.getStore)
  if (!store) return <Loading error={error} onRetry={reload} />
  if (store.uninstalledAt)
    return <Card title="Uninstalled" about="Whoever runs this service can install the store again." />
  return (
    <Card
      title="Uninstall"
      about="Keys go on working and webhooks on delivering: delete them first. Type the store’s name to go on."
    >
      <form
        className="form row-form"
        onSubmit={(event) => {
          const form = fields(event)
          void attempt(() => calls.uninstall(form('name')).then(reload), 'Uninstalled')
        }}
      >
        <input name="name" aria-label="Name of the store" placeholder={store.name} autoComplete="off" required />
        <Button type="submit" kind="danger">
          Uninstall
        </Button>
      </form>
    </Card>
  )
}
