import { queryOptions } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { ApprovalLine } from './records.ts'

/** Order actions that the AI agent prepared in a conversation, the newest first. */
export const approvalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', id],
    queryFn: ({ signal }) => get<ApprovalLine[]>(`${pathOf(id)}/approvals`, signal),
  })

/** Approves or declines; after another decision it changes nothing and answers that one. */
export const decideApproval = (id: string, approvalId: string, isApproved: boolean) =>
  changing(send<ApprovalLine>('POST', `${pathOf(id)}/approvals/${approvalId}`, { isApproved }), 'approvals', id)
