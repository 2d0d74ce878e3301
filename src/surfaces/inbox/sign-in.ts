import { Type } from 'typebox'
import { readLink, takeLink } from '#core/member-links.ts'
import type { RateCounter } from '#core/rate-counter.ts'
import { endByToken, endSession } from '#core/sessions.ts'
import { countSignIn, signIn } from '#core/sign-in.ts'
import type { Database } from '#storage/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { deviceOf, memberOf, readCookie, setCookie } from './guard.ts'

export interface SignInOptions {
  database: Database
  /** Counts tries for 15 minutes each. */
  signInCounter: RateCounter
  baseUrl: string
}

const config = { access: 'anyone' } as const
const secret = Type.String({ maxLength: 400 })
const name = Type.String({ maxLength: 100 })

/** Into the inbox and out of it: with a password, or with a link that an admin handed over. */
export function signInRoutes(app: App, { database, signInCounter, baseUrl }: SignInOptions): void {
  const isSecure = new URL(baseUrl).protocol === 'https:'

  app.post(
    '/session',
    {
      config,
      schema: {
        body: Type.Object({
          email: Type.String({ maxLength: 320 }),
          password: secret,
          shopId: Type.Optional(Type.String({ maxLength: 64 })),
          code: Type.Optional(Type.String({ maxLength: 64 })),
        }),
      },
    },
    async (request, reply) => {
      const outcome = await signIn(database, request.body, deviceOf(request), signInCounter)
      if ('needs' in outcome) return { data: { signedIn: false, ...outcome } }
      await replaceSession(request.headers)
      setCookie(reply, outcome.token, isSecure)
      return { data: { signedIn: true, shopId: outcome.shopId, memberId: outcome.memberId } }
    },
  )

  app.delete('/session', async (request, reply) => {
    const signedIn = memberOf(request)
    await endSession(signedIn, signedIn.sessionId)
    setCookie(reply, null, isSecure)
    return { data: { id: signedIn.sessionId } }
  })

  app.post('/links/read', { config, schema: { body: Type.Object({ token: secret }) } }, async (request) => {
    await countSignIn(signInCounter, request.ip)
    return { data: await readLink(database, request.body.token) }
  })

  app.post(
    '/links/use',
    {
      config,
      schema: {
        body: Type.Object({
          token: secret,
          password: secret,
          firstName: Type.Optional(name),
          lastName: Type.Optional(name),
        }),
      },
    },
    async (request, reply) => {
      await countSignIn(signInCounter, request.ip)
      const { token } = await takeLink(database, request.body, deviceOf(request))
      if (token) {
        await replaceSession(request.headers)
        setCookie(reply, token, isSecure)
      }
      return { data: { signedIn: token !== null } }
    },
  )

  /** The session that a browser came with ends where another begins: nobody can plant one. */
  async function replaceSession(headers: Parameters<typeof readCookie>[0]): Promise<void> {
    const former = readCookie(headers)
    if (former) await endByToken(database, former)
  }
}
