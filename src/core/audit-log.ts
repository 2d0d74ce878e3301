import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Actor, Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import type { Queries } from '#database/database.ts'
import { type AuditRow, insertAuditEntry, isAuditCursor, listAuditEntries } from '#storage/audit-log.ts'

/** Acts that admins can look up later: who did what to which record. */
export type AuditAction =
  | 'settings.changed'
  | 'key.created'
  | 'key.deleted'
  | 'webhook.saved'
  | 'webhook.changed'
  | 'webhook.deleted'
  | 'webhook.disabled'
  | 'webhook.redelivered'
  | 'identity_secret.created'
  | 'identity_secret.deleted'
  | 'article.saved'
  | 'article.deleted'
  | 'article_import.started'
  | 'article_import.cancelled'
  | 'collection.saved'
  | 'collection.deleted'
  | 'member.invited'
  | 'invitation.withdrawn'
  | 'member.joined'
  | 'member.changed'
  | 'member.signed_in'
  | 'member.sign_in_failed'
  | 'password.changed'
  | 'password_link.created'
  | 'second_factor.confirmed'
  | 'second_factor.dropped'
  | 'second_factor.reset'
  | 'second_factor.guessed'
  | 'passkey.added'
  | 'passkey.renamed'
  | 'passkey.removed'
  | 'passkey.copied'
  | 'single_sign_on.changed'
  | 'single_sign_on.linked'
  | 'single_sign_on.unlinked'
  | 'session.ended'
  | 'session_limits.changed'
  | 'conversation_access.changed'
  | 'conversation.deleted'
  | 'conversation.merged'
  | 'conversation.unmerged'
  | 'message.deleted'
  | 'customer.created'
  | 'customer.changed'
  | 'customer.redacted'
  | 'customer.data_requested'
  | 'customer.merged'
  | 'customer.unmerged'
  | 'assistant.allowed'
  | 'assistant.disconnected'
  | 'channel.connected'
  | 'channel.disconnected'
  | 'channel.proven'
  | 'channel.secret_made'
  | 'channel.signature_changed'
  | 'help_domain.proven'
  | 'customer_card.added'
  | 'customer_card.changed'
  | 'customer_card.removed'
  | 'custom_action.added'
  | 'custom_action.changed'
  | 'custom_action.removed'
  | 'custom_action.run'
  | 'custom_action.declined'
  | 'ai_example.added'
  | 'ai_example.removed'
  | 'spam_sender.added'
  | 'spam_sender.removed'
  | 'connection.connected'
  | 'connection.disconnected'
  | 'guidance.created'
  | 'guidance.changed'
  | 'guidance.deleted'
  | 'guidance.ordered'
  | 'rule.created'
  | 'rule.changed'
  | 'rule.deleted'
  | 'rules.ordered'
  | 'slack.connected'
  | 'slack.disconnected'
  | 'rule_endpoint.added'
  | 'rule_endpoint.changed'
  | 'rule_endpoint.removed'
  | 'push.changed'
  | 'team.created'
  | 'team.changed'
  | 'team.deleted'
  | 'targets.changed'
  | 'order.action_begun'
  | 'order.action_ended'
  | 'order.approval_declined'
  | 'segment.created'
  | 'segment.changed'
  | 'segment.deleted'
  | 'store.installed'
  | 'store.uninstalled'
  | 'store.redacted'
  | 'store.exported'
  | 'store.imported'

/** Limit in characters of JSON: of larger details, only the names of what changed are stored. */
const DETAILS_MAX = 4_000

/**
 * Records an act, in the act's own transaction: both are kept, or neither. `target` is the id of what was changed;
 * `details` must hold no secret.
 */
export function recordAudit(
  tx: Queries,
  actor: Actor,
  action: AuditAction,
  target: string | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  const isLarge = JSON.stringify(details).length > DETAILS_MAX
  const kept = isLarge ? { changed: Object.keys(details) } : details
  const memberId = actor.kind === 'member' ? actor.memberId : null
  return insertAuditEntry(tx, {
    id: newId(),
    at: currentTime(),
    actor: actor.kind,
    memberId,
    action,
    target,
    details: kept,
  })
}

/** Entries, newest first. */
export function readAuditLog(
  caller: Caller,
  page: { limit: number; cursor: string | null },
): Promise<{ entries: AuditRow[]; nextCursor: string | null }> {
  requireCursor(page.cursor, isAuditCursor)
  return listAuditEntries(caller.shop, page)
}
