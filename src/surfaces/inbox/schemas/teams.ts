import { type Static, Type } from 'typebox'
import { TeamDraft } from '#core/teams/team.ts'
import { ACCESS_CHOICES } from '#storage/conversation-access.ts'
import { datetime, flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Teams of members, and what members can take on. */

export const StoreTeam = Type.Object({
  id: string(),
  ...TeamDraft.properties,
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type StoreTeam = Wire<Static<typeof StoreTeam>>
export type { TeamDraft }

export const MemberSkills = Type.Object({
  capacity: nullable(Type.Integer({ description: 'Open conversations that the service gives them at most.' })),
  languages: Type.Array(string(), { description: 'That they speak with customers.' }),
})
export type MemberSkills = Static<typeof MemberSkills>

/** Which conversations members see, admins aside. */
export const AccessChoice = Type.Object({
  members: oneOf(
    [...ACCESS_CHOICES],
    'all; those of their teams, their own and the unassigned ones without a team; or only those of their teams and their own.',
  ),
})
export type AccessChoice = Static<typeof AccessChoice>

export const HandedBack = Type.Object({
  count: Type.Integer(),
  isWhole: flag('False where there were more than are handed back at once.'),
})
export type HandedBack = Static<typeof HandedBack>
