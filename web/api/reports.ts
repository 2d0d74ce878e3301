import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from './http.ts'
import type { Report } from './records.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Figures of the last days, today included, by the days of this browser's time zone. */
export const reportQuery = (days: number) =>
  queryOptions({
    queryKey: ['report', days],
    queryFn: ({ signal }) => {
      const to = new Date()
      const from = new Date(new Date(to.getTime() - (days - 1) * DAY_MS).setHours(0, 0, 0, 0))
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), timeZone })
      return get<Report>(`/reports?${query}`, signal)
    },
    placeholderData: keepPreviousData,
  })
