import { isTimeZone } from '#base/zoned-time.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { BACKLOG_CHANGES_MAX, REPORT_CONVERSATIONS_MAX, REPORT_DAYS_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import type { ReportFilters } from '#storage/conversations/report-filters.ts'
import { countBegun, countResolved, type ReportRow, readBacklog, readReport } from '#storage/stores/reports.ts'
import { countResults } from '#storage/targets/targets.ts'
import { type BacklogDay, backlogOf, daysOf } from './backlog.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = DAY_MS / 24
const YEARS = { first: Date.UTC(2000, 0, 1), last: Date.UTC(2100, 0, 1) }
const TAGS_MAX = 50

type Figures = Omit<ReportRow, 'kind' | 'key'>
type Group = Figures & { key: string }

export interface Report {
  total: Figures
  days: Group[]
  /** By hour of the week: 1-14 is Monday, from 14:00. */
  hours: Group[]
  channels: Group[]
  /** By who replied first. */
  members: Group[]
  tags: Group[]
  topics: Group[]
  /** By what customers gave: 5 to 1. */
  ratings: Group[]
  /** In how many conversations a reply-time target was met or missed, and missed at least once. */
  targets: Awaited<ReturnType<typeof countResults>>
  /** What was open at each day's end; null where too much has happened since. */
  backlog: BacklogDay[] | null
}

/** Reads the period of a report; INVALID_PARAMS if a value is not a time, or the two are over REPORT_DAYS_MAX days apart. */
export function readSpan(request: { from: string; to: string }): { from: Date; to: Date } {
  const [from, to] = [new Date(request.from), new Date(request.to)]
  const length = to.getTime() - from.getTime()
  const isKnown = from.getTime() >= YEARS.first && to.getTime() <= YEARS.last
  // With a change of clocks, the days of a year have one more hour.
  if (!(isKnown && length > 0 && length <= REPORT_DAYS_MAX * DAY_MS + HOUR_MS)) {
    throw invalidParams(`from and to must be dates after 2000, at most ${REPORT_DAYS_MAX} days apart.`)
  }
  return { from, to }
}

/** Exact figures of the conversations that the caller may see and that began in a span, by the days of a time zone. Bounded, never sampled. */
export async function makeReport(
  caller: Caller,
  request: { from: string; to: string; timeZone: string },
): Promise<Report> {
  const { from, to } = readSpan(request)
  const { timeZone } = request
  const { access = null } = caller
  if (!isTimeZone(timeZone)) throw invalidParams('Unknown timeZone. Example: Europe/Berlin.')
  // A transaction has its own connection: no other request waits behind a long report.
  const { rows, targets, backlog } = await caller.shop.transaction(async (tx) => {
    await requireFew(tx, from, to)
    const rows = await readReport(tx, access, { from, to, timeZone })
    const targets = await countResults(tx, access, from, to)
    return { rows, targets, backlog: (await isQuiet(tx, from)) ? await readBacklog(tx, access, from, timeZone) : null }
  })
  const groups = (kind: ReportRow['kind']) =>
    rows.filter((row) => row.kind === kind && row.key !== null).map(({ kind: _, ...row }) => row as Group)
  const { kind: _, key: __, ...total } = rows.find(({ kind }) => kind === 'total') as ReportRow
  const byKey = (a: Group, b: Group) => (a.key < b.key ? -1 : 1)
  const byCount = (a: Group, b: Group) => b.conversations - a.conversations || byKey(a, b)
  return {
    total,
    days: groups('day').sort(byKey),
    hours: groups('hour').sort(byKey),
    channels: groups('channel').sort(byCount),
    members: groups('member').sort(byCount),
    tags: groups('tag').sort(byCount).slice(0, TAGS_MAX),
    topics: groups('topic').sort(byCount).slice(0, TAGS_MAX),
    ratings: groups('rating').sort((a, b) => byKey(b, a)),
    targets,
    backlog: backlog && backlogOf(daysOf(from, to, timeZone), backlog),
  }
}

export interface FigureRequest extends Omit<ReportFilters, Times> {
  createdFrom?: string
  createdTo?: string
  openAt?: string
  resolvedFrom?: string
  resolvedTo?: string
}
type Times = 'beganFrom' | 'beganTo' | 'openAt' | 'resolvedFrom' | 'resolvedTo'

/**
 * What a report's figures count, as filters of a list: conversations that began in a span, were resolved in one, or were open
 * at a time. INVALID_PARAMS for a mix of these, for a span that no report has, and where more has happened than a report
 * goes through: each of them may have to be looked at.
 */
export async function readReportFilters({ shop }: Caller, request: FigureRequest): Promise<ReportFilters> {
  const { createdFrom, createdTo, openAt, resolvedFrom, resolvedTo, ...more } = request
  const names = Object.keys(request)
  if (names.length === 0) return {}
  if (openAt !== undefined) {
    if (names.length > 1) throw invalidParams('openAt comes alone.')
    const at = new Date(openAt)
    const { from } = readSpan({ from: openAt, to: new Date(at.getTime() + 1).toJSON() ?? '' })
    await requireQuiet(shop, from)
    return { openAt: from }
  }
  if (resolvedFrom !== undefined || resolvedTo !== undefined) {
    if (names.length > 2 || resolvedFrom === undefined || resolvedTo === undefined) {
      throw invalidParams('Send resolvedFrom and resolvedTo together, without other report filters.')
    }
    const { from, to } = readSpan({ from: resolvedFrom, to: resolvedTo })
    await requireQuiet(shop, from)
    return { resolvedFrom: from, resolvedTo: to }
  }
  if (createdFrom === undefined || createdTo === undefined) {
    throw invalidParams('Send createdFrom and createdTo together, whatever else you filter by.')
  }
  const { timeZone } = more
  if (
    (more.beganHour === undefined) !== (timeZone === undefined) ||
    (timeZone !== undefined && !isTimeZone(timeZone))
  ) {
    throw invalidParams('beganHour comes with a timeZone, such as Europe/Berlin, and no other filter does.')
  }
  const { from: beganFrom, to: beganTo } = readSpan({ from: createdFrom, to: createdTo })
  await requireFew(shop, beganFrom, beganTo)
  return { beganFrom, beganTo, ...more }
}

async function requireQuiet(shop: Queries, since: Date): Promise<void> {
  if (await isQuiet(shop, since)) return
  throw invalidParams('Too much has happened since to count back; choose a later day.')
}

async function requireFew(shop: Queries, from: Date, to: Date): Promise<void> {
  if ((await countBegun(shop, from, to, REPORT_CONVERSATIONS_MAX + 1)) > REPORT_CONVERSATIONS_MAX) {
    throw invalidParams(`More than ${REPORT_CONVERSATIONS_MAX} conversations began in that time; choose a shorter one.`)
  }
}

/** Whether so little has happened since a time that its backlog can be counted. */
async function isQuiet(tx: Queries, since: Date): Promise<boolean> {
  const most = BACKLOG_CHANGES_MAX + 1
  const counts = [countBegun(tx, since, new Date(YEARS.last), most), countResolved(tx, since, most)]
  return (await Promise.all(counts)).every((count) => count < most)
}
