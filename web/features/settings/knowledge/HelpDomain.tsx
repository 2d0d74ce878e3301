import { useQuery } from '@tanstack/react-query'
import { helpDomainQuery } from '../../../api/help-domain.ts'
import { changeStore } from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'

/** A domain of the store's own for its help pages. */
export function HelpDomain({ domain }: { domain: string | null }) {
  const save = (given: string) =>
    attempt(() => changeStore({ settings: { helpCentre: { domain: given.trim().toLowerCase() || null } } }), t('Saved'))
  return (
    <Card title={t('Your own domain')} about={t('Help pages at an address of your store instead of ours.')}>
      <Form key={domain} onSave={(form) => save(form('domain'))}>
        <label>
          {t('Domain')}
          <input
            name="domain"
            defaultValue={domain ?? ''}
            maxLength={253}
            placeholder="help.example.com"
            autoCapitalize="none"
            spellCheck={false}
          />
        </label>
        <Button type="submit">{t('Save')}</Button>
      </Form>
      {domain !== null && <Proof domain={domain} />}
    </Card>
  )
}

/** What is to be entered at the store's DNS provider. */
function Proof({ domain }: { domain: string }) {
  const { data: proof, error, refetch, isFetching } = useQuery(helpDomainQuery(domain))
  if (!proof) return <Loading error={error} onRetry={refetch} />
  if (proof.proven) {
    const address = `https://${domain}`
    return (
      <>
        <p>
          <strong>{t('The domain is verified.')}</strong>{' '}
          {t('Point it to this service with a CNAME record; your help pages are then at its address.')}
        </p>
        <p>
          <a href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>
        </p>
      </>
    )
  }
  return (
    <>
      <p>{t('To verify the domain, add this TXT record at your DNS provider:')}</p>
      <Copyable text={proof.txtName} label={t('the name')} />
      <Copyable text={proof.txtValue} label={t('the value')} />
      <p className="about" role="status">
        {isFetching
          ? t('Looking up the record…')
          : t('The record was not found yet. New records can take up to an hour to be seen.')}
      </p>
      <Button disabled={isFetching} onClick={() => void refetch()}>
        {t('Check again')}
      </Button>
    </>
  )
}
