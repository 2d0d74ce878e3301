import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from './http.ts'
import type { AiReport, Report, SalesReport } from './records.ts'

/** What a report is about: from a time up to another, by the days of a time zone. */
export interface Span {
  from: string
  to: string
  timeZone: string
}

export const reportQuery = (span: Span) =>
  queryOptions({
    queryKey: ['report', span],
    queryFn: ({ signal }) => get<Report>(`/reports?${new URLSearchParams({ ...span })}`, signal),
    placeholderData: keepPreviousData,
  })

export const aiReportQuery = ({ from, to }: Span) =>
  queryOptions({
    queryKey: ['ai-report', from, to],
    queryFn: ({ signal }) => get<AiReport>(`/ai/report?${new URLSearchParams({ from, to })}`, signal),
    placeholderData: keepPreviousData,
  })

export const salesReportQuery = ({ from, to }: Span) =>
  queryOptions({
    queryKey: ['sales-report', from, to],
    queryFn: ({ signal }) => get<SalesReport | null>(`/reports/sales?${new URLSearchParams({ from, to })}`, signal),
    placeholderData: keepPreviousData,
  })
