import type { Connection } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'

/** The kinds of shops that can be connected, as people call them. */
export const SHOP_KINDS: Record<Connection['kind'], { title: string; remedy: string }> = {
  custom: {
    title: t('Any shop'),
    remedy: t('Fix the lines and send them again. This note disappears with the first correct delivery.'),
  },
  vendure: {
    title: 'Vendure',
    remedy: t('Reconnect the shop with a URL and a key that work. Imported data is kept.'),
  },
  woocommerce: {
    title: 'WooCommerce',
    remedy: t('Reconnect the shop with a key that has read and write access. Imported data is kept.'),
  },
  shopify: {
    title: 'Shopify',
    remedy: t('Install the app in the shop, or connect it again with its client ID and secret.'),
  },
}

/** What the configuration of a shop's app at Shopify has to name. */
export const appAddresses = (webhooksUrl: string, { id }: Pick<Connection, 'id'>) => [
  { name: 'App URL', text: `${webhooksUrl}/shopify/connect?connection=${id}`, label: t('the app’s address') },
  { name: 'Redirect URL', text: `${webhooksUrl}/shopify/callback`, label: t('the redirect address') },
  {
    name: 'Compliance webhooks',
    text: `${webhooksUrl}/shopify/webhooks?connection=${id}`,
    label: t('the address of compliance webhooks'),
  },
]

export const titleOf = ({ kind, shopDomain }: Pick<Connection, 'kind' | 'shopDomain'>) =>
  shopDomain ?? SHOP_KINDS[kind].title

/** Address to which a shop sends its changes. */
export const addressOf = (webhooksUrl: string, { id, kind }: Pick<Connection, 'id' | 'kind'>) =>
  `${webhooksUrl}/${kind}/webhooks?connection=${id}`
