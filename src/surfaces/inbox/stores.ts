import { Type } from 'typebox'
import { endSessions, findSessions, listBrowserStores } from '#core/members/browser-stores.ts'
import { shopOfToken } from '#core/members/sessions.ts'
import { findLogoutAddress } from '#core/members/single-sign-on/logout.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { readTokens, tokenOfRequest } from './kit/store-tokens.ts'
import { answerOf } from './schemas/answers.ts'
import { BrowserStore, SignedOut } from './schemas/stores.ts'
import { keepSessions, type SignInOptions } from './sign-in.ts'

const anyone = { access: 'anyone' } as const

/** The stores of a browser: each has its own session in the one cookie (docs/decisions/0142). */
export function storeRoutes(app: App, options: SignInOptions): void {
  const { database, cookies, issuers, baseUrl } = options
  // Never writes the cookie: tabs ask for it side by side, and one of them may be signing in.
  app.get('/stores', { config: anyone, schema: { response: answerOf(Type.Array(BrowserStore)) } }, async (request) => {
    const sessions = await findSessions(database, readTokens(cookies, request, 'session'))
    return { data: await listBrowserStores(sessions, shopOfToken(tokenOfRequest(cookies, request) ?? '')) }
  })

  // The store that the request names opens first from now on.
  app.post(
    '/stores/current',
    { config: { isOpenWithoutSecondFactor: true }, schema: { response: answerOf(Type.Array(BrowserStore)) } },
    async (request, reply) => {
      const { shopId } = memberOf(request).caller.shop
      const token = tokenOfRequest(cookies, request) as string
      await keepSessions(options, request, reply, [{ token }])
      return { data: await listBrowserStores([memberOf(request)], shopId) }
    },
  )

  app.delete('/stores', { config: anyone, schema: { response: answerOf(SignedOut) } }, async (request, reply) => {
    const sessions = await findSessions(database, readTokens(cookies, request, 'session'))
    const addresses = await Promise.all(sessions.map((one) => findLogoutAddress(issuers, one, `${baseUrl}/inbox`)))
    await endSessions(sessions)
    cookies.set(reply, 'session', null)
    const shopIds = sessions.map(({ caller }) => caller.shop.shopId)
    return { data: { shopIds, logoutUrl: addresses.find((address) => address !== null) ?? null } }
  })
}
