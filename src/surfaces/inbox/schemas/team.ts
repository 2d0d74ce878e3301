import { type Static, Type } from 'typebox'
import { Member as MemberRecord } from '#surfaces/http/records.ts'
import { datetime, flag, oneOf, string } from '#surfaces/http/schema.ts'
import { MemberSkills } from './teams.ts'
import type { Wire } from './wire.ts'

/** Members and invitations. */

export const Member = MemberRecord
export type Member = Wire<Static<typeof Member>>

const Invitation = Type.Object({
  id: string(),
  email: string(),
  role: oneOf(['admin', 'member']),
  createdBy: string('The member who invited.'),
  createdAt: datetime(),
  expiresAt: datetime(),
})

export const NewInvitation = Type.Object({
  ...Invitation.properties,
  link: string('Shown this once.'),
  isMailed: Type.Boolean({ description: 'The link is on its way to the address too.' }),
})
export type NewInvitation = Wire<Static<typeof NewInvitation>>

export const PasswordLink = Type.Object({ link: string('Shown this once.'), expiresAt: datetime() })
export type PasswordLink = Wire<Static<typeof PasswordLink>>

export const Team = Type.Object({
  members: Type.Array(
    Type.Object({
      ...MemberRecord.properties,
      ...MemberSkills.properties,
      hasSecondFactor: flag(),
      hasSingleSignOn: flag('An account at an issuer is linked.'),
    }),
  ),
  invitations: Type.Array(Invitation),
})
export type Team = Wire<Static<typeof Team>>
