import { Type } from 'typebox'
import type { FigureRequest } from '#core/stores/reports.ts'
import { TARGET_KINDS } from '#core/targets/target.ts'
import { oneOf, text } from '#surfaces/http/schema.ts'

const flag = Type.Optional(Type.Boolean())
const time = Type.Optional(text(40))

/** What a report counts, as the list of conversations is asked for it. */
export const ReportQuery = {
  createdFrom: time,
  createdTo: time,
  beganHour: Type.Optional(
    Type.String({
      pattern: '^[1-7]-([01][0-9]|2[0-3])$',
      description: 'As 1-14: Monday, from 14:00.',
      examples: ['1-14'],
    }),
  ),
  timeZone: Type.Optional(text(64)),
  openAt: time,
  resolvedFrom: time,
  resolvedTo: time,
  isRated: flag,
  rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  isReplied: flag,
  firstReplyBy: Type.Optional(text(128)),
  hasChatBot: flag,
  topic: Type.Optional(text(100)),
  missedTarget: Type.Optional(oneOf(TARGET_KINDS)),
}

/** Parts these from what else a list is asked for. */
export function partReportQuery<T extends FigureRequest>(query: T) {
  const isOfReport = ([name]: [string, unknown]) => name in ReportQuery
  const entries = Object.entries(query)
  return {
    report: Object.fromEntries(entries.filter(isOfReport)) as FigureRequest,
    others: Object.fromEntries(entries.filter((entry) => !isOfReport(entry))) as Omit<T, keyof FigureRequest>,
  }
}
