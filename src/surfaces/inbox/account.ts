import { Type } from 'typebox'
import { getMember } from '#core/members.ts'
import { confirmSecondFactor, dropSecondFactor, hasSecondFactor, offerSecondFactor } from '#core/second-factor.ts'
import { endOtherSessions, endSession, listOwnSessions, type SignedIn } from '#core/sessions.ts'
import { changePassword, countSignIn } from '#core/sign-in.ts'
import { requireStore } from '#core/stores.ts'
import { changeMember } from '#core/team.ts'
import type { App } from '#surfaces/http/app.ts'
import { authenticate, memberOf } from './guard.ts'
import type { SignInOptions } from './sign-in.ts'

const secret = Type.String({ maxLength: 400 })
const name = Type.Union([Type.String({ maxLength: 100 }), Type.Null()])

/** What members see and change of themselves. */
export function accountRoutes(app: App, { database, signInCounter }: SignInOptions): void {
  const whoIs = async ({ caller, memberId }: SignedIn) => {
    const [member, store, secured] = await Promise.all([
      getMember(caller, memberId),
      requireStore(database, caller.shop.shopId),
      hasSecondFactor(caller.shop, memberId),
    ])
    const { shopId, appId, name, plan } = store
    return { member, hasSecondFactor: secured, store: { shopId, appId, name, plan } }
  }

  app.get('/me', async (request) => ({ data: await whoIs(memberOf(request)) }))

  // The same for a page that does not know yet whether anybody is signed in: null is no error.
  app.get('/session', { config: { access: 'anyone' } }, async (request) => {
    const signedIn = await authenticate(database, request)
    return { data: signedIn && (await whoIs(signedIn)) }
  })

  app.patch(
    '/me',
    {
      schema: {
        body: Type.Object(
          {
            firstName: Type.Optional(name),
            lastName: Type.Optional(name),
            enableAwayMode: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      return { data: await changeMember(signedIn, signedIn.memberId, request.body) }
    },
  )

  app.get('/sessions', async (request) => ({ data: await listOwnSessions(memberOf(request)) }))

  app.delete('/sessions', async (request) => {
    await endOtherSessions(memberOf(request))
    return { data: await listOwnSessions(memberOf(request)) }
  })

  app.delete(
    '/sessions/:sessionId',
    { schema: { params: Type.Object({ sessionId: Type.String() }) } },
    async (request) => {
      await endSession(memberOf(request), request.params.sessionId)
      return { data: { id: request.params.sessionId } }
    },
  )

  // Guesses at the password from a borrowed screen count as sign-ins do.
  const counted = async (request: Parameters<typeof memberOf>[0]) => {
    const signedIn = memberOf(request)
    await countSignIn(signInCounter, request.ip, signedIn.memberId)
    return signedIn
  }

  app.put('/password', { schema: { body: Type.Object({ current: secret, password: secret }) } }, async (request) => {
    const signedIn = await counted(request)
    await changePassword(signedIn, request.body)
    return { data: { id: signedIn.memberId } }
  })

  app.post('/second-factor', { schema: { body: Type.Object({ password: secret }) } }, async (request) => {
    const signedIn = await counted(request)
    const { name } = await requireStore(database, signedIn.caller.shop.shopId)
    return { data: await offerSecondFactor(signedIn, request.body.password, `Parley ${name}`) }
  })

  app.post('/second-factor/confirm', { schema: { body: Type.Object({ code: secret }) } }, async (request) => ({
    data: await confirmSecondFactor(await counted(request), request.body.code),
  }))

  app.post('/second-factor/drop', { schema: { body: Type.Object({ password: secret }) } }, async (request) => {
    const signedIn = await counted(request)
    await dropSecondFactor(signedIn, request.body.password)
    return { data: { id: signedIn.memberId } }
  })
}
