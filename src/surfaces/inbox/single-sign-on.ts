import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { invalidParams } from '#core/errors.ts'
import { SINGLE_SIGN_ON_MAX } from '#core/limits.ts'
import { openFailedTry } from '#core/members/sign-in-rate-limit.ts'
import { unlinkIdentities } from '#core/members/single-sign-on/accounts.ts'
import { admit, endWaiting, findWaiting, keepWaiting, type SignInArrival } from '#core/members/single-sign-on/admit.ts'
import { toIdentity } from '#core/members/single-sign-on/identity.ts'
import { callbackPathOf, describeSignIn } from '#core/members/single-sign-on/issuers.ts'
import { endSessionsByToken } from '#core/members/single-sign-on/logout.ts'
import { type SignInRefusal, SingleSignOnRefused } from '#core/members/single-sign-on/refusals.ts'
import { beginSingleSignOn, finishRoundTrip, pathOfInbox } from '#core/members/single-sign-on/round-trip.ts'
import { changeSingleSignOn, readSingleSignOn } from '#core/members/single-sign-on/settings.ts'
import { requireStore } from '#core/stores/stores.ts'
import { IssuerUnavailable, SignInRejected } from '#outbound/oidc/issuer.ts'
import type { App } from '#surfaces/http/app.ts'
import { isOfType } from '#surfaces/http/incoming/content-type.ts'
import { nullable, oneOf, text } from '#surfaces/http/schema.ts'
import { authenticateAt, deviceOf, memberOf } from './kit/guard.ts'
import { body } from './kit/routes.ts'
import { answerOf, Named } from './schemas/answers.ts'
import { PasskeyAnswer } from './schemas/passkeys.ts'
import { SignInChoices, SingleSignOn } from './schemas/single-sign-on.ts'
import { keepSessions, type SignInOptions } from './sign-in.ts'

const config = { access: 'anyone' } as const
const PATH = '/sign-in/oidc'
const store = Type.Optional(Type.String({ maxLength: 64 }))
const LOGOUT_BYTES_MAX = 64 * 1024

/** Signing in through an issuer of OpenID Connect (spec C17). Browsers are led here, and back to the inbox. */
export function singleSignOnRoutes(app: App, options: SignInOptions): void {
  const { database, issuers, signInCounter, cookies, baseUrl, passkeys, mail } = options
  const judges = { counter: signInCounter, passkeys, sendsMail: mail !== null }

  // What the sign-in page offers, for the store whose page it is or for all.
  app.get(
    '/sign-in',
    { config, schema: { querystring: Type.Object({ store }), response: answerOf(SignInChoices) } },
    async (request) => {
      const choices = await describeSignIn(database, issuers, request.query.store)
      return { data: { ...choices, ...(passkeys && choices.takesPasswords && { takesPasskeys: true }) } }
    },
  )

  app.get(
    PATH,
    { config, schema: { querystring: Type.Object({ next: Type.Optional(Type.String()), store }) } },
    async (request, reply) => {
      const { store: appId } = request.query
      const next = pathOfInbox(request.query.next, baseUrl)
      try {
        // A member who has a session comes to prove who they are.
        const asksAgain = (await authenticateAt(database, cookies, request, appId)) !== null
        const { address, kept } = await beginSingleSignOn(database, issuers, { store: appId, next, asksAgain })
        cookies.set(reply, 'trip', kept)
        return reply.redirect(address, 302)
      } catch (error) {
        return refuse(request, reply, error, appId)
      }
    },
  )

  app.get(`${PATH}/callback`, { config }, (request, reply) => comeBack(request, reply, null))

  app.get(
    `${PATH}/callback/:shopId`,
    { config, schema: { params: Type.Object({ shopId: Type.String() }) } },
    (request, reply) => comeBack(request, reply, request.params.shopId),
  )

  // `cameTo`: the store for whose own issuer the address is.
  async function comeBack(request: FastifyRequest, reply: FastifyReply, cameTo: string | null): Promise<FastifyReply> {
    const kept = cookies.read(request.headers, 'trip')
    cookies.set(reply, 'trip', null)
    const failed = await openFailedTry(signInCounter, request.ip)
    if (!failed) return leadToSignIn(reply, { reason: 'busy' })
    try {
      const query = request.url.slice(request.url.indexOf('?') + 1)
      const trip = await finishRoundTrip(database, issuers, { query, cameTo, kept })
      const arrival = { ...trip, identity: toIdentity(trip.identity) }
      const outcome = await admit(database, arrival, {}, deviceOf(request, cookies), judges)
      await failed.giveBack()
      if ('needs' in outcome) {
        cookies.set(reply, 'waiting', await keepWaiting(database, arrival))
        return leadToSignIn(reply, { reason: 'continue' })
      }
      await keepSessions(options, request, reply, [outcome, ...outcome.further])
      return reply.redirect(outcome.next, 302)
    } catch (error) {
      return refuse(request, reply, error)
    }
  }

  // A store is chosen, or a code given, for the account that the browser has just proven.
  app.post(
    `${PATH}/finish`,
    {
      config,
      schema: {
        body: body({
          shopId: Type.Optional(text(64)),
          code: Type.Optional(Type.String({ maxLength: 64 })),
          passkey: Type.Optional(PasskeyAnswer),
        }),
      },
    },
    async (request, reply) => {
      const token = cookies.read(request.headers, 'waiting')
      const arrival = await findWaiting(database, token).catch(inWords)
      const device = deviceOf(request, cookies)
      const outcome = await admit(database, arrival as SignInArrival, request.body, device, judges).catch(inWords)
      if ('needs' in outcome) {
        if ('passkey' in outcome) cookies.set(reply, 'passkey', device.browser)
        return { data: { signedIn: false, ...outcome } }
      }
      await endWaiting(database, token as string)
      cookies.set(reply, 'waiting', null)
      await keepSessions(options, request, reply, [outcome, ...outcome.further])
      const { shopId, memberId, next } = outcome
      return { data: { signedIn: true, shopId, memberId, next } }
    },
  )

  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, sent, done) => done(null, sent))
    scope.post(
      `${PATH}/backchannel-logout`,
      {
        config: { ...config, readsBody: true, isForServers: true },
        bodyLimit: LOGOUT_BYTES_MAX,
        schema: { querystring: Type.Object({ store }) },
      },
      async (request, reply) => {
        if (!isOfType(request.headers['content-type'], 'application/x-www-form-urlencoded')) {
          throw invalidParams('The body must be a form with logout_token.')
        }
        const token = new URLSearchParams(String(request.body ?? '')).get('logout_token') ?? ''
        await endSessionsByToken(database, issuers, { token, store: request.query.store })
        return reply.code(200).send({ data: {} })
      },
    )
  })

  settingsRoutes(app, options)

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, appId?: string): FastifyReply {
    const reason = reasonOf(error)
    if (!reason) throw error
    if (!(error instanceof SingleSignOnRefused)) {
      request.log.warn({ reason: (error as Error).message }, 'a single sign-on was refused')
    }
    return leadToSignIn(reply, { reason, ...(appId && { store: appId }) })
  }
}

/** A store's own settings of it. */
function settingsRoutes(app: App, { database, issuers, baseUrl }: SignInOptions): void {
  const admins = { access: 'admin' } as const
  const role = oneOf(['admin', 'member'])
  const shown = async (shopId: string, settings: Awaited<ReturnType<typeof readSingleSignOn>>) => {
    const { appId } = await requireStore(database, shopId)
    return {
      ...settings,
      serviceName: issuers.service?.name ?? null,
      signInUrl: `${baseUrl}/inbox/sign-in?store=${appId}`,
      callbackUrl: baseUrl + callbackPathOf(shopId),
      logoutUrl: `${baseUrl}/api/chat${PATH}/backchannel-logout${settings.issuer ? `?store=${appId}` : ''}`,
    }
  }

  app.get('/single-sign-on', { config: admins, schema: { response: answerOf(SingleSignOn) } }, async (request) => {
    const { shop } = memberOf(request).caller
    return { data: await shown(shop.shopId, await readSingleSignOn(shop)) }
  })

  app.put(
    '/single-sign-on',
    {
      config: { ...admins, needsProof: true },
      schema: {
        body: body({
          issuer: nullable(text(500)),
          clientId: nullable(text(500)),
          clientSecret: Type.Optional(text(1_000)),
          name: nullable(text(60)),
          isOnly: Type.Boolean(),
          allowedDomains: Type.Array(Type.Object({ domain: text(190), role }, { additionalProperties: false }), {
            maxItems: SINGLE_SIGN_ON_MAX.domains,
          }),
          groupClaim: text(64),
          groups: Type.Array(
            Type.Object(
              { group: text(SINGLE_SIGN_ON_MAX.group), role: nullable(role), teamId: nullable(text(64)) },
              { additionalProperties: false },
            ),
            { maxItems: SINGLE_SIGN_ON_MAX.groups },
          ),
        }),
        response: answerOf(SingleSignOn),
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      const settings = await changeSingleSignOn(signedIn, issuers, request.body)
      return { data: await shown(signedIn.caller.shop.shopId, settings) }
    },
  )

  app.delete(
    '/members/:memberId/single-sign-on',
    {
      config: { ...admins, needsProof: true },
      schema: { params: Type.Object({ memberId: Type.String() }), response: answerOf(Named) },
    },
    async (request) => {
      await unlinkIdentities(memberOf(request).caller, request.params.memberId)
      return { data: { id: request.params.memberId } }
    },
  )
}

function reasonOf(error: unknown): SignInRefusal | null {
  if (error instanceof SingleSignOnRefused) return error.reason
  if (error instanceof IssuerUnavailable) return 'unreachable'
  return error instanceof SignInRejected ? 'rejected' : null
}

/** The sign-in page, which says the reason in words. */
function leadToSignIn(
  reply: FastifyReply,
  query: { reason: SignInRefusal | 'continue'; store?: string },
): FastifyReply {
  return reply.redirect(`/inbox/sign-in?${new URLSearchParams(query)}`, 302)
}

/** For a page that asks by script: refusals are errors. */
function inWords(error: unknown): never {
  if (!(error instanceof SingleSignOnRefused)) throw error
  throw invalidParams('This sign-in can no longer be finished. Start again.')
}
