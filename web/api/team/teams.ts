import { queryOptions, useQuery } from '@tanstack/react-query'
import { get, send } from '../http.ts'
import { changing, KEPT, queries } from '../queries.ts'
import type { AccessChoice, HandedBack, Language, MemberSkills, StoreTeam, TeamDraft } from '../records.ts'

/** Teams, and what members can take on. */

/** Languages that the service speaks with customers. */
export const LANGUAGES = Object.keys({
  en: true,
  ar: true,
  de: true,
  es: true,
  fr: true,
  it: true,
  ja: true,
  nl: true,
  pt: true,
} satisfies Record<Language, true>)

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => get<StoreTeam[]>('/teams', signal),
  ...KEPT,
})
const NONE: StoreTeam[] = []
export const useTeams = () => useQuery(teamsQuery).data ?? NONE
export const knownTeams = () => queries.getQueryData(teamsQuery.queryKey) ?? NONE

export const addTeam = (team: TeamDraft) => changing(send<StoreTeam>('POST', '/teams', team), 'teams')
export const changeTeam = (id: string, change: Partial<TeamDraft>) =>
  changing(send<StoreTeam>('PATCH', `/teams/${id}`, change), 'teams')
export const removeTeam = (id: string) => changing(send('DELETE', `/teams/${id}`), 'teams')

/** Which conversations members see. */
export const accessQuery = queryOptions({
  queryKey: ['conversation access'],
  queryFn: ({ signal }) => get<AccessChoice>('/conversation-access', signal),
})
export const saveAccess = (members: AccessChoice['members']) =>
  changing(send<AccessChoice>('PUT', '/conversation-access', { members }), 'conversation access')

export const setSkills = (memberId: string, skills: MemberSkills) =>
  changing(send<MemberSkills>('PUT', `/members/${encodeURIComponent(memberId)}/skills`, skills), 'team')
/** Hands one's own open conversations back to the teams that they are with. */
export const handBack = () => send<HandedBack>('POST', '/me/hand-back')
