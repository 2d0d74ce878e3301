import { Type } from 'typebox'
import { audit } from '#core/audit-log.ts'
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
      await audit(memberOf(request), 'member.invited', invitation.id, request.body)
      return reply.code(201).send({ data: { ...invitation, link: linkOf(token) } })
    },
  )

  app.delete(
    '/invitations/:invitationId',
    { config, schema: { params: Type.Object({ invitationId: Type.String() }) } },
    async (request) => {
      const { id, email } = await withdrawInvitation(memberOf(request), request.params.invitationId)
      await audit(memberOf(request), 'invitation.withdrawn', id, { email })
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
    async (request) => {
      const member = await changeMember(memberOf(request), request.params.memberId, request.body)
      await audit(memberOf(request), 'member.changed', member.id, request.body)
      return { data: member }
    },
  )

  app.post('/members/:memberId/password-link', { config, schema: { params: MemberPath } }, async (request, reply) => {
    const { token, invitation } = await makePasswordLink(memberOf(request), request.params.memberId)
    await audit(memberOf(request), 'password_link.created', request.params.memberId)
    return reply.code(201).send({ data: { link: linkOf(token), expiresAt: invitation.expiresAt } })
  })

  app.delete('/members/:memberId/second-factor', { config, schema: { params: MemberPath } }, async (request) => {
    await resetSecondFactor(memberOf(request).caller, request.params.memberId)
    await audit(memberOf(request), 'second_factor.reset', request.params.memberId)
    return { data: { id: request.params.memberId } }
  })
}
