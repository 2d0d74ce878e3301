import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { readHelpSite } from '#core/stores/help-site.ts'
import { describeStorefront } from '#core/visitors/storefront-config.ts'
import type { App } from '#surfaces/http/app.ts'
import { chooseLanguage } from '#surfaces/http/preferences.ts'
import type { Storefront } from './parts.ts'

/** What the widget looks like and says; for the shop's page itself, so it is answered across origins. */
export function configRoute(app: App, { stores, realtime, limits, transcripts }: Storefront): void {
  app.get(
    '/config',
    {
      schema: {
        querystring: Type.Object({ app: Type.String(), locale: Type.Optional(Type.String({ maxLength: 35 })) }),
      },
      onRequest: (request) => limits.takeAddress(request.ip, 'request'),
    },
    async (request, reply) => {
      const shop = await stores.find(request.query.app)
      const team = await realtime.presence.team(shop.shopId)
      const sendsMail = transcripts !== null
      const { locales } = await readHelpSite(shop)
      const language = request.query.locale ?? request.headers['accept-language']
      const { config, allowedOrigins } = await describeStorefront(shop, {
        isOnline: team.length > 0,
        sendsMail,
        locale: chooseLanguage(language, locales),
      })
      const body = JSON.stringify({ data: config })
      const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
      const { origin } = request.headers
      // A request without Origin is not from a page of another site; a page that is not allowed may not read.
      if (allowedOrigins.length === 0) reply.header('access-control-allow-origin', '*')
      else if (origin !== undefined && allowedOrigins.includes(origin))
        reply.header('access-control-allow-origin', origin)
      reply
        .header('vary', 'origin, accept-language')
        .header('etag', etag)
        .header('cache-control', 'public, max-age=30')
        .header('cross-origin-resource-policy', 'cross-origin')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    },
  )
}
