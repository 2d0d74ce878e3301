import { useState } from 'react'
import { connectChannel } from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'

/** Servers of well-known providers. Ports are those with TLS from the start. */
const PROVIDERS = {
  gmail: { title: 'Gmail, Google Workspace', smtp: 'smtp.gmail.com:465', imap: 'imap.gmail.com:993' },
  fastmail: { title: 'Fastmail', smtp: 'smtp.fastmail.com:465', imap: 'imap.fastmail.com:993' },
  icloud: { title: 'iCloud', smtp: 'smtp.mail.me.com:587', imap: 'imap.mail.me.com:993' },
  zoho: { title: 'Zoho', smtp: 'smtp.zoho.com:465', imap: 'imap.zoho.com:993' },
  other: { title: t('Another'), smtp: '', imap: '' },
} as const

/** An address with its credentials as one url. Port 465 and 993 begin with TLS; others turn to it. */
function urlOf(kind: 'smtp' | 'imap', host: string, user: string, password: string): string {
  const isTlsFirst = host.endsWith(kind === 'smtp' ? ':465' : ':993') || !host.includes(':')
  return `${kind}${isTlsFirst ? 's' : ''}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}`
}

/** Connects a mailbox by its address, password and provider. */
export function MailboxForm({ sendsMail }: { sendsMail: boolean }) {
  const [provider, setProvider] = useState<keyof typeof PROVIDERS>('gmail')
  const { smtp, imap } = PROVIDERS[provider]
  return (
    <Form
      draft="mailbox"
      empties
      onSave={(field) => {
        const [address, password] = [field('address').trim(), field('password')]
        const user = field('user').trim() || address
        const server = (kind: 'smtp' | 'imap') => {
          const host = field(kind).trim()
          return host ? { [kind]: { url: urlOf(kind, host, user, password) } } : {}
        }
        const name = field('name').trim()
        const mailbox = {
          channel: 'email',
          address,
          ...(name && { name }),
          ...server('smtp'),
          ...server('imap'),
        } as const
        return attempt(() => connectChannel(mailbox), t('Mailbox connected'))
      }}
    >
      <div className="two">
        <label>
          {t('Address')}
          <input type="email" name="address" required maxLength={320} autoComplete="off" />
        </label>
        <label>
          {t('Name shown to customers')}
          <input name="name" maxLength={100} placeholder="Acme support" />
        </label>
      </div>
      <label>
        {t('Provider')}
        <select value={provider} onChange={(event) => setProvider(event.target.value as keyof typeof PROVIDERS)}>
          {Object.entries(PROVIDERS).map(([key, { title }]) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {provider !== 'other' && (
        <p className="about">{t('Use an app password. Providers reject your normal password here.')}</p>
      )}
      <div className="two">
        <label>
          {t('User')}
          <input name="user" placeholder={t('The address')} autoComplete="off" />
        </label>
        <label>
          {t('Password')}
          <input type="password" name="password" autoComplete="new-password" />
        </label>
      </div>
      <div className="two" key={provider}>
        <label>
          {t('Server for outgoing mail (SMTP)')}
          <input name="smtp" defaultValue={smtp} placeholder="smtp.example.com:465" required={!sendsMail} />
        </label>
        <label>
          {t('Server for incoming mail (IMAP)')}
          <input name="imap" defaultValue={imap} placeholder="imap.example.com:993" />
        </label>
      </div>
      <p className="about">
        {t('Without an incoming server, forward the mailbox to this service or deliver email by HTTP POST.')}{' '}
        <a href="/docs/operate/email.md" target="_blank" rel="noreferrer">
          {t('How each is done')}
        </a>
      </p>
      <Button type="submit" kind="primary">
        {t('Connect the mailbox')}
      </Button>
    </Form>
  )
}
