import { send } from './http.ts'
import type { DataRequest } from './records.ts'

/** What a contact may ask of the store by law. */

export const redactContact = (id: string) => send('POST', `/customers/${encodeURIComponent(id)}/redact`, { orders: [] })
export const requestContactData = (id: string) =>
  send<DataRequest>('POST', `/customers/${encodeURIComponent(id)}/data-request`)
