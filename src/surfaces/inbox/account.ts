import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { getOwnSignature, setOwnSignature } from '#core/channels/signatures.ts'
import { getCurrency } from '#core/commerce/currency.ts'
import { MEMBER_NAME_MAX } from '#core/limits.ts'
import { getMember } from '#core/members/members.ts'
import { takesPasskeys } from '#core/members/passkeys/prove.ts'
import { hasPassword } from '#core/members/passwords.ts'
import {
  confirmSecondFactor,
  dropSecondFactor,
  findSecondFactors,
  offerSecondFactor,
} from '#core/members/second-factor.ts'
import { changeSessionLimits, readSessionLimits } from '#core/members/session-limits.ts'
import { endOtherSessions, endSession, listOwnSessions, reauthenticate, type SignedIn } from '#core/members/sessions.ts'
import { changePassword } from '#core/members/sign-in.ts'
import { countTry } from '#core/members/sign-in-rate-limit.ts'
import { changeMember } from '#core/members/team.ts'
import { requireStore } from '#core/stores/stores.ts'
import { timeZoneOf } from '#core/stores/widget.ts'
import type { TranslationDesk } from '#core/translation-desk.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable } from '#surfaces/http/schema.ts'
import type { AiAgentForMembers } from './ai-agent.ts'
import { authenticateAt, memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { readTokens } from './kit/store-tokens.ts'
import { Me, RecoveryCodes, SecondFactorOffer, Session, SessionLimits } from './schemas/account.ts'
import { answerOf, Named } from './schemas/answers.ts'
import { Signature, SignatureText } from './schemas/channels.ts'
import { Member } from './schemas/team.ts'
import type { SignInOptions } from './sign-in.ts'

/** What a member without the second factor that the store asks for may still do. */
const open = { isOpenWithoutSecondFactor: true } as const
const secret = Type.String({ maxLength: 400 })
const name = Type.Union([Type.String({ maxLength: MEMBER_NAME_MAX }), Type.Null()])

/** What members see and change of themselves. */
export function accountRoutes(
  app: App,
  {
    database,
    signInCounter,
    cookies,
    passkeys,
    translation,
    aiAgent,
  }: SignInOptions & { translation: TranslationDesk; aiAgent: AiAgentForMembers },
): void {
  const whoIs = async (request: FastifyRequest, signedIn: SignedIn) => {
    const { caller, memberId, signedInBy, lacksSecondFactor } = signedIn
    const otherStores = readTokens(cookies, request, 'session').length - 1
    const [member, store, secured, currency, passwordIsSet, canAdd] = await Promise.all([
      getMember(caller, memberId),
      requireStore(database, caller.shop.shopId),
      findSecondFactors(caller.shop, memberId),
      getCurrency(caller),
      hasPassword(caller.shop, memberId),
      takesPasskeys(passkeys, caller.shop),
    ])
    const { shopId, appId, name, plan, settings } = store
    const timeZone = timeZoneOf(settings)
    const can = { canTranslate: translation.translate !== null, canRewrite: aiAgent.canRewrite }
    const shown = { shopId, appId, name, plan, timeZone, currency, ...can }
    const proof = {
      hasPassword: passwordIsSet,
      signedInBy,
      hasSecondFactor: secured !== null,
      hasAuthenticatorApp: secured?.hasApp ?? false,
      hasPasskeys: (secured?.passkeys.length ?? 0) > 0,
      takesPasskeys: canAdd,
      lacksSecondFactor,
      seesAll: !caller.access,
    }
    return { member, ...proof, otherStores, store: shown }
  }

  // Guesses at the password from a borrowed screen count as sign-ins do.
  const counted = async (request: Parameters<typeof memberOf>[0]) => {
    const signedIn = memberOf(request)
    await countTry(signInCounter, request.ip, signedIn.memberId)
    return signedIn
  }

  app.get('/me', { config: open, schema: { response: answerOf(Me) } }, async (request) => ({
    data: await whoIs(request, memberOf(request)),
  }))

  // Returns null instead of an error for a page that does not know yet whether a member is signed in.
  app.get(
    '/session',
    {
      config: { access: 'anyone' },
      schema: {
        querystring: Type.Object({ store: Type.Optional(text(64)) }), // an App ID, as links to pages name it
        response: answerOf(nullable(Me)),
      },
    },
    async (request) => {
      const signedIn = await authenticateAt(database, cookies, request, request.query.store)
      return { data: signedIn && (await whoIs(request, signedIn)) }
    },
  )

  app.patch(
    '/me',
    {
      schema: {
        body: body({
          firstName: Type.Optional(name),
          lastName: Type.Optional(name),
          enableAwayMode: Type.Optional(Type.Boolean()),
        }),
        response: answerOf(Member),
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      return { data: await changeMember(signedIn, signedIn.memberId, request.body) }
    },
  )

  app.get('/me/signature', { schema: { response: answerOf(Signature) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: { text: await getOwnSignature(caller, memberId) } }
  })

  app.put(
    '/me/signature',
    { schema: { body: body(SignatureText), response: answerOf(Signature) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: { text: await setOwnSignature(caller, memberId, request.body.text) } }
    },
  )

  app.post(
    '/session/password',
    { config: open, schema: { body: body({ password: secret }), response: answerOf(Named) } },
    async (request) => {
      const signedIn = await counted(request)
      await reauthenticate(signedIn, request.body.password)
      return { data: { id: signedIn.sessionId } }
    },
  )

  app.get('/sessions', { schema: { response: answerOf(Type.Array(Session)) } }, async (request) => ({
    data: await listOwnSessions(memberOf(request)),
  }))

  const withProof = { needsProof: true } as const
  const admins = { access: 'admin' } as const
  app.get('/session-limits', { config: admins, schema: { response: answerOf(SessionLimits) } }, async (request) => ({
    data: await readSessionLimits(memberOf(request)),
  }))

  app.put(
    '/session-limits',
    {
      config: { ...admins, ...withProof },
      schema: { body: body(SessionLimits.properties), response: answerOf(SessionLimits) },
    },
    async (request) => ({ data: await changeSessionLimits(memberOf(request), request.body) }),
  )

  app.delete(
    '/sessions',
    { config: withProof, schema: { response: answerOf(Type.Array(Session)) } },
    async (request) => {
      await endOtherSessions(memberOf(request))
      return { data: await listOwnSessions(memberOf(request)) }
    },
  )

  app.delete(
    '/sessions/:sessionId',
    {
      config: withProof,
      schema: { params: Type.Object({ sessionId: Type.String() }), response: answerOf(Named) },
    },
    async (request) => {
      await endSession(memberOf(request), request.params.sessionId)
      return { data: { id: request.params.sessionId } }
    },
  )

  app.put(
    '/password',
    { schema: { body: body({ current: secret, password: secret }), response: answerOf(Named) } },
    async (request) => {
      const signedIn = await counted(request)
      await changePassword(signedIn, request.body)
      return { data: { id: signedIn.memberId } }
    },
  )

  app.post(
    '/second-factor',
    { config: open, schema: { body: body({ password: secret }), response: answerOf(SecondFactorOffer) } },
    async (request) => {
      const signedIn = await counted(request)
      const { name } = await requireStore(database, signedIn.caller.shop.shopId)
      return { data: await offerSecondFactor(signedIn, request.body.password, `Parley ${name}`) }
    },
  )

  app.post(
    '/second-factor/confirm',
    { config: open, schema: { body: body({ code: secret }), response: answerOf(RecoveryCodes) } },
    async (request) => ({
      data: await confirmSecondFactor(await counted(request), request.body.code),
    }),
  )

  app.post(
    '/second-factor/drop',
    { schema: { body: body({ password: secret }), response: answerOf(Named) } },
    async (request) => {
      const signedIn = await counted(request)
      await dropSecondFactor(signedIn, request.body.password)
      return { data: { id: signedIn.memberId } }
    },
  )
}
