import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { approveRun, declineRun } from '#core/custom-actions/approvals.ts'
import type { ActionDesk } from '#core/custom-actions/call.ts'
import { findPreparedRun, readPreparedRuns, toApproval } from '#core/custom-actions/prepared-runs.ts'
import { APPROVALS_SHOWN } from '#core/limits.ts'
import type { OrderDesk } from '#core/order-actions/action.ts'
import { approve, declineApproval, readApprovals, requireApproval } from '#core/order-actions/approvals.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation } from './kit/routes.ts'
import { ApprovalLine } from './orders/schemas.ts'
import { answerOf } from './schemas/answers.ts'

/** What approved actions are carried out with. */
interface ApprovalDesks {
  orders: OrderDesk
  actions: ActionDesk
}

/** Order actions and own actions that the AI agent prepared, and deciding about them. */
export function approvalRoutes(app: App, { orders, actions }: ApprovalDesks): void {
  app.get(
    '/conversations/:id/approvals',
    { schema: { params: ConversationPath, response: answerOf(Type.Array(ApprovalLine)) } },
    async (request) => ({ data: await readAll(memberOf(request).caller, request.params.id) }),
  )

  app.post(
    '/conversations/:id/approvals/:approvalId',
    {
      config: ofConversation,
      schema: {
        params: Type.Object({ id: Type.String(), approvalId: Type.String() }),
        body: body({ isApproved: Type.Boolean() }),
        response: answerOf(ApprovalLine),
      },
    },
    async (request) => {
      const { caller, memberId, role } = memberOf(request)
      const { id, approvalId } = request.params
      const { isApproved } = request.body
      const run = await findPreparedRun(caller.shop, id, approvalId)
      if (run) {
        const decided = isApproved
          ? await approveRun(caller, run, memberId, actions)
          : await declineRun(caller, run, memberId)
        return { data: toApproval(decided) }
      }
      const approval = await requireApproval(caller.shop, id, approvalId)
      if (!isApproved) return { data: await declineApproval(caller, approval, memberId) }
      return { data: await approve(caller, approval, { id: memberId, isAdmin: role === 'admin' }, orders) }
    },
  )
}

/** Both kinds, the newest first. */
async function readAll(caller: Caller, conversationId: string) {
  const [ofOrders, runs] = await Promise.all([
    readApprovals(caller, conversationId),
    readPreparedRuns(caller, conversationId),
  ])
  return [...ofOrders, ...runs].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, APPROVALS_SHOWN)
}
