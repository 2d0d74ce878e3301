import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { date } from '../../ui/time.ts'
import { useLoad } from '../../ui/useLoad.ts'
import { fields } from './Account.tsx'
import * as calls from './calls.ts'
import { attempt, Card, Copyable, Loading, Sure } from './parts.tsx'

const KEYS_MAX = 5

export default function Keys() {
  const { data, error, reload } = useLoad(() => Promise.all([calls.getKeys(), calls.getStore()]))
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  if (!data) return <Loading error={error} onRetry={reload} />
  const [keys, { canMakeKeys, appId }] = data
  return (
    <>
      {made && (
        <Card
          title={`The key “${made.name}”`}
          about="Copy it now: it is shown this once. It may take up to 30 seconds to work."
        >
          <Copyable text={made.key} label="the key" />
          <Button onClick={() => setMade(null)}>Done</Button>
        </Card>
      )}
      <Card
        title="Keys"
        about="Whoever has a key reads and writes all of the store’s conversations. Up to five at a time."
      >
        {keys.length === 0 && <p className="none">No key yet.</p>}
        <ul className="lines">
          {keys.map((key) => (
            <li key={key.id}>
              <div>
                <strong>{key.name}</strong>
                <p className="about">Made {date(key.createdAt)}</p>
              </div>
              <Sure
                label="Delete"
                question="What uses it stops working."
                onSure={() => attempt(() => calls.deleteKey(key.id).then(reload), 'Key deleted')}
              />
            </li>
          ))}
        </ul>
        {!canMakeKeys ? (
          <p className="about">New keys need the Pro or Plus plan.</p>
        ) : keys.length >= KEYS_MAX ? (
          <p className="about">Delete one to make another.</p>
        ) : (
          <form
            className="form row-form"
            onSubmit={(event) => {
              const form = fields(event)
              const target = event.currentTarget
              void attempt(async () => {
                setMade(await calls.createKey(form('name')))
                target.reset()
                await reload()
              })
            }}
          >
            <input name="name" aria-label="Name of the key" placeholder="What is it for?" maxLength={50} required />
            <Button type="submit" kind="primary">
              Generate key
            </Button>
          </form>
        )}
      </Card>
      <Card title="App ID" about="Goes with a key where GraphQL and AI assistants ask for both. It is public.">
        <Copyable text={appId} label="the App ID" />
        <p className="about">
          <a href="/docs" target="_blank" rel="noreferrer">
            API reference
          </a>
        </p>
      </Card>
    </>
  )
}
