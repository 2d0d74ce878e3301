import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type NewArticleImport, sendArchive, startImport } from '../../../api/article-imports.ts'
import { connectionsQuery } from '../../../api/store/shop.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { KINDS, SOURCES } from './sources.ts'

/** What an import is begun with. A token is asked for each time: it is not kept. */
export function ImportForm({ isBusy }: { isBusy: boolean }) {
  const [kind, setKind] = useState<NewArticleImport['kind']>('site')
  const { isBusy: isSending, attempt } = useAttempt()
  const { about } = SOURCES[kind]
  return (
    <Form
      onSave={(field, data) =>
        attempt(async () => {
          const files = data.getAll('files').filter((file): file is File => file instanceof File)
          const fileIds: string[] = []
          for (const file of kind === 'files' ? files : []) fileIds.push(await sendArchive(file))
          const named = ['address', 'email', 'token', 'connectionId'].map((name) => [name, field(name).trim()])
          const given = Object.fromEntries(named.filter(([, value]) => value))
          await startImport({ kind, ...given, ...(fileIds.length > 0 && { fileIds }) })
        }, t('Import started'))
      }
    >
      <label>
        {t('Import from')}
        <select value={kind} onChange={(event) => setKind(event.target.value as NewArticleImport['kind'])}>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {SOURCES[one].title}
            </option>
          ))}
        </select>
      </label>
      <Fields kind={kind} />
      <p className="about">{about}</p>
      <Button type="submit" kind="primary" disabled={isBusy || isSending}>
        {isSending ? t('Sending…') : t('Import')}
      </Button>
      {isBusy && <p className="about">{t('Another import is running.')}</p>}
    </Form>
  )
}

function Fields({ kind }: { kind: NewArticleImport['kind'] }) {
  switch (kind) {
    case 'site':
      return (
        <label>
          {t('Address of a page or a sitemap')}
          <input name="address" placeholder="https://shop.example/help" maxLength={2_000} required />
        </label>
      )
    case 'zendesk':
      return (
        <>
          <label>
            {t('Address of your Zendesk')}
            <input name="address" placeholder="https://acme.zendesk.com" maxLength={2_000} required />
          </label>
          <label>
            {t('Email of an agent (only for articles that are not public)')}
            <input name="email" type="email" maxLength={320} autoComplete="off" />
          </label>
          <label>
            {t('API token (only for articles that are not public)')}
            <input name="token" type="password" maxLength={2_000} autoComplete="off" />
          </label>
        </>
      )
    case 'intercom':
      return (
        <>
          <label>
            {t('Region of your Intercom')}
            <select name="address">
              <option value="https://api.intercom.io">{t('United States')}</option>
              <option value="https://api.eu.intercom.io">{t('Europe')}</option>
              <option value="https://api.au.intercom.io">{t('Australia')}</option>
            </select>
          </label>
          <label>
            {t('Access token')}
            <input name="token" type="password" maxLength={2_000} autoComplete="off" required />
          </label>
        </>
      )
    case 'files':
      return (
        <label>
          {t('Files')}
          <input name="files" type="file" accept=".md,.markdown,.zip" multiple required />
        </label>
      )
    case 'shop':
      return <ShopField />
  }
}

/** The shops that are connected and have pages. */
function ShopField() {
  const { data, error, refetch } = useQuery(connectionsQuery)
  if (!data) return <Loading error={error} onRetry={refetch} />
  const shops = data.data.filter(
    ({ kind, state }) => state === 'connected' && (kind === 'shopify' || kind === 'woocommerce'),
  )
  if (shops.length === 0) {
    return (
      <p className="none">
        {t('No shop at Shopify or WooCommerce is connected.')}{' '}
        <Link href={pathTo('settings', 'shop')}>{t('Shop')}</Link>
      </p>
    )
  }
  return (
    <label>
      {t('Shop')}
      <select name="connectionId" required>
        {shops.map(({ id, kind, shopDomain }) => (
          <option key={id} value={id}>
            {shopDomain ?? kind}
          </option>
        ))}
      </select>
    </label>
  )
}
