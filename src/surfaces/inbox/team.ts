import { Type } from 'typebox'
import {
  invite,
  listOpenInvitations,
  makePasswordLink,
  withdrawInvitation,
} from '#core/members/invitations-and-resets.ts'
import { listStoreMembers } from '#core/members/members.ts'
import { resetSecondFactor } from '#core/members/second-factor.ts'
import { changeMember, listTeam } from '#core/members/team.ts'
import type { App } from '#surfaces/http/app.ts'
import { oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { Member, NewInvitation, PasswordLink, Team } from './schemas/team.ts'
import type { SignInOptions } from './sign-in.ts'

const config = { access: 'admin' } as const
const withProof = { ...config, needsProof: true } as const
const role = oneOf(['admin', 'member'])
const MemberPath = Type.Object({ memberId: Type.String() })

/** The team: everybody sees who there is; admins invite, change roles and lock out. */
export function teamRoutes(app: App, { linkOf, mail }: SignInOptions): void {
  app.get('/members', { schema: { response: answerOf(Type.Array(Member)) } }, async (request) => ({
    data: await listStoreMembers(memberOf(request).caller),
  }))

  app.get('/team', { config, schema: { response: answerOf(Team) } }, async (request) => {
    const [members, invitations] = await Promise.all([
      listTeam(memberOf(request)),
      listOpenInvitations(memberOf(request)),
    ])
    return { data: { members, invitations } }
  })

  app.post(
    '/invitations',
    {
      config: withProof,
      schema: { body: body({ email: Type.String({ maxLength: 320 }), role }), response: created(NewInvitation) },
    },
    async (request, reply) => {
      const { invitation, token, isMailed } = await invite(memberOf(request), request.body, mail)
      return reply.code(201).send({ data: { ...invitation, link: linkOf(token), isMailed } })
    },
  )

  app.delete(
    '/invitations/:invitationId',
    { config, schema: { params: Type.Object({ invitationId: Type.String() }), response: answerOf(Named) } },
    async (request) => {
      const { id } = await withdrawInvitation(memberOf(request), request.params.invitationId)
      return { data: { id } }
    },
  )

  app.patch(
    '/members/:memberId',
    {
      config: withProof,
      schema: {
        params: MemberPath,
        body: body({ role: Type.Optional(role), active: Type.Optional(Type.Boolean()) }),
        response: answerOf(Member),
      },
    },
    async (request) => {
      const member = await changeMember(memberOf(request), request.params.memberId, request.body)
      return { data: member }
    },
  )

  app.post(
    '/members/:memberId/password-link',
    { config: withProof, schema: { params: MemberPath, response: created(PasswordLink) } },
    async (request, reply) => {
      const { token, invitation } = await makePasswordLink(memberOf(request), request.params.memberId)
      return reply.code(201).send({ data: { link: linkOf(token), expiresAt: invitation.expiresAt } })
    },
  )

  app.delete(
    '/members/:memberId/second-factor',
    { config: withProof, schema: { params: MemberPath, response: answerOf(Named) } },
    async (request) => {
      await resetSecondFactor(memberOf(request).caller, request.params.memberId)
      return { data: { id: request.params.memberId } }
    },
  )
}
