import type { SendingState } from './outbound.ts'

/** How far a message got, as members see it beside the message. Only a customer's mail has an original to look at. */
export interface MessageDelivery {
  state: SendingState | 'received'
  /** Why it failed, or why it waits; for people. */
  error: string | null
}

/** The column `delivery` of a query on messages `g`: null in the online store, and for what was not sent by the service. */
export const DELIVERY = `coalesce(
  (select json_build_object('state', o.state, 'error', o.error) from channel_outbound o
   where o.shop_id = $1 and o.message_id = g.id and o.conversation_id = g.conversation_id),
  (select json_build_object('state', 'received', 'error', null) from original_emails o
   where o.shop_id = $1 and o.message_id = g.id and o.conversation_id = g.conversation_id)) as delivery`
