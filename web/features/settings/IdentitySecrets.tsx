import { useState } from 'react'
import { get, send } from '../../api/http.ts'
import { Button } from '../../ui/Button.tsx'
import { date } from '../../ui/time.ts'
import { useLoad } from '../../ui/useLoad.ts'
import { attempt, Card, Copyable, Loading, Sure } from './parts.tsx'

interface Secret {
  id: string
  createdAt: string
}

const SECRETS_MAX = 2

/** What the shop's server signs its customers' ids with, so that nobody can pass for another. */
export function IdentitySecrets() {
  const { data: secrets, error, reload } = useLoad(() => get<Secret[]>('/identity-secrets'))
  const [made, setMade] = useState('')
  if (!secrets) return <Loading error={error} onRetry={reload} />
  return (
    <Card
      title="Identity secrets"
      about="Your shop’s server signs the id of who is signed in (hex HMAC-SHA256) and hands it to identify. Without a signature nobody’s history is shown. Two may live side by side, to change over."
    >
      {made && (
        <>
          <p className="about">Copy it now: it is shown this once. It never belongs in a page.</p>
          <Copyable text={made} label="the secret" />
        </>
      )}
      <ul className="lines">
        {secrets.map((secret) => (
          <li key={secret.id}>
            <div>
              <strong>Made {date(secret.createdAt)}</strong>
            </div>
            <Sure
              label="Delete"
              question="What was signed with it counts no more."
              onSure={() => attempt(() => send('DELETE', `/identity-secrets/${secret.id}`).then(reload), 'Deleted')}
            />
          </li>
        ))}
      </ul>
      {secrets.length < SECRETS_MAX && (
        <div className="acts">
          <Button
            onClick={() =>
              void attempt(async () => {
                setMade((await send<{ secret: string }>('POST', '/identity-secrets')).secret)
                await reload()
              })
            }
          >
            Make a secret
          </Button>
        </div>
      )}
    </Card>
  )
}
