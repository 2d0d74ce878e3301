import { useState } from 'react'
import type { ChannelAccount, ChannelCheck, ChannelList } from '../../../api/records.ts'
import {
  checkChannel,
  makeInboundSecret,
  removeChannel,
  saveMailboxSignature,
  sendTestMail,
} from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { CHANNELS } from '../../../live/views.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { attempt } from '../../../ui/forms.ts'
import { SignatureForm } from '../../../ui/SignatureForm.tsx'
import { CodeForm } from './CodeForm.tsx'
import { goAndSignIn, PROVIDER_NAMES } from './SignInForm.tsx'

const STATES = { connected: t('Connected'), broken: t('Not working'), disconnected: t('Removed') } as const

/** A mailbox sends and is read; what is broken of it is named, for the other half goes on. */
function stateOf({ channel, state, sendError, receiveError, needsSignIn }: ChannelAccount): string {
  if (needsSignIn) return t('Sign in again')
  if (channel !== 'email' || state !== 'broken' || (sendError && receiveError)) return STATES[state]
  return sendError ? t('Not sending') : t('Not receiving')
}

/** One account: how it does, a look at everything that it needs, and its end. */
export function AccountLine({ account, meta }: { account: ChannelAccount; meta: ChannelList['meta'] }) {
  const { id, channel, name, address, externalId, state, sendError, receiveError, needsCode, createdAt } = account
  const { signInProvider, businessId } = account
  const [checks, setChecks] = useState<ChannelCheck[] | 'underway'>()
  const [secret, setSecret] = useState<string>()
  const isThere = state !== 'disconnected'
  const look = async (find: (id: string) => Promise<ChannelCheck[]>) => {
    setChecks('underway')
    const isDone = await attempt(async () => setChecks(await find(id)))
    if (!isDone) setChecks(undefined)
  }
  return (
    <li>
      <div className="wide">
        <strong>{name ?? address ?? externalId}</strong> <span className={`state ${state}`}>{stateOf(account)}</span>
        <p className="about">
          {CHANNELS[channel] ?? channel} · {t('{0} · since {1}', address ?? externalId ?? '', moment(createdAt))}
          {businessId && ` · ${t('WhatsApp Business Account {0}', businessId)}`}
          {signInProvider && ` · ${t('signed in with {0}', PROVIDER_NAMES[signInProvider])}`}
        </p>
        {sendError && sendError === receiveError && <p className="account-error">{sendError}</p>}
        {sendError && sendError !== receiveError && (
          <p className="account-error">{channel === 'email' ? t('Outgoing mail: {0}', sendError) : sendError}</p>
        )}
        {receiveError && sendError !== receiveError && (
          <p className="account-error">{t('Incoming mail: {0}', receiveError)}</p>
        )}
      </div>
      {isThere && (
        <div className="acts">
          {signInProvider && state === 'broken' && meta.signInProviders.includes(signInProvider) && (
            <Button
              kind="primary"
              onClick={() => void goAndSignIn({ provider: signInProvider, address: address ?? '' })}
            >
              {t('Sign in with {0}', PROVIDER_NAMES[signInProvider])}
            </Button>
          )}
          <Button onClick={() => void look(checkChannel)} disabled={checks === 'underway'}>
            {checks === 'underway' ? t('Checking…') : t('Check')}
          </Button>
          {channel === 'email' && (
            <Button kind="quiet" onClick={() => void look(sendTestMail)} disabled={checks === 'underway'}>
              {t('Send me a test mail')}
            </Button>
          )}
          {channel === 'email' && (
            <Button
              kind="quiet"
              onClick={() => void attempt(async () => setSecret((await makeInboundSecret(id)).secret))}
            >
              {t('Receive by HTTP POST')}
            </Button>
          )}
          <ConfirmButton
            label={t('Remove')}
            question={t('Pending messages will fail. Conversations are kept.')}
            onConfirm={() => attempt(() => removeChannel(id), t('Account removed'))}
          />
        </div>
      )}
      {isThere && channel === 'email' && (
        <details className="whole">
          <summary>{t('Signature')}</summary>
          <p className="about">
            {t(
              'Below emails of members without a signature of their own, and of the AI agent. {{member}} becomes the sender’s name, {{store}} the store’s.',
            )}
          </p>
          <SignatureForm
            text={account.signature}
            draft={`signature:${id}`}
            onSave={(text) => saveMailboxSignature(id, text)}
          />
        </details>
      )}
      {needsCode && <CodeForm id={id} address={address ?? ''} />}
      {Array.isArray(checks) && (
        <ul className="checks whole" aria-label={t('What was checked')}>
          {checks.map((one) => (
            <li key={one.name} className={one.state}>
              <strong>{one.name}</strong>
              <span>{one.text}</span>
            </li>
          ))}
        </ul>
      )}
      {secret && (
        <div className="inbound-secret whole">
          <p className="about">
            {t(
              'POST each email unchanged (raw MIME) to this URL, signed with this secret. The secret is shown only once.',
            )}
          </p>
          <Copyable text={`${meta.baseUrl}/channels/email/${id}`} label={t('the address')} />
          <Copyable text={secret} label={t('the secret')} />
        </div>
      )}
    </li>
  )
}
