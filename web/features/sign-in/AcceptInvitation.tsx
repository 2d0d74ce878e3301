import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { memberLinkQuery, takeMemberLink } from '../../api/account.ts'
import { MEMBER_NAME_MAX } from '../../base/limits.ts'
import { go, pathTo, useHash } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { enterStore } from '../../live/session.ts'
import { Button } from '../../ui/Button.tsx'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { errorWords } from '../../ui/service-errors.ts'

/** The page of an invitation, and of a link to a new password. The token is behind the #, which is never sent. */
export default function Welcome() {
  const token = useHash()
  const { data: link, error: unreadable } = useQuery(memberLinkQuery(token))
  const [refusal, setRefusal] = useState('')
  const error = refusal || unreadable?.message
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setRefusal('')
    try {
      const value = (name: string) => String(form.get(name) ?? '')
      const names = link?.kind === 'invitation' ? { firstName: value('firstName'), lastName: value('lastName') } : {}
      await takeMemberLink({ token, password: value('password'), ...names })
      await enterStore(null) // the store of the link is the current one now
      go(pathTo('open'), { replace: true })
    } catch (failure) {
      setRefusal(errorWords(failure))
      setBusy(false)
    }
  }

  return (
    <main className="door">
      <form className="door-card" onSubmit={submit}>
        <h1>{link?.kind === 'password' ? t('A new password') : link ? t('Join {0}', link.storeName) : t('Welcome')}</h1>
        {link && (
          <>
            <p className="door-help">{link.email}</p>
            <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
            {link.kind === 'invitation' && (
              <div className="two">
                <label>
                  {t('First name')}
                  <input name="firstName" autoComplete="given-name" maxLength={MEMBER_NAME_MAX} required />
                </label>
                <label>
                  {t('Last name')}
                  <input name="lastName" autoComplete="family-name" maxLength={MEMBER_NAME_MAX} />
                </label>
              </div>
            )}
            <NewPassword label={t('Password')} />
          </>
        )}
        {error && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
        {link ? (
          <Button kind="primary" type="submit" disabled={isBusy}>
            {link.kind === 'invitation' ? t('Join') : t('Save and sign in')}
          </Button>
        ) : (
          error && <Button onClick={() => go(pathTo('open'))}>{t('Go to sign-in')}</Button>
        )}
      </form>
    </main>
  )
}
