import { type Static, Type } from 'typebox'
import { ID_MAX, TEAMS_MAX } from '#core/limits.ts'

/** What a team is made of, and who of it gets a conversation. */

export const ASSIGNMENTS = ['by_hand', 'in_turn', 'by_load'] as const

const asksFor = (description: string) => Type.Boolean({ description })

export const TeamDraft = Type.Object(
  {
    name: Type.String({ maxLength: 2 * TEAMS_MAX.name }),
    emoji: Type.String({ maxLength: TEAMS_MAX.emoji, description: 'One, or empty for none.' }),
    memberIds: Type.Array(Type.String({ maxLength: ID_MAX }), { maxItems: TEAMS_MAX.members }),
    assignment: Type.Unsafe<(typeof ASSIGNMENTS)[number]>({
      type: 'string',
      enum: ASSIGNMENTS,
      description: 'Manual, round robin, or least busy.',
    }),
    receivesNew: asksFor('New conversations that the AI agent does not hold begin with it.'),
    receivesHandoffs: asksFor('What the AI agent hands over goes to it, where nobody has it.'),
  },
  { additionalProperties: false },
)
export type TeamDraft = Static<typeof TeamDraft>

/** A member of a team, as far as it matters who is next. */
export interface TeamMember {
  id: string
  /** Has the inbox open, is not away, and has fewer open conversations than their capacity. */
  isAvailable: boolean
  openCount: number
  languages: readonly string[]
}

/**
 * Picks the member for the team's next conversation; undefined if none is free. Of those who are free, members who speak the
 * conversation's language go first, where it is known and anybody does; ties by load go in the team's order.
 */
export function pickAssignee(
  team: { assignment: 'in_turn' | 'by_load'; memberIds: readonly string[]; lastMemberId: string | null },
  members: ReadonlyMap<string, TeamMember>,
  language: string | null,
): string | undefined {
  const free = team.memberIds.flatMap((id) => {
    const member = members.get(id)
    return member?.isAvailable ? [member] : []
  })
  const speaking = language === null ? [] : free.filter(({ languages }) => languages.includes(language))
  const among = speaking.length > 0 ? speaking : free
  if (team.assignment === 'by_load') return among.toSorted((a, b) => a.openCount - b.openCount)[0]?.id
  const begin = team.memberIds.indexOf(team.lastMemberId ?? '') + 1
  const order = [...team.memberIds.slice(begin), ...team.memberIds.slice(0, begin)]
  return order.find((id) => among.some((member) => member.id === id))
}
