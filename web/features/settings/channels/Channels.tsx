import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { AccountLine } from './AccountLine.tsx'
import { MailboxForm } from './MailboxForm.tsx'
import { MailLook } from './MailLook.tsx'
import { MessengerForm } from './MessengerForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useSignedIn } from './useSignedIn.ts'
import '../connected.css'

/** The store's accounts at channels: mailboxes, and accounts at the three messengers. */
export default function Channels() {
  const { data, error, refetch } = useQuery(channelsQuery)
  const isFinishing = useSignedIn()
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { data: accounts, meta } = data
  const mailboxes = accounts.filter(({ channel }) => channel === 'email')
  const messengers = accounts.filter(({ channel }) => channel !== 'email')
  return (
    <>
      <Card
        title={t('Email')}
        about={t('Email to these addresses becomes conversations, and replies are sent from them.')}
      >
        {mailboxes.length === 0 && (
          <p className="none">{t('No mailbox is connected, so replies to email conversations are not sent.')}</p>
        )}
        <ul className="lines">
          {mailboxes.map((account) => (
            <AccountLine key={account.id} account={account} meta={meta} />
          ))}
        </ul>
        {isFinishing && (
          <p className="more" role="status">
            {t('Connecting the mailbox…')}
          </p>
        )}
        {meta.signInProviders.length > 0 && (
          <details className="connect">
            <summary>{t('Connect a mailbox by signing in')}</summary>
            <SignInForm providers={meta.signInProviders} />
          </details>
        )}
        <details className="connect">
          <summary>
            {meta.signInProviders.length > 0 ? t('Connect a mailbox with a password') : t('Connect a mailbox')}
          </summary>
          <MailboxForm sendsMail={meta.sendsMail} />
        </details>
      </Card>
      <MailLook />
      <Card
        title={t('Messengers')}
        about={t(
          'Messenger, Instagram and WhatsApp, through Meta’s own interfaces. They take replies for 24 hours after the customer last wrote.',
        )}
      >
        {messengers.length === 0 && (
          <p className="none">{t('No messenger is connected, so replies to their conversations are not sent.')}</p>
        )}
        <ul className="lines">
          {messengers.map((account) => (
            <AccountLine key={account.id} account={account} meta={meta} />
          ))}
        </ul>
        {meta.messengers ? (
          <details className="connect">
            <summary>{t('Connect a messenger')}</summary>
            <MessengerForm webhookUrl={meta.messengers.webhookUrl} />
          </details>
        ) : (
          <p className="about">
            {t('Your Parley administrator must set {0} first.', 'META_APP_SECRET, META_VERIFY_TOKEN')}{' '}
            <a href="/docs/operate/messengers.md" target="_blank" rel="noreferrer">
              {t('How that is done')}
            </a>
          </p>
        )}
      </Card>
    </>
  )
}
