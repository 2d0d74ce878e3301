import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { isSameSecret } from '#base/secrets.ts'
import { isSignedByMeta } from '#channels/meta/signature.ts'
import { type MetaEvent, splitWebhook } from '#channels/meta/webhook.ts'
import { findAccountAnywhere, findAccountsOfBusiness } from '#core/channels/accounts.ts'
import { storeInbound } from '#core/channels/inbound.ts'
import { ParleyError } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'

/** The operator's Meta app. */
export interface MetaApp {
  appSecret: string
  verifyToken: string
}

/** Meta sends up to a thousand events in one. */
const BODY_BYTES_MAX = 5 * 1024 * 1024
const hidden = { hide: true } as object

/** The webhook of Meta's three messengers. It stores what came and answers at once; the carrier reads it. */
export function metaRoutes(app: App, { database, meta }: { database: Database; meta: MetaApp }): void {
  app.get('/meta', { schema: hidden }, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const { 'hub.challenge': challenge, 'hub.verify_token': token } = query
    const isKnown = typeof token === 'string' && isSameSecret(token, meta.verifyToken)
    if (query['hub.mode'] !== 'subscribe' || !isKnown || typeof challenge !== 'string')
      throw new ParleyError('FORBIDDEN', 'The verify token is another one.')
    return reply.type('text/plain; charset=utf-8').send(challenge)
  })

  app.post(
    '/meta',
    { schema: hidden, config: { readsBody: true }, bodyLimit: BODY_BYTES_MAX },
    async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSignedByMeta(headerOf(request.headers['x-hub-signature-256']), body, meta.appSecret)) {
        throw new ParleyError('UNAUTHENTICATED', 'X-Hub-Signature-256 is missing or does not match the body.')
      }
      await take(database, parse(body))
      return reply.type('text/plain; charset=utf-8').send('EVENT_RECEIVED')
    },
  )
}

const headerOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** What is signed and no JSON is nothing that we know: it is answered like all the rest, or it would come for days. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

const keyOf = ({ channel, externalId, isOfBusiness }: MetaEvent) => `${channel}:${isOfBusiness ?? ''}:${externalId}`

async function take(database: Database, body: unknown): Promise<void> {
  const byAccount = Map.groupBy(splitWebhook(body), keyOf)
  for (const events of byAccount.values()) {
    const { channel, externalId, isOfBusiness } = events[0] as MetaEvent
    // None for a page that is connected to no store, or not any more.
    const accounts = isOfBusiness
      ? await findAccountsOfBusiness(database, externalId)
      : [await findAccountAnywhere(database, channel, externalId)].filter((account) => account !== undefined)
    const now = currentTime()
    for (const { shopId, accountId } of accounts) {
      const rows = events.map(({ person, payload }) => {
        const text = Buffer.from(JSON.stringify(payload))
        return { id: newId(), accountId, sender: person.slice(0, 256), payload: text }
      })
      await storeInbound(database.shop(shopId), rows, now)
    }
  }
}
