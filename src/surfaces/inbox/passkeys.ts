import { Type } from 'typebox'
import { PASSKEY_NAME_MAX } from '#core/limits.ts'
import {
  addPasskey,
  beginPasskey,
  listOwnPasskeys,
  nameOwnPasskey,
  removeOwnPasskey,
} from '#core/members/passkeys/own.ts'
import { requirePasskeys } from '#core/members/passkeys/prove.ts'
import {
  reauthenticateByPasskey,
  requestProof,
  requestSignIn,
  signInByPasskey,
} from '#core/members/passkeys/sign-in.ts'
import { countTry } from '#core/members/sign-in-rate-limit.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable } from '#surfaces/http/schema.ts'
import { deviceOf, memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { SignInOutcome } from './schemas/account.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { NewPasskey, Passkey, PasskeyAnswer, PasskeyOffer, PasskeyRequest } from './schemas/passkeys.ts'
import { keepSessions, type SignInOptions } from './sign-in.ts'

const anyone = { access: 'anyone' } as const
/** What a member without the second factor that the store asks for may still do: a passkey is one. */
const open = { isOpenWithoutSecondFactor: true } as const
const withProof = { needsProof: true } as const
const PasskeyPath = Type.Object({ passkeyId: Type.String() })

/** Passkeys: signing in with one, proving oneself by one, and a member's own (spec C17). */
export function passkeyRoutes(app: App, options: SignInOptions): void {
  const { signInCounter, cookies, mail } = options
  const answer = body(PasskeyAnswer.properties)

  app.post(
    '/sign-in/passkey/options',
    { config: anyone, schema: { response: answerOf(PasskeyRequest) } },
    async (request, reply) => {
      const device = deviceOf(request, cookies)
      const asked = await requestSignIn(requirePasskeys(options.passkeys), signInCounter, device)
      cookies.set(reply, 'passkey', device.browser)
      return { data: asked }
    },
  )

  app.post(
    '/sign-in/passkey',
    { config: anyone, schema: { body: answer, response: answerOf(SignInOutcome) } },
    async (request, reply) => {
      const device = deviceOf(request, cookies)
      const passkeys = requirePasskeys(options.passkeys)
      const opened = await signInByPasskey(passkeys, request.body, device, signInCounter)
      await keepSessions(options, request, reply, [opened])
      const { shopId, memberId } = opened
      return { data: { signedIn: true, shopId, memberId } as const }
    },
  )

  app.post(
    '/session/passkey/options',
    { config: open, schema: { response: answerOf(nullable(PasskeyRequest)) } },
    async (request) => ({ data: await requestProof(requirePasskeys(options.passkeys), memberOf(request)) }),
  )

  app.post(
    '/session/passkey',
    { config: open, schema: { body: answer, response: answerOf(Named) } },
    async (request) => {
      const signedIn = memberOf(request)
      await countTry(signInCounter, request.ip, signedIn.memberId)
      await reauthenticateByPasskey(requirePasskeys(options.passkeys), signedIn, request.body, request.ip)
      return { data: { id: signedIn.sessionId } }
    },
  )

  app.get('/passkeys', { config: open, schema: { response: answerOf(Type.Array(Passkey)) } }, async (request) => ({
    data: await listOwnPasskeys(memberOf(request)),
  }))

  app.post(
    '/passkeys/options',
    { config: { ...open, ...withProof }, schema: { response: answerOf(PasskeyOffer) } },
    async (request) => ({ data: await beginPasskey(requirePasskeys(options.passkeys), memberOf(request)) }),
  )

  app.post(
    '/passkeys',
    { config: { ...open, ...withProof }, schema: { body: body(NewPasskey), response: created(Passkey) } },
    async (request, reply) => {
      const made = await addPasskey(requirePasskeys(options.passkeys), memberOf(request), request.body)
      return reply.code(201).send({ data: made })
    },
  )

  app.patch(
    '/passkeys/:passkeyId',
    {
      config: open,
      schema: {
        params: PasskeyPath,
        body: body({ name: text(PASSKEY_NAME_MAX) }),
        response: answerOf(Named),
      },
    },
    async (request) => {
      await nameOwnPasskey(memberOf(request), request.params.passkeyId, request.body.name)
      return { data: { id: request.params.passkeyId } }
    },
  )

  app.delete(
    '/passkeys/:passkeyId',
    { config: { ...open, ...withProof }, schema: { params: PasskeyPath, response: answerOf(Named) } },
    async (request) => {
      await removeOwnPasskey(mail !== null, memberOf(request), request.params.passkeyId)
      return { data: { id: request.params.passkeyId } }
    },
  )
}
