import { isTimeZone } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { countBegun, type ReportRow, readReport } from '#storage/stores/reports.ts'

const DAYS_MAX = 92
const DAY_MS = 24 * 60 * 60 * 1000
/** More conversations than these are not gone through for one report. */
const CONVERSATIONS_MAX = 50_000

type Figures = Omit<ReportRow, 'kind' | 'key'>
type Group = Figures & { key: string }

export interface Report {
  total: Figures
  days: Group[]
  channels: Group[]
  members: Group[]
  tags: Group[]
}

/** The span that a report is asked for; INVALID_PARAMS for times that are none, or more than 92 days apart. */
export function readSpan(request: { from: string; to: string }): { from: Date; to: Date } {
  const [from, to] = [new Date(request.from), new Date(request.to)]
  const days = (to.getTime() - from.getTime()) / DAY_MS
  if (!(days > 0 && days <= DAYS_MAX)) throw invalidParams(`from and to are times, at most ${DAYS_MAX} days apart.`)
  return { from, to }
}

/** Exact figures of the conversations that began in a span, by the days of a time zone. Bounded, never sampled. */
export async function makeReport(
  caller: Caller,
  request: { from: string; to: string; timeZone: string },
): Promise<Report> {
  const { from, to } = readSpan(request)
  if (!isTimeZone(request.timeZone)) throw invalidParams('timeZone is not a time zone, such as Europe/Berlin.')
  // A transaction has its own connection: no other request waits behind a long report.
  const rows = await caller.shop.transaction(async (tx) => {
    if ((await countBegun(tx, from, to, CONVERSATIONS_MAX + 1)) > CONVERSATIONS_MAX) {
      throw invalidParams(`More than ${CONVERSATIONS_MAX} conversations began in that time; choose a shorter one.`)
    }
    return readReport(tx, { from, to, timeZone: request.timeZone })
  })
  const groups = (kind: ReportRow['kind']) =>
    rows.filter((row) => row.kind === kind && row.key !== null).map(({ kind: _, ...row }) => row as Group)
  const { kind: _, key: __, ...total } = rows.find(({ kind }) => kind === 'total') as ReportRow
  const byCount = (a: Group, b: Group) => b.conversations - a.conversations || (a.key < b.key ? -1 : 1)
  return {
    total,
    days: groups('day').sort((a, b) => (a.key < b.key ? -1 : 1)),
    channels: groups('channel').sort(byCount),
    members: groups('member').sort(byCount),
    tags: groups('tag').sort(byCount).slice(0, 50),
  }
}
