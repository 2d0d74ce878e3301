import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addPasskey, passkeysQuery, removePasskey, renamePasskey } from '../../api/passkeys.ts'
import type { Passkey } from '../../api/records.ts'
import { PASSKEY_NAME_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { date, moment } from '../../base/time.ts'
import { findMe } from '../../live/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt, useAttempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { passkeyWords } from '../../ui/passkey-errors.ts'
import { browserOf } from './browser-of.ts'

/** The member's passkeys. */
export function Passkeys() {
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery)
  const adding = useAttempt()
  const add = () =>
    adding.attempt(async () => {
      await addPasskey(browserOf(navigator.userAgent)).catch((failure) => {
        throw new Error(passkeyWords(failure))
      })
      await findMe()
    }, t('Passkey added'))
  if (!passkeys) return <Loading error={error} onRetry={refetch} />
  return (
    <Card
      title={t('Passkeys')}
      about={t(
        'Sign in with your fingerprint, face, PIN or security key, without a password. With a passkey, the password alone no longer signs you in. Have two, or an authenticator app as well, in case you lose a device.',
      )}
    >
      <ul className="lines">
        {passkeys.map((passkey) => (
          <Line key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      <Button busy={adding.isBusy} disabled={adding.isBusy} onClick={() => void add()}>
        {t('Add a passkey')}
      </Button>
    </Card>
  )
}

function Line({ passkey: { id, name, isSynced, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const [isRenaming, setRenaming] = useState(false)
  const rename = (form: (name: string) => string) =>
    attempt(() => renamePasskey(id, form('name').trim()), t('Saved')).then((isDone) => {
      if (isDone) setRenaming(false)
      return isDone
    })
  if (isRenaming) {
    return (
      <li>
        <Form className="form row-form" onSave={rename}>
          <input
            name="name"
            aria-label={t('Name of the passkey')}
            defaultValue={name}
            maxLength={PASSKEY_NAME_MAX}
            pattern=".*\S.*"
            required
            // biome-ignore lint/a11y/noAutofocus: the member has just asked to change it
            autoFocus
          />
          <Button type="submit">{t('Save the name')}</Button>
          <Button kind="quiet" onClick={() => setRenaming(false)}>
            {t('Cancel')}
          </Button>
        </Form>
      </li>
    )
  }
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="about">
          {t('Created {0}', date(createdAt))} ·{' '}
          {lastUsedAt ? t('last used {0}', moment(lastUsedAt)) : t('not used yet')}
          {isSynced && ` · ${t('synced')}`}
        </p>
      </div>
      <span className="acts">
        <Button onClick={() => setRenaming(true)}>{t('Rename')}</Button>
        <ConfirmButton
          label={t('Remove')}
          question={t('You can no longer sign in with it.')}
          onConfirm={() => attempt(() => removePasskey(id).then(findMe), t('Passkey removed'))}
        />
      </span>
    </li>
  )
}
