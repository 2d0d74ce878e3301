import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from './http.ts'
import type { AiReport, Report } from './records.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The last days, today included, by the days of this browser's time zone. */
function spanOf(days: number): { from: string; to: string } {
  const to = new Date()
  const from = new Date(new Date(to.getTime() - (days - 1) * DAY_MS).setHours(0, 0, 0, 0))
  return { from: from.toISOString(), to: to.toISOString() }
}

export const reportQuery = (days: number) =>
  queryOptions({
    queryKey: ['report', days],
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return get<Report>(`/reports?${new URLSearchParams({ ...spanOf(days), timeZone })}`, signal)
    },
    placeholderData: keepPreviousData,
  })

export const aiReportQuery = (days: number) =>
  queryOptions({
    queryKey: ['ai-report', days],
    queryFn: ({ signal }) => get<AiReport>(`/ai/report?${new URLSearchParams(spanOf(days))}`, signal),
    placeholderData: keepPreviousData,
  })
