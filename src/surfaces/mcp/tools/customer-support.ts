import { Type } from 'typebox'
import { currentTime } from '#base/clock.ts'
import { decideAfterSale } from '#core/commerce/after-sale.ts'
import { readSettings } from '#core/stores/settings.ts'
import { nullable, oneOf, string } from '#surfaces/http/schema.ts'
import { email } from '../fields.ts'
import { defineTool } from '../tool.ts'

export const customerSupport = defineTool({
  name: 'customer_support',
  title: 'After-sale request',
  description:
    'Check an after-sale request (return, refund, cancel or edit) against the order and the store policy. It changes nothing: it tells whether the request is allowed and what to do next. Use human_agent_transfer when nextStep is human.',
  input: {
    requestType: oneOf(['return', 'refund', 'cancel', 'edit'], 'Kind of request.'),
    orderNumber: Type.String({ minLength: 1, description: 'Order number.' }),
    email: Type.Optional(email),
    details: Type.Optional(Type.String({ maxLength: 2_000, description: 'What the customer asks for.' })),
  },
  output: {
    requestType: string(),
    orderNumber: string(),
    eligible: Type.Boolean(),
    reason: string(),
    deadline: nullable(string()),
    nextStep: string('self_service, human or none'),
    instructions: string(),
    url: nullable(string()),
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isOn: (settings) => settings.ai.skills.afterSale,
  async run(caller, { requestType, orderNumber, email }, { platform }) {
    const [order, { afterSale }] = await Promise.all([
      platform.getOrder(caller, { orderNumber, email }),
      readSettings(caller.shop),
    ])
    return decideAfterSale(requestType, order, afterSale, currentTime())
  },
})
