import { Type } from 'typebox'
import { PUSH_ENDPOINT_MAX } from '#core/limits.ts'
import type { SignedIn } from '#core/members/sessions.ts'
import {
  addPushBrowser,
  changePushRules,
  getPushRules,
  listOwnPushBrowsers,
  type PushConfig,
  removePushBrowser,
} from '#core/push/browsers.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { PushState } from './schemas/notifications.ts'

const params = Type.Object({ browserId: Type.String() })
const response = answerOf(PushState)
/** Characters of a key of a push subscription; a public key has 87. */
const KEY_MAX = 100

/** Browsers on which members are told while no page of the inbox is open. Only ever one's own. */
export function pushRoutes(app: App, desk: PushConfig): void {
  const stateOf = async (signedIn: SignedIn) => {
    const [browsers, rules] = await Promise.all([listOwnPushBrowsers(signedIn, desk), getPushRules(signedIn.caller)])
    return { data: { publicKey: desk.keys.publicKey, ...rules, browsers } }
  }

  app.get('/push', { schema: { response } }, (request) => stateOf(memberOf(request)))

  // The browser that asks, as its session has it.
  app.put(
    '/push/browser',
    {
      schema: {
        body: body({ endpoint: text(PUSH_ENDPOINT_MAX), p256dh: text(KEY_MAX), auth: text(KEY_MAX) }),
        response,
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      await addPushBrowser(signedIn, request.body, desk)
      return stateOf(signedIn)
    },
  )

  app.delete('/push/browsers/:browserId', { schema: { params, response } }, async (request) => {
    const signedIn = memberOf(request)
    await removePushBrowser(signedIn, request.params.browserId)
    return stateOf(signedIn)
  })

  app.put(
    '/push/rules',
    { config: { access: 'admin' }, schema: { body: body({ hidesText: Type.Boolean() }), response } },
    async (request) => {
      const signedIn = memberOf(request)
      await changePushRules(signedIn.caller, request.body)
      return stateOf(signedIn)
    },
  )
}
