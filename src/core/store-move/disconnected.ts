import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { RowTexts } from '#storage/backup/rows.ts'

/**
 * Channels and shops arrive disconnected: two services would read one mailbox otherwise, and their credentials do not
 * leave the service.
 */
const FIELDS = nullPrototypeRecord<RowTexts>({
  channel_accounts: {
    state: 'disconnected',
    secret: null,
    send_error: null,
    receive_error: null,
    progress: null,
    reads_mailbox: 'false',
    is_verified: 'false',
    proof: null,
    lease_owner: null,
    leased_until: null,
    sign_in_provider: null,
    needs_sign_in: 'false',
    token_lease: null,
    token_leased_until: null,
  },
  shop_connections: { state: 'disconnected', secret: null, last_error: null, next_sync_at: null, lease: null },
  // What waits for a look is a queue; up to which message customers have got mail is not.
  unread_reply_emails: { since: null },
})

export const isDisconnected = (table: string): boolean => FIELDS[table] !== undefined

export function disconnect(table: string, row: RowTexts): RowTexts {
  return { ...row, ...FIELDS[table] }
}
