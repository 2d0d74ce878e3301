import { useState } from 'react'
import type { Connection, NewConnection, ShopToConnect } from '../../../api/records.ts'
import { connectShop } from '../../../api/store/shop.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { attempt, fields } from '../../../ui/forms.ts'
import { FIELDS, ShopFields } from './ShopFields.tsx'
import { SHOP_KINDS } from './shop-kinds.ts'

type Kind = Connection['kind']

const ORDER: Kind[] = ['shopify', 'woocommerce', 'vendure', 'custom']
const ABOUT: Record<Kind, string> = {
  custom: t('Any shop that can send signed lines of JSON when something changes.'),
  vendure: t('The key is tried at once, and stored encrypted. Then everything is read, which takes a minute or so.'),
  woocommerce: t('A key that may read and write. Without one, the shop asks its admin for it in the next step.'),
  shopify: t('Of an app of your own in Shopify’s Dev Dashboard; stored encrypted.'),
}

/** Connects a shop of any kind. */
export function ConnectForm({ onMade }: { onMade: (made: NewConnection) => void }) {
  const [kind, setKind] = useState<Kind>('shopify')
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const field = fields(event)
        const named = FIELDS[kind].map((name) => [name, field(name).trim()]).filter(([, value]) => value)
        const connection = { kind, ...Object.fromEntries(named) } as ShopToConnect
        void attempt(async () => onMade(await connectShop(connection)), t('Shop connected'))
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
    </form>
  )
}
