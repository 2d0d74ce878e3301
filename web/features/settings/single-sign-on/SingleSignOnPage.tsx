import { useQuery } from '@tanstack/react-query'
import type { SingleSignOn } from '../../../api/records.ts'
import { type SingleSignOnChange, saveSingleSignOn, singleSignOnQuery } from '../../../api/single-sign-on.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt, linesOf } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import { GroupRules } from './GroupRules.tsx'

/** How the store's members sign in through an issuer of OpenID Connect. */
export default function SingleSignOnPage() {
  const { data, error, refetch } = useQuery(singleSignOnQuery)
  if (!data) return <Loading error={error} onRetry={refetch} />
  const save = (change: Partial<SingleSignOnChange>) =>
    attempt(() => saveSingleSignOn({ ...changeOf(data), ...change }), t('Saved'))
  const hasIssuer = data.issuer !== null || data.serviceName !== null
  return (
    <>
      <Issuer settings={data} onSave={save} />
      {hasIssuer && (
        <>
          <Card title={t('Sign-in page')} about={t('Share this address with your team.')}>
            <Copyable text={data.signInUrl} label={t('the address')} />
            <Toggle
              label={t('Single sign-on only')}
              about={t(
                'Nobody signs in with a password, a link or a passkey any more, and such sessions end. Sign in with single sign-on yourself before you turn it on.',
              )}
              isOn={data.isOnly}
              onChange={(isOnly) => void save({ isOnly })}
            />
          </Card>
          <Domains settings={data} onSave={save} />
          <GroupRules key={JSON.stringify(data.groups)} settings={data} onSave={save} />
        </>
      )}
    </>
  )
}

interface PartProps {
  settings: SingleSignOn
  onSave: (change: Partial<SingleSignOnChange>) => Promise<boolean>
}

const changeOf = ({ issuer, clientId, name, isOnly, allowedDomains, groupClaim, groups }: SingleSignOn) => ({
  issuer,
  clientId,
  name,
  isOnly,
  allowedDomains,
  groupClaim,
  groups,
})

function Issuer({ settings, onSave }: PartProps) {
  const { issuer, clientId, name, hasClientSecret, serviceName } = settings
  const about = serviceName
    ? t('Members sign in with {0}. Add an issuer of your own to use that instead.', serviceName)
    : t('Connect Google, Microsoft, Okta, Keycloak or another service that speaks OpenID Connect.')
  return (
    <Card title={t('Issuer')} about={about}>
      <p className="about">{t('Register these two addresses there: for redirects and for back-channel logout.')}</p>
      <Copyable text={settings.callbackUrl} label={t('the redirect address')} />
      <Copyable text={settings.logoutUrl} label={t('the logout address')} />
      <Form
        key={issuer}
        onSave={(form) =>
          onSave({
            issuer: form('issuer').trim() || null,
            clientId: form('clientId').trim() || null,
            name: form('name').trim() || null,
            ...(form('clientSecret') && { clientSecret: form('clientSecret') }),
          })
        }
      >
        <label>
          {t('Issuer address')}
          <input name="issuer" type="url" defaultValue={issuer ?? ''} placeholder="https://accounts.google.com" />
        </label>
        <div className="two">
          <label>
            {t('Client ID')}
            <input name="clientId" defaultValue={clientId ?? ''} autoComplete="off" />
          </label>
          <label>
            {t('Client secret')}
            <input
              name="clientSecret"
              type="password"
              autoComplete="off"
              placeholder={hasClientSecret ? t('unchanged') : ''}
            />
          </label>
        </div>
        <label>
          {t('Name on the sign-in button')}
          <input name="name" defaultValue={name ?? ''} maxLength={60} placeholder="Google" />
        </label>
        <Button type="submit" kind="primary">
          {t('Save')}
        </Button>
      </Form>
    </Card>
  )
}

function Domains({ settings: { allowedDomains }, onSave }: PartProps) {
  const of = (role: string) =>
    allowedDomains
      .filter((one) => one.role === role)
      .map(({ domain }) => domain)
      .join('\n')
  return (
    <Card
      title={t('New members')}
      about={t(
        'Whoever signs in on your sign-in page with an address of these domains becomes a member. One per line.',
      )}
    >
      <Form
        onSave={(form) => {
          const list = (role: 'admin' | 'member') => linesOf(form(role)).map((domain) => ({ domain, role }))
          return onSave({ allowedDomains: [...list('member'), ...list('admin')] })
        }}
      >
        <div className="two">
          <label>
            {t('Become members')}
            <textarea name="member" rows={3} defaultValue={of('member')} placeholder="shop.example" />
          </label>
          <label>
            {t('Become admins')}
            <textarea name="admin" rows={3} defaultValue={of('admin')} />
          </label>
        </div>
        <Button type="submit">{t('Save')}</Button>
      </Form>
    </Card>
  )
}
