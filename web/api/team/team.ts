import { queryOptions, useQuery } from '@tanstack/react-query'
import { get, send } from '../http.ts'
import { changing, KEPT, queries, reload } from '../queries.ts'
import type { Member, NewInvitation, PasswordLink, Team } from '../records.ts'

/** Members, and the invitations and links that admins pass on. */

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => get<Member[]>('/members', signal),
  ...KEPT,
})
/** The members of another store than the tab's. */
export const membersOf = (shopId: string) =>
  queryOptions({
    queryKey: ['members of', shopId],
    queryFn: ({ signal }) => get<Member[]>('/members', signal, shopId),
  })
const NOBODY: Member[] = []
export const useMembers = () => useQuery(membersQuery).data ?? NOBODY
export const knownMembers = () => queries.getQueryData(membersQuery.queryKey) ?? NOBODY

export const teamQuery = queryOptions({ queryKey: ['team'], queryFn: ({ signal }) => get<Team>('/team', signal) })

export const invite = (email: string, role: string) =>
  changing(send<NewInvitation>('POST', '/invitations', { email, role }), 'team')
export const withdraw = (id: string) => changing(send('DELETE', `/invitations/${id}`), 'team')
export const changeMember = async (id: string, change: { role?: string; active?: boolean }) => {
  await changing(send<Member>('PATCH', `/members/${encodeURIComponent(id)}`, change), 'team')
  await reload('members')
}
export const makePasswordLink = (id: string) =>
  send<PasswordLink>('POST', `/members/${encodeURIComponent(id)}/password-link`)
export const resetSecondFactor = (id: string) =>
  changing(send('DELETE', `/members/${encodeURIComponent(id)}/second-factor`), 'team')
