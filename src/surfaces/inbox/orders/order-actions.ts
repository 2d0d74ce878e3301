import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { ORDER_ACTION, type OrderDesk } from '#core/order-actions/action.ts'
import { readPossibleActions } from '#core/order-actions/available-actions.ts'
import { executeOrderAction } from '#core/order-actions/execute-order-action.ts'
import { requireOrder } from '#core/order-actions/orders.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from '../kit/guard.ts'
import { body } from '../kit/routes.ts'
import { answerOf } from '../schemas/answers.ts'
import { OrderActionLine, OrderActionsLine } from './schemas.ts'

const params = Type.Object({ id: Type.String(), orderNumber: Type.String() })
const config = {
  requirePath: (caller: Caller, path: Record<string, string>) =>
    requireOrder(caller, path.id as string, path.orderNumber as string),
}

/** What members do with an order of a conversation's contact in the shop: what can be done, and doing it. */
export function orderActionRoutes(app: App, desk: OrderDesk): void {
  app.get(
    '/conversations/:id/orders/:orderNumber/actions',
    { config, schema: { params, response: answerOf(OrderActionsLine) } },
    async (request) => {
      const { id, orderNumber } = request.params
      return { data: await readPossibleActions(memberOf(request).caller, id, orderNumber, desk) }
    },
  )

  app.post(
    '/conversations/:id/orders/:orderNumber/actions',
    { config, schema: { params, body: body(ORDER_ACTION), response: answerOf(OrderActionLine) } },
    async (request) => {
      const { caller, memberId, role } = memberOf(request)
      const { id: conversationId, orderNumber } = request.params
      const member = { id: memberId, isAdmin: role === 'admin' }
      return {
        data: await executeOrderAction(caller, { conversationId, orderNumber, member, request: request.body }, desk),
      }
    },
  )
}
