import { type FormEvent, useEffect, useState } from 'react'
import { send } from '../../api/http.ts'
import { go, pathTo, usePlace } from '../../app/router.ts'
import { findMe } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'

interface Link {
  kind: 'invitation' | 'password'
  email: string
  storeName: string
}

/** Where an invitation and a link to a new password lead. The token is behind the #, which no server sees. */
export default function Welcome() {
  const { hash } = usePlace()
  const [link, setLink] = useState<Link | null>(null)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    send<Link>('POST', '/links/read', { token: hash }).then(setLink, (failure: Error) => setError(failure.message))
  }, [hash])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError('')
    try {
      const names =
        link?.kind === 'invitation' ? { firstName: form.get('firstName'), lastName: form.get('lastName') } : {}
      await send('POST', '/links/use', { token: hash, password: form.get('password'), ...names })
      await findMe()
      go(pathTo('open'), { replace: true })
    } catch (failure) {
      setError((failure as Error).message)
      setBusy(false)
    }
  }

  return (
    <main className="door">
      <form className="door-card" onSubmit={submit}>
        <h1>{link?.kind === 'password' ? 'A new password' : link ? `Join ${link.storeName}` : 'Welcome'}</h1>
        {link && (
          <>
            <p className="door-help">{link.email}</p>
            <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
            {link.kind === 'invitation' && (
              <div className="two">
                <label>
                  First name
                  <input name="firstName" autoComplete="given-name" maxLength={100} required />
                </label>
                <label>
                  Last name
                  <input name="lastName" autoComplete="family-name" maxLength={100} />
                </label>
              </div>
            )}
            <label>
              Password, 10 characters or more
              <input
                type="password"
                name="password"
                autoComplete="new-password"
                minLength={10}
                maxLength={200}
                required
              />
            </label>
          </>
        )}
        {error && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
        {link ? (
          <Button kind="primary" type="submit" disabled={isBusy}>
            {link.kind === 'invitation' ? 'Join' : 'Save and sign in'}
          </Button>
        ) : (
          error && <Button onClick={() => go(pathTo('open'))}>To the sign-in</Button>
        )}
      </form>
    </main>
  )
}
