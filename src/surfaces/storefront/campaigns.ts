import { Type } from 'typebox'
import { WIDGET_MAX } from '#core/limits.ts'
import { countCampaign } from '#core/stores/campaigns.ts'
import { CAMPAIGN_ACTS } from '#storage/stores/campaign-counts.ts'
import type { App } from '#surfaces/http/app.ts'
import { body } from '#surfaces/http/schema.ts'
import type { Storefront } from './parts.ts'

/** Campaigns are evaluated in browsers before there is a visitor: these two requests carry no token. */
export function campaignRoutes(app: App, { stores, limits, countryHeader }: Storefront): void {
  // Country of the shopper, from the operator's proxy. Separate from the config, which any cache may keep.
  app.get('/country', { onRequest: (request) => limits.takeAddress(request.ip, 'request') }, async (request, reply) => {
    const told = countryHeader && request.headers[countryHeader]
    const country = typeof told === 'string' && /^[A-Za-z]{2}$/.test(told) ? told.toUpperCase() : null
    reply.header('cache-control', 'no-store')
    return { data: { country } }
  })

  app.post(
    '/campaigns',
    {
      schema: {
        body: body({
          appId: Type.String(),
          key: Type.String({ minLength: 1, maxLength: WIDGET_MAX.campaignKey }),
          act: Type.Enum([...CAMPAIGN_ACTS]),
        }),
      },
      onRequest: (request) => limits.takeAddress(request.ip, 'campaign'),
    },
    async (request) => {
      const { appId, key, act } = request.body
      await countCampaign(await stores.find(appId), key, act)
      return { data: { key, act } }
    },
  )
}
