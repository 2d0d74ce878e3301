import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { type AuditRow, insertAuditEntry, isAuditCursor, listAuditEntries } from '#storage/audit-log.ts'
import type { Caller } from './caller.ts'
import { requireCursor } from './conversations.ts'
import type { SignedIn } from './sessions.ts'

/** Acts that admins can look up later: who did what to which record. */
export type AuditAction =
  | 'settings.changed'
  | 'key.created'
  | 'key.deleted'
  | 'webhook.saved'
  | 'webhook.changed'
  | 'webhook.deleted'
  | 'identity_secret.created'
  | 'identity_secret.deleted'
  | 'article.saved'
  | 'article.deleted'
  | 'member.invited'
  | 'invitation.withdrawn'
  | 'member.changed'
  | 'password_link.created'
  | 'second_factor.reset'
  | 'conversation.deleted'
  | 'customer.redacted'
  | 'customer.data_requested'
  | 'store.uninstalled'

/** Larger details are told by the names of what changed. */
const DETAILS_MAX = 4_000

/** Notes an act that was done. `details` must hold no secret. */
export function audit(
  { caller, memberId }: SignedIn,
  action: AuditAction,
  target: string | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  const isLarge = JSON.stringify(details).length > DETAILS_MAX
  const kept = isLarge ? { changed: Object.keys(details) } : details
  return insertAuditEntry(caller.shop, { id: newId(), at: currentTime(), memberId, action, target, details: kept })
}

export function readAuditLog(
  caller: Caller,
  page: { limit: number; cursor: string | null },
): Promise<{ entries: AuditRow[]; nextCursor: string | null }> {
  requireCursor(page.cursor, isAuditCursor)
  return listAuditEntries(caller.shop, page)
}
