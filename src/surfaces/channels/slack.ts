import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { clock } from '#base/clock.ts'
import { isSignedBySlack } from '#channels/slack/signature.ts'
import { ParleyError } from '#core/errors.ts'
import { takeSlackEvent } from '#core/slack/receive.ts'
import type { Database } from '#database/database.ts'
import { findSlackConnection } from '#storage/slack/connections.ts'
import type { App } from '#surfaces/http/app.ts'

const BODY_BYTES_MAX = 256 * 1024
const params = Type.Object({ shopId: Type.String({ maxLength: 64 }) })

const headerOf = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** Takes the events of a store's Slack app. What is signed is stored before it is answered; the worker sends it on. */
export function slackRoutes(app: App, database: Database): void {
  app.post(
    '/slack/:shopId',
    {
      schema: { params, hide: true } as { params: typeof params },
      config: { readsBody: true },
      bodyLimit: BODY_BYTES_MAX,
    },
    async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const shop = database.shop(request.params.shopId)
      const connection = await findSlackConnection(shop)
      const signed = {
        signature: headerOf(request, 'x-slack-signature'),
        timestamp: headerOf(request, 'x-slack-request-timestamp'),
      }
      if (!connection || !isSignedBySlack(signed, bytes, connection.signingSecret, clock.now())) {
        throw new ParleyError('UNAUTHENTICATED', 'X-Slack-Signature is missing, old, or does not match the body.')
      }
      const body = parse(bytes)
      if (body?.type === 'url_verification' && typeof body.challenge === 'string') {
        return reply.type('text/plain; charset=utf-8').send(body.challenge.slice(0, 1_000))
      }
      await takeSlackEvent(shop, body, connection.channelId)
      return reply.type('text/plain; charset=utf-8').send('')
    },
  )
}

/** What is signed and no JSON changes nothing: refused, it would come again. */
function parse(bytes: Buffer): Record<string, unknown> | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as Record<string, unknown> | null
  } catch {
    return null
  }
}
