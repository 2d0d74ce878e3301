import type { Database } from '#database/database.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { customWebhooks, vendureWebhooks } from './parley-signature.ts'
import { type ShopifyDoor, shopifyRoutes, shopifyWebhooks } from './shopify.ts'
import { webhookRoute } from './webhooks.ts'
import { wooRoutes, wooWebhooks } from './woocommerce.ts'

/**
 * Receives changes from shops (spec C12). Bodies stay bytes: those are what is signed. They are stored
 * before they are answered; the sync worker applies them.
 */
export function platformSurface(
  app: App,
  parts: { database: Database; baseUrl: string; shopify: ShopifyDoor },
): Promise<void> {
  return mount(app, '/platform', (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    webhookRoute(scope, parts.database, customWebhooks)
    webhookRoute(scope, parts.database, vendureWebhooks)
    webhookRoute(scope, parts.database, wooWebhooks)
    wooRoutes(scope, parts)
    webhookRoute(scope, parts.database, shopifyWebhooks)
    shopifyRoutes(scope, parts)
  })
}
