import { type ContactFacts, factsOf } from '#core/contacts/contact-facts.ts'
import { EVENT_BYTES_MAX, RULE_CALL_MESSAGES_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { findContactForMembers } from '#storage/contacts/contacts.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import { listConversations } from '#storage/conversations/list.ts'
import { type ClaimedRuleCall, listMessagesForCall } from '#storage/rules/calls.ts'
import type { RuleEndpoint } from '#storage/rules/endpoints.ts'

/** What an endpoint gets. */
interface CallBody {
  /** ID of the call, in each attempt. */
  callId: string
  shopId: string
  isTest: boolean
  rule: { id: string; name: string } | null
  /** What the rule is about. */
  trigger: string | null
  occurredAt: Date
  /** As `GET /chat/conversations` lists it, after the rule's actions. */
  conversation: object | null
  customer: ContactFacts | null
  /** The newest, oldest first, as `GET /chat/conversations/{id}/messages` lists them. */
  messages: object[]
}

/** The body of a call, as the conversation is now; undefined if it has been deleted. */
export async function buildCallBody(
  shop: Queries,
  { id: callId, conversationId, ruleId, ruleName, trigger, createdAt }: ClaimedRuleCall,
  endpoint: RuleEndpoint,
): Promise<Buffer | undefined> {
  const about = await readAbout(shop, conversationId, endpoint)
  const rule = { id: ruleId, name: ruleName }
  return (
    about && toBytes({ callId, shopId: shop.shopId, isTest: false, rule, trigger, occurredAt: createdAt, ...about })
  )
}

/** The body of a test: about the conversation that was active last, or about none. */
export async function buildTestBody(
  shop: Queries,
  endpoint: RuleEndpoint,
  of: Pick<CallBody, 'callId' | 'occurredAt'>,
): Promise<Buffer> {
  const { items } = await listConversations(shop, {}, { limit: 1, cursor: null })
  const newest = items[0] && (JSON.parse(String(items[0])) as { id: string })
  const nothing = { conversation: null, customer: null, messages: [] }
  const about = (newest && (await readAbout(shop, newest.id, endpoint))) ?? nothing
  return toBytes({ ...of, shopId: shop.shopId, isTest: true, rule: null, trigger: null, ...about })
}

async function readAbout(shop: Queries, conversationId: string, { includesNotes }: RuleEndpoint) {
  const found = await findConversation(shop, conversationId)
  if (!found) return undefined
  const [contact, messages] = await Promise.all([
    found.contactId === null ? undefined : findContactForMembers(shop, found.contactId),
    listMessagesForCall(shop, found.id, { limit: RULE_CALL_MESSAGES_MAX, withNotes: includesNotes }),
  ])
  return {
    conversation: JSON.parse(found.renderedJson) as object,
    customer: contact ? factsOf(contact) : null,
    messages: messages.map(({ renderedJson }) => JSON.parse(renderedJson) as object).reverse(),
  }
}

/** Older messages are left out of a body above 80,000 bytes. */
function toBytes(body: CallBody): Buffer {
  const bytes = Buffer.from(JSON.stringify(body))
  if (bytes.length <= EVENT_BYTES_MAX || body.messages.length === 0) return bytes
  return toBytes({ ...body, messages: body.messages.slice(1) })
}
