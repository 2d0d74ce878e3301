import { Type } from 'typebox'
import { CONNECTION_KINDS, type MadeConnection, type ShopConnection } from '#core/platform/connections.ts'
import type { SyncProgress } from '#core/platform/progress.ts'
import { datetime, nullable, oneOf, string } from './schema.ts'

/** Connections to shops, as the operator and the store's admins make and see them (spec C12). */

/** `custom` takes `shopDomain`; `vendure` `apiUrl` and `apiKey`; `woocommerce` `apiUrl`, `consumerKey` and `consumerSecret`; `shopify` `shopDomain`, `clientId` and `clientSecret`. */
export const NEW_CONNECTION = {
  kind: oneOf(CONNECTION_KINDS),
  shopDomain: Type.Optional(
    Type.String({
      description: 'The shop’s host name, for display (custom), or its name at Shopify, such as my-shop.myshopify.com.',
      maxLength: 253,
    }),
  ),
  apiUrl: Type.Optional(
    Type.String({
      description:
        'Where the shop’s admin API is, such as https://shop.example/admin-api, of vendure; the shop’s address, of woocommerce.',
    }),
  ),
  apiKey: Type.Optional(Type.String({ description: 'API key (Vendure).' })),
  consumerKey: Type.Optional(
    Type.String({
      description:
        'REST API key with read and write access (WooCommerce). Without one, the shop is asked for it: see `connectUrl`.',
    }),
  ),
  consumerSecret: Type.Optional(Type.String({ description: 'The secret of `consumerKey`.' })),
  clientId: Type.Optional(
    Type.String({ description: 'Client ID of an app for this shop in Shopify’s Dev Dashboard (Shopify).' }),
  ),
  clientSecret: Type.Optional(Type.String({ description: 'Client secret of the app (Shopify).' })),
}

const fields = {
  id: string(),
  kind: oneOf(CONNECTION_KINDS),
  shopDomain: nullable(string('The shop’s host name; null where nobody told it.')),
  state: oneOf(
    ['connected', 'broken', 'disconnected'],
    '`connected` from the start; `broken` as long as the first attempts do not reach the shop, or it refuses the key.',
  ),
}
const more = {
  lastError: nullable(string('What was wrong with what the shop told last, or why it is broken; for people.')),
  createdAt: datetime(),
}

/** Two shapes, for an optional key would not stand where the contract has it. */
export const NewConnection = Type.Union(
  [
    Type.Object({
      ...fields,
      secret: string('What the shop signs its webhooks with, of custom and vendure. Shown this once.'),
      ...more,
    }),
    Type.Object({
      ...fields,
      ...more,
      connectUrl: Type.Optional(
        string(
          'Where an admin of the shop lets Parley in, within an hour; of a shop whose keys were not named, and of shopify where the app is not installed.',
        ),
      ),
    }),
  ],
  { title: 'NewConnection' },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })
export const ConnectionWithProgress = Type.Object(
  {
    ...fields,
    ...more,
    sync: Type.Object({
      waiting: count('Deliveries that are not applied yet.'),
      kinds: Type.Array(
        Type.Object({
          kind: string('Of records: product, order, …'),
          records: count('How many the shop has told of.'),
          total: nullable(Type.Integer({ description: 'Total that the shop reports during the first import.' })),
          isComplete: nullable(
            Type.Boolean({ description: 'Whether the first import is complete; null if the shop pushes its records.' }),
          ),
          lastSeenAt: nullable(datetime('When the shop told of one last.')),
        }),
      ),
    }),
  },
  { title: 'Connection' },
)

/** The order of keys is the contract's. */
export function presentMade(made: MadeConnection, baseUrl: string) {
  const { id, kind, shopDomain, state, secret, lastError, createdAt, ticket } = made
  return {
    ...{ id, kind, shopDomain, state },
    ...(secret !== null && { secret }),
    ...{ lastError, createdAt },
    ...(ticket !== null && { connectUrl: `${baseUrl}/platform/${kind}/connect?ticket=${ticket}` }),
  }
}

export function presentConnection(connection: ShopConnection & { sync: SyncProgress }) {
  const { id, kind, shopDomain, state, lastError, createdAt, sync } = connection
  return { id, kind, shopDomain, state, lastError, createdAt, sync }
}
