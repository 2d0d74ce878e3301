import { Type } from 'typebox'
import { invite, listOpenInvitations, makePasswordLink, withdrawInvitation } from '#core/member-links.ts'
import { listStoreMembers } from '#core/members.ts'
import { resetSecondFactor } from '#core/second-factor.ts'
import { changeMember, listTeam } from '#core/team.ts'
import type { App } from '#surfaces/http/app.ts'
import { oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './guard.ts'
import type { SignInOptions } from './sign-in.ts'

const config = { access: 'admin' } as const
const role = oneOf(['admin', 'member'])
const MemberPath = Type.Object({ memberId: Type.String() })

/** The team: everybody sees who there is; admins invite, change roles and lock out. */
export function teamRoutes(app: App, { baseUrl }: SignInOptions): void {
  /** After the #, so that the token is in no server's log and in no Referer. */
  const linkOf = (token: string) => `${baseUrl}/inbox/welcome#${token}`

  app.get('/members', async (request) => ({ data: await listStoreMembers(memberOf(request).caller) }))

  app.get('/team', { config }, async (request) => {
    const [members, invitations] = await Promise.all([
      listTeam(memberOf(request)),
      listOpenInvitations(memberOf(request)),
    ])
    return { data: { members, invitations } }
  })

  app.post(
    '/invitations',
    { config, schema: { body: Type.Object({ email: Type.String({ maxLength: 320 }), role }) } },
    async (request, reply) => {
      const { invitation, token } = await invite(memberOf(request), request.body)
      return reply.code(201).send({ data: { ...invitation, link: linkOf(token) } })
    },
  )

  app.delete(
    '/invitations/:invitationId',
    { config, schema: { params: Type.Object({ invitationId: Type.String() }) } },
    async (request) => {
      const { id } = await withdrawInvitation(memberOf(request), request.params.invitationId)
      return { data: { id } }
    },
  )

  app.patch(
    '/members/:memberId',
    {
      config,
      schema: {
        params: MemberPath,
        body: Type.Object(
          { role: Type.Optional(role), active: Type.Optional(Type.Boolean()) },
          { additionalProperties: false },
        ),
      },
    },
    async (request) => ({ data: await changeMember(memberOf(request), request.params.memberId, request.body) }),
  )

  app.post('/members/:memberId/password-link', { config, schema: { params: MemberPath } }, async (request, reply) => {
    const { token, invitation } = await makePasswordLink(memberOf(request), request.params.memberId)
    return reply.code(201).send({ data: { link: linkOf(token), expiresAt: invitation.expiresAt } })
  })

  app.delete('/members/:memberId/second-factor', { config, schema: { params: MemberPath } }, async (request) => {
    await resetSecondFactor(memberOf(request).caller, request.params.memberId)
    return { data: { id: request.params.memberId } }
  })
}
