import { Type } from 'typebox'
import { firstCodePoints } from '#base/text.ts'
import { requireStorefront } from '#core/stores/storefront.ts'
import { identify } from '#core/visitors/identity.ts'
import { readStanding } from '#core/visitors/visitor-snapshot.ts'
import {
  changeDetails,
  checkDetails,
  describeProfile,
  endVisitor,
  openVisitor,
  resetSession,
} from '#core/visitors/visitors.ts'
import type { Shop } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { body } from '#surfaces/http/schema.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'
import { ANSWERS } from './records.ts'

const texts = Type.Record(Type.String(), Type.String())
const details = {
  email: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  attributes: Type.Optional(texts),
}

/** Routes for the visitor: sessions, identity, details. */
export function sessionRoutes(app: App, { stores, limits, realtime }: Storefront, guard: VisitorGuard): void {
  /** State of the visitor, as a socket's `ready` sends it. */
  const standing = async (shop: Shop, visitorId: string) => ({
    ...(await readStanding(shop, visitorId)),
    online: (await realtime.presence.team(shop.shopId)).length > 0,
  })

  app.post(
    '/sessions',
    {
      schema: {
        body: body({
          appId: Type.String(),
          token: Type.Optional(Type.String()),
          locale: Type.Optional(Type.String()),
          device: Type.Optional(Type.Object({})),
        }),
        response: ANSWERS.ready,
      },
      onRequest: (request) => limits.takeAddress(request.ip, 'request'),
    },
    async (request) => {
      const { appId, token, locale } = request.body
      checkDetails(locale === undefined ? {} : { locale })
      const shop = await stores.find(appId)
      await requireStorefront(shop)
      const agent = request.headers['user-agent']
      const device = {
        locale: locale ?? null,
        ipAddress: request.ip,
        userAgent: agent === undefined ? null : firstCodePoints(agent, 512),
      }
      const opened = await openVisitor(shop, token, device, () => limits.takeAddress(request.ip, 'visitor'))
      return { data: { token: opened.token, ...(await standing(shop, opened.visitor.id)) } }
    },
  )

  app.post('/sessions/reset', { schema: { response: ANSWERS.ready }, onRequest: guard }, async (request) => {
    const { shop, visitor } = visitorOf(request)
    await resetSession(shop, visitor.id)
    return { data: await standing(shop, visitor.id) }
  })

  app.post('/logout', { onRequest: guard }, async (request) => {
    const { shop, visitor } = visitorOf(request)
    await endVisitor(shop, visitor)
    return { data: { ended: true } }
  })

  app.post(
    '/identify',
    {
      schema: {
        body: body({ id: Type.String(), hash: Type.Optional(Type.String()), ...details }),
        response: ANSWERS.ready,
      },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { isVerified } = await identify(shop, visitor.id, request.body)
      return { data: { identified: isVerified, ...(await standing(shop, visitor.id)) } }
    },
  )

  app.patch(
    '/visitor',
    {
      schema: { body: body({ ...details, locale: Type.Optional(Type.String()) }), response: ANSWERS.visitor },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      return { data: await describeProfile(shop, await changeDetails(shop, visitor.id, request.body)) }
    },
  )
}
