import { csvLine } from '#base/csv.ts'
import { idAtTime } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { AUDIT_LOG_DAYS_MAX } from '#core/limits.ts'
import { listAuditEntriesBetween } from '#storage/audit-log.ts'

/** Entries that are read at once. */
const PIECE = 500
const DAY_MS = 24 * 60 * 60 * 1000
/** Spreadsheets take a file with this mark for UTF-8. */
const UTF_8_MARK = '\uFEFF'

/**
 * The audit log as CSV, oldest first, piece by piece: entries from `from` on, until before `to`. INVALID_PARAMS unless both are
 * times in this order, AUDIT_LOG_DAYS_MAX days apart at most.
 */
export function auditLogCsv({ shop }: Caller, { from, to }: { from: string; to: string }): AsyncGenerator<string> {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  if (!(begin >= 0)) throw invalidParams('from is no time, such as 2026-11-01T00:00:00Z.')
  if (!(end >= begin)) throw invalidParams('to is no time after from, such as 2026-12-01T00:00:00Z.')
  if (end - begin > AUDIT_LOG_DAYS_MAX * DAY_MS) {
    throw invalidParams(`from and to are more than ${AUDIT_LOG_DAYS_MAX} days apart.`)
  }
  return lines()

  async function* lines(): AsyncGenerator<string> {
    yield UTF_8_MARK + csvLine(['time', 'action', 'by', 'member', 'target', 'details'])
    let after = idAtTime(begin)
    const before = idAtTime(end)
    while (true) {
      const entries = await listAuditEntriesBetween(shop, { after, before, limit: PIECE })
      yield entries
        .map(({ at, action, actor, email, memberId, target, details }) =>
          csvLine([at.toISOString(), action, actor, email ?? memberId, target, JSON.stringify(details)]),
        )
        .join('')
      const last = entries.at(-1)
      if (!last || entries.length < PIECE) return
      after = last.id
    }
  }
}
