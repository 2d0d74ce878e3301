import type { Database, Shop } from '#database/database.ts'
import type { ConversationAccess } from '#storage/conversation-access.ts'

/** The actor of a request and its store. Surfaces create it from a credential; core takes nothing else of a request. */
export interface Caller {
  /** The caller's store: every statement of theirs goes through it. */
  readonly shop: Shop
  readonly actor: Actor
  /** Which conversations the caller may see: those of a member may be limited, all others see all. */
  readonly access?: ConversationAccess
}

export type Actor =
  | { kind: 'api_key'; keyId: string }
  | { kind: 'operator' }
  | { kind: 'subscription'; subscriptionId: string }
  | { kind: 'assistant'; keyId: string }
  | { kind: 'ai_agent' }
  | { kind: 'assistant'; grantId: string }
  | { kind: 'member'; memberId: string }
  | { kind: 'visitor'; contactId: string }
  | { kind: 'platform'; connectionId: string }

/** The operator, acting on one store. */
export function operatorCaller(database: Database, shopId: string): Caller {
  return { shop: database.shop(shopId), actor: { kind: 'operator' } }
}
