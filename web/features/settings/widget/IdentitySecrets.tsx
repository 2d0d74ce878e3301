import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createIdentitySecret, deleteIdentitySecret, identitySecretsQuery } from '../../../api/credentials.ts'
import { IDENTITY_SECRETS_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { date } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'

/** The store's server signs its contacts' ids with these, so that nobody can pretend to be somebody else. */
export function IdentitySecrets() {
  const { data: secrets, error, refetch } = useQuery(identitySecretsQuery)
  const [made, setMade] = useState('')
  if (!secrets) return <Loading error={error} onRetry={refetch} />
  return (
    <Card
      title={t('Identity secrets')}
      about={t(
        'Your store’s server signs the ID of the signed-in customer (hex HMAC-SHA256) and passes it to identify. Without a signature no history is shown. You can have two secrets at a time, to rotate from one to the other.',
      )}
    >
      {made && (
        <>
          <p className="about">{t('Copy it now; you won’t be able to see it again. Never put it in a web page.')}</p>
          <Copyable text={made} label={t('the secret')} />
        </>
      )}
      <ul className="lines">
        {secrets.map((secret) => (
          <li key={secret.id}>
            <div>
              <strong>{t('Created {0}', date(secret.createdAt))}</strong>
            </div>
            <ConfirmButton
              label={t('Delete')}
              question={t('IDs signed with it are no longer accepted.')}
              onConfirm={() => attempt(() => deleteIdentitySecret(secret.id), t('Deleted'))}
            />
          </li>
        ))}
      </ul>
      {secrets.length < IDENTITY_SECRETS_MAX && (
        <div className="acts">
          <Button
            onClick={() =>
              void attempt(async () => {
                setMade((await createIdentitySecret()).secret)
              })
            }
          >
            {t('Create secret')}
          </Button>
        </div>
      )}
    </Card>
  )
}
