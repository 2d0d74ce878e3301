import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ParleyError } from '#core/errors.ts'
import { MEMBER_NAME_MAX } from '#core/limits.ts'
import type { MailLinks } from '#core/mail/outgoing-emails.ts'
import { keepLasting } from '#core/members/browser-stores.ts'
import { readLink, requestPasswordLink, takeLink } from '#core/members/invitations-and-resets.ts'
import type { Passkeys } from '#core/members/passkeys/prove.ts'
import { endSession } from '#core/members/sessions.ts'
import { signIn } from '#core/members/sign-in.ts'
import { countTry } from '#core/members/sign-in-rate-limit.ts'
import type { Issuers } from '#core/members/single-sign-on/issuers.ts'
import { findLogoutAddress } from '#core/members/single-sign-on/logout.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Database } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import type { Cookies } from './kit/cookies.ts'
import { deviceOf, memberOf } from './kit/guard.ts'
import { body } from './kit/routes.ts'
import { keepTokens, readTokens } from './kit/store-tokens.ts'
import { PasskeyAnswer } from './schemas/passkeys.ts'

export interface SignInOptions {
  database: Database
  /** Counts tries for 15 minutes each. */
  signInCounter: RateCounter
  baseUrl: string
  cookies: Cookies
  /** Null where browsers have none: BASE_URL is an IP address, or is not secure. */
  passkeys: Passkeys | null
  /** Issuers of OpenID Connect. */
  issuers: Issuers
  /** The page that a member's link leads to. */
  linkOf(token: string): string
  /** Mails such links; null where no mail leaves. */
  mail: MailLinks
}

const config = { access: 'anyone' } as const
const secret = Type.String({ maxLength: 400 })
const name = Type.String({ maxLength: MEMBER_NAME_MAX })

/** Sign-in and sign-out: with a password, or with a link that an admin passed on. */
export function signInRoutes(app: App, options: SignInOptions): void {
  const { database, signInCounter, cookies, mail, issuers, baseUrl, passkeys } = options
  app.post(
    '/session',
    {
      config,
      schema: {
        body: body({
          email: Type.String({ maxLength: 320 }),
          password: secret,
          shopId: Type.Optional(Type.String({ maxLength: 64 })),
          code: Type.Optional(Type.String({ maxLength: 64 })),
          passkey: Type.Optional(PasskeyAnswer),
        }),
      },
    },
    async (request, reply) => {
      const device = deviceOf(request, cookies)
      const outcome = await signIn(database, request.body, device, { counter: signInCounter, mail, passkeys })
      if ('needs' in outcome) {
        const { checked = null, ...needed } = { checked: undefined, ...outcome }
        if (checked) cookies.set(reply, 'checked', checked)
        if ('passkey' in needed) cookies.set(reply, 'passkey', device.browser)
        return { data: { signedIn: false, ...needed } }
      }
      if (cookies.read(request.headers, 'checked')) cookies.set(reply, 'checked', null)
      await keepSessions(options, request, reply, [outcome, ...outcome.further])
      return { data: { signedIn: true, shopId: outcome.shopId, memberId: outcome.memberId } }
    },
  )

  app.delete('/session', { config: { isOpenWithoutSecondFactor: true } }, async (request, reply) => {
    const signedIn = memberOf(request)
    const logoutUrl = await findLogoutAddress(issuers, signedIn, `${baseUrl}/inbox`)
    await endSession(signedIn, signedIn.sessionId)
    await keepSessions(options, request, reply, []) // the next store is the current one
    // The page goes there next, to sign out at the issuer as well.
    return { data: { id: signedIn.sessionId, logoutUrl } }
  })

  // Whether a forgotten password can be helped by mail, for the page that asks.
  app.get('/password-requests', { config }, async () => ({ data: { isMailed: mail !== null } }))

  app.post(
    '/password-requests',
    { config, schema: { body: body({ email: Type.String({ maxLength: 320 }) }) } },
    async (request, reply) => {
      if (!mail) throw new ParleyError('NOT_FOUND', 'No mail leaves this service; an admin can make a link.')
      await countTry(signInCounter, request.ip)
      // The answer does not wait: how long it takes would tell whether there is such a member.
      void requestPasswordLink(database, request.body.email, mail, signInCounter).catch((error: Error) =>
        request.log.warn({ reason: error.message }, 'creating a password reset link failed'),
      )
      return reply.code(202).send({ data: {} })
    },
  )

  app.post('/links/read', { config, schema: { body: body({ token: secret }) } }, async (request) => {
    await countTry(signInCounter, request.ip)
    return { data: await readLink(database, request.body.token) }
  })

  app.post(
    '/links/use',
    {
      config,
      schema: {
        body: body({
          token: secret,
          password: secret,
          firstName: Type.Optional(name),
          lastName: Type.Optional(name),
        }),
      },
    },
    async (request, reply) => {
      await countTry(signInCounter, request.ip)
      const { token } = await takeLink(database, request.body, deviceOf(request, cookies))
      if (token) {
        await keepSessions(options, request, reply, [{ token }])
      }
      return { data: { signedIn: token !== null } }
    },
  )
}

/**
 * Keeps new sessions in the browser, the first as that of the current store. A session that the browser came with in one of
 * these stores ends, so that nobody can plant one; those of other stores stay, unless they have ended.
 */
export async function keepSessions(
  { database, cookies }: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: { token: string; deviceToken?: string }[],
): Promise<void> {
  const tokens = opened.map(({ token }) => token)
  const former = await keepLasting(database, readTokens(cookies, request, 'session'), tokens)
  keepTokens(cookies, reply, 'session', [...tokens, ...former])
  const devices = opened.flatMap(({ deviceToken = null }) => deviceToken ?? [])
  if (devices.length > 0) {
    keepTokens(cookies, reply, 'device', [...devices, ...readTokens(cookies, request, 'device')])
  }
}
