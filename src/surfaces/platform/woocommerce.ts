import type { FastifyRequest } from 'fastify'
import { storeChanges } from '#connectors/stored-changes.ts'
import { readWooWebhook } from '#connectors/woocommerce/read-webhook.ts'
import { invalidParams } from '#core/errors.ts'
import { completeShopAuthorization, findByTicket } from '#core/platform/connect-tokens.ts'
import type { Database } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { headerOf } from '#surfaces/http/incoming/signature.ts'
import { hasBodySignature, isBodySigned } from './body-signature.ts'
import type { WebhookScheme } from './webhooks.ts'

const SIGNATURE = 'x-wc-webhook-signature'
const DELIVERY_ID = /^[\w-]{1,128}$/
/** WooCommerce tries a webhook that was just made with this, unsigned. */
const PING = /^webhook_id=\d{1,18}$/
const PING_BYTES_MAX = 64
const mayBePing = (request: FastifyRequest) =>
  !headerOf(request, SIGNATURE) &&
  /^application\/x-www-form-urlencoded\b/.test(headerOf(request, 'content-type')) &&
  Number(headerOf(request, 'content-length') || Number.NaN) <= PING_BYTES_MAX

/** What WooCommerce sends, and our plugin for WordPress by the same scheme. */
export const wooWebhooks: WebhookScheme = {
  kind: 'woocommerce',
  // WooCommerce counts anything but 200 as a failure: it does not send that again, and five of them end the webhook.
  status: 200,
  words:
    'The body has to be signed with the webhook’s secret: X-WC-Webhook-Signature, base64 HMAC-SHA256 of it, and ?connection= with its id.',
  mayBeSigned: (request) => hasBodySignature(request, SIGNATURE) || mayBePing(request),
  isIdle: (request, body) => mayBePing(request) && PING.test(body.toString('latin1')),
  isSigned: (request, body, secret) =>
    hasBodySignature(request, SIGNATURE) && isBodySigned(request, SIGNATURE, body, secret),
  // WordPress shows its admin what our plugin could not deliver, and no sync would find it.
  isLeftToSync: (request) => !headerOf(request, 'x-wc-webhook-topic').startsWith('parley.'),
  read(request, body) {
    const topic = headerOf(request, 'x-wc-webhook-topic')
    const changes = readWooWebhook(topic, body)
    if (changes instanceof Error) throw invalidParams(changes.message)
    if (changes.length === 0) return null
    // A webhook of WooCommerce says nothing but that there is news, as often as it is sent: two alike may both be true,
    // so its id is what it is known by. Requests of our plugin hold a time of their own.
    const id = headerOf(request, 'x-wc-webhook-delivery-id')
    const signature = `signature ${headerOf(request, SIGNATURE)}`
    const marks = changes.some(({ act }) => act !== 'reread') || !DELIVERY_ID.test(id) ? [signature] : [`id ${id}`]
    const lines = changes.map((change, i) => ({ line: i + 1, change }))
    return { payload: storeChanges(changes), marks, lines }
  },
}

/** WooCommerce's own door for keys: its admin is sent there, says yes, and it posts the keys to us. */
export function wooRoutes(app: App, { database, baseUrl }: { database: Database; baseUrl: string }): void {
  app.get('/woocommerce/connect', { schema: { hide: true } as object }, async (request, reply) => {
    const { ticket } = request.query as { ticket?: unknown }
    const { url } = await findByTicket(database, 'woocommerce', ticket)
    const address = new URL(`${url}/wc-auth/v1/authorize`)
    address.search = new URLSearchParams({
      app_name: 'Parley',
      scope: 'read_write',
      user_id: String(ticket),
      return_url: `${baseUrl}/inbox/settings/shop`,
      callback_url: `${baseUrl}/platform/woocommerce/callback`,
    }).toString()
    return reply.redirect(address.href, 302)
  })

  app.post(
    '/woocommerce/callback',
    { config: { readsBody: true }, bodyLimit: KEYS_BYTES_MAX, schema: { hide: true } as object },
    async (request) => {
      const { user_id: ticket, consumer_key: key, consumer_secret: secret } = readKeys(request.body)
      await findByTicket(database, 'woocommerce', ticket)
      if (!isKey(key, 'ck_') || !isKey(secret, 'cs_')) {
        throw invalidParams('consumer_key and consumer_secret have to be a key of WooCommerce: ck_…, cs_….')
      }
      await completeShopAuthorization(database, 'woocommerce', ticket, { key, secret })
      return { data: { isConnected: true } }
    },
  )
}

const KEYS_BYTES_MAX = 16 * 1024
const isKey = (key: unknown, prefix: string): key is string =>
  typeof key === 'string' && key.startsWith(prefix) && /^[\w-]{8,200}$/.test(key)

function readKeys(body: unknown): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : ''))
  } catch {
    throw invalidParams('The body is not valid JSON.')
  }
}
