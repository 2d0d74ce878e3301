import { useState } from 'react'
import type { Connection, NewConnection, ShopToConnect } from '../../../api/records.ts'
import { connectShop } from '../../../api/store/shop.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'
import { FIELDS, ShopFields } from './ShopFields.tsx'
import { SHOP_KINDS } from './shop-kinds.ts'

type Kind = Connection['kind']

const ORDER: Kind[] = ['shopify', 'woocommerce', 'vendure', 'custom']
const ABOUT: Record<Kind, string> = {
  custom: t('Any shop that can send signed lines of JSON when something changes.'),
  vendure: t('The key is tested right away and stored encrypted. The first import then takes about a minute.'),
  woocommerce: t(
    'A key with read and write access. If you leave it empty, the shop asks its admin for access in the next step.',
  ),
  shopify: t('From your own app in Shopify’s Dev Dashboard. Stored encrypted.'),
}

/** Connects a shop of any kind. */
export function ConnectForm({ onMade }: { onMade: (made: NewConnection) => void }) {
  const [kind, setKind] = useState<Kind>('shopify')
  return (
    <Form
      draft="shop"
      onSave={(field) => {
        const named = FIELDS[kind].map((name) => [name, field(name).trim()]).filter(([, value]) => value)
        const connection = { kind, ...Object.fromEntries(named) } as ShopToConnect
        return attempt(async () => onMade(await connectShop(connection)), t('Saved'))
      }}
    >
      <label>
        {t('Shop system')}
        <select value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
          {ORDER.map((one) => (
            <option key={one} value={one}>
              {SHOP_KINDS[one].title}
            </option>
          ))}
        </select>
      </label>
      <ShopFields kind={kind} />
      <p className="about">
        {ABOUT[kind]}{' '}
        <a href="/docs/operate/shop.md" target="_blank" rel="noreferrer">
          {t('How a shop is connected')}
        </a>
      </p>
      <Button type="submit" kind="primary">
        {t('Connect the shop')}
      </Button>
    </Form>
  )
}
