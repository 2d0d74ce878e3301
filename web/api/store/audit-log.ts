import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../http.ts'
import type { AuditEntry, Page } from '../records.ts'
import { withStore } from '../tab-store.ts'

/** Changes of the store with their authors, newest first. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: ['audit log'],
  queryFn: ({ pageParam, signal }) => {
    const cursor = pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ''
    return call<Page<AuditEntry>>('GET', `/audit-log${cursor}`, undefined, signal)
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ paging }) => paging.nextCursor,
})

/** Address of the log as a file: entries from a time on, until before another. */
export const auditLogCsvAddress = (span: { from: string; to: string }) =>
  withStore(`/api/chat/audit-log.csv?${new URLSearchParams(span)}`)
