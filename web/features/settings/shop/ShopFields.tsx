import type { Connection, ShopToConnect } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'

type Name = Exclude<keyof ShopToConnect, 'kind'>

/** What is asked of each kind of shop. */
export const FIELDS: Record<Connection['kind'], Name[]> = {
  custom: ['shopDomain'],
  vendure: ['apiUrl', 'apiKey'],
  woocommerce: ['apiUrl', 'consumerKey', 'consumerSecret'],
  shopify: ['shopDomain', 'clientId', 'clientSecret'],
}

/** The fields of the form, by the kind of shop. */
export function ShopFields({ kind }: { kind: Connection['kind'] }) {
  switch (kind) {
    case 'custom':
      return (
        <label>
          {t('The shop’s host name, for people')}
          <input name="shopDomain" maxLength={253} placeholder="shop.example" autoComplete="off" />
        </label>
      )
    case 'vendure':
      return (
        <div className="two">
          <label>
            {t('Admin API URL')}
            <input type="url" name="apiUrl" required placeholder="https://shop.example/admin-api" autoComplete="off" />
          </label>
          <Secret name="apiKey" label={t('API key')} isRequired />
        </div>
      )
    case 'woocommerce':
      return (
        <>
          <label>
            {t('Shop URL')}
            <input type="url" name="apiUrl" required placeholder="https://shop.example" autoComplete="off" />
          </label>
          <div className="two">
            <label>
              {t('Consumer key')}
              <input name="consumerKey" placeholder="ck_…" autoComplete="off" spellCheck={false} />
            </label>
            <Secret name="consumerSecret" label={t('Consumer secret')} />
          </div>
        </>
      )
    case 'shopify':
      return (
        <>
          <label>
            {t('The shop’s name at Shopify')}
            <input
              name="shopDomain"
              required
              placeholder="my-shop.myshopify.com"
              autoComplete="off"
              spellCheck={false}
            />
          </label>
          <div className="two">
            <label>
              {t('Client ID')}
              <input name="clientId" required autoComplete="off" spellCheck={false} />
            </label>
            <Secret name="clientSecret" label={t('Client secret')} isRequired />
          </div>
        </>
      )
  }
}

function Secret({ name, label, isRequired = false }: { name: Name; label: string; isRequired?: boolean }) {
  return (
    <label>
      {label}
      <input type="password" name={name} required={isRequired} autoComplete="off" />
    </label>
  )
}
