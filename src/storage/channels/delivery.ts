import type { MailRecipients, SendingState } from './outbound.ts'

/** How far a message got, as members see it beside the message. Only a customer's mail has an original to look at. */
export interface MessageDelivery {
  state: SendingState | 'received'
  /** Why it failed, or why it waits; for people. */
  error: string | null
  /** How many of the message's files were sent. A mail has all or none. */
  filesSent: number
  /** Recipients of a mail that has more than the customer as its recipient. */
  recipients: MailRecipients | null
}

/** The column `delivery` of a query on messages `g`: null in the online store, and for what was not sent by the service. */
export const DELIVERY = `coalesce(
  (select json_build_object('state', o.state, 'error', o.error, 'filesSent',
     case when o.state in ('waiting', 'failed') then greatest(o.parts_sent - o.text_parts, 0) else json_array_length(g.files) end,
     'recipients', o.recipients) from channel_outbound o
   where o.shop_id = $1 and o.message_id = g.id and o.conversation_id = g.conversation_id),
  (select json_build_object('state', 'received', 'error', null, 'filesSent', 0, 'recipients', null) from original_emails o
   where o.shop_id = $1 and o.message_id = g.id and o.conversation_id = g.conversation_id)) as delivery`
