import { Type } from 'typebox'
import { changeAccessChoice, readAccessChoice } from '#core/conversations/access.ts'
import { assignTeam } from '#core/conversations/state.ts'
import { LANGUAGES } from '#core/languages.ts'
import { ID_MAX, TEAMS_MAX } from '#core/limits.ts'
import { setSkills } from '#core/members/skills.ts'
import { returnOpenToTeams } from '#core/team-work/return-to-team.ts'
import { TeamDraft } from '#core/teams/team.ts'
import { addTeam, editTeam, listStoreTeams, removeTeam } from '#core/teams/teams.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable, oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { sendForMember } from './kit/present.ts'
import { body, ConversationPath, ofConversation, text } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { AccessChoice, HandedBack, MemberSkills, StoreTeam } from './schemas/teams.ts'

const params = Type.Object({ teamId: Type.String() })
const config = { access: 'admin' } as const

/** Teams: every member sees them, and gives conversations to them; admins keep them, and what members can take on. */
export function storeTeamRoutes(app: App): void {
  app.get('/teams', { schema: { response: answerOf(Type.Array(StoreTeam)) } }, async (request) => ({
    data: await listStoreTeams(memberOf(request).caller),
  }))

  app.post('/teams', { config, schema: { body: TeamDraft, response: created(StoreTeam) } }, async (request, reply) =>
    reply.code(201).send({ data: await addTeam(memberOf(request).caller, request.body) }),
  )

  app.patch(
    '/teams/:teamId',
    {
      config,
      schema: {
        params,
        body: Type.Partial(TeamDraft, { additionalProperties: false }),
        response: answerOf(StoreTeam),
      },
    },
    async (request) => ({ data: await editTeam(memberOf(request).caller, request.params.teamId, request.body) }),
  )

  app.delete('/teams/:teamId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    await removeTeam(memberOf(request).caller, request.params.teamId)
    return { data: { id: request.params.teamId } }
  })

  app.put(
    '/members/:memberId/skills',
    {
      config,
      schema: {
        params: Type.Object({ memberId: Type.String() }),
        body: body({
          capacity: nullable(Type.Integer({ minimum: 1, maximum: TEAMS_MAX.capacity })),
          languages: Type.Array(oneOf(LANGUAGES), { maxItems: LANGUAGES.length }),
        }),
        response: answerOf(MemberSkills),
      },
    },
    async (request) => ({
      data: await setSkills(memberOf(request).caller, request.params.memberId, request.body),
    }),
  )

  app.post(
    '/conversations/:id/team',
    { config: ofConversation, schema: { params: ConversationPath, body: body({ team: nullable(text(ID_MAX)) }) } },
    async (request, reply) =>
      sendForMember(reply, await assignTeam(memberOf(request).caller, request.params.id, request.body.team)),
  )

  app.get('/conversation-access', { config, schema: { response: answerOf(AccessChoice) } }, async (request) => ({
    data: { members: await readAccessChoice(memberOf(request).caller) },
  }))

  app.put(
    '/conversation-access',
    {
      config: { ...config, needsProof: true },
      schema: { body: body(AccessChoice.properties), response: answerOf(AccessChoice) },
    },
    async (request) => {
      await changeAccessChoice(memberOf(request).caller, request.body.members)
      return { data: request.body }
    },
  )

  // A member who goes away returns conversations with a team to that team.
  app.post('/me/hand-back', { schema: { response: answerOf(HandedBack) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: await returnOpenToTeams(caller, memberId) }
  })
}
