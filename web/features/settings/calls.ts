import { call, get, send } from '../../api/http.ts'
import type { Member, Paging } from '../../api/types.ts'

/** What settings ask of the service. */

export interface StoreSettings {
  autoAssign: boolean
  reopenOnCustomerMessage: boolean
  allowedOrigins: string[]
  afterSale: { returnDays: number; refundDays: number; cancelHours: number; editHours: number }
  ai: {
    enabled: boolean
    training: { products: boolean; collections: boolean; discounts: boolean }
    skills: { sizeGuide: boolean; orderTracking: boolean; afterSale: boolean; humanHandoff: boolean }
  }
  widget: Record<string, unknown>
}

export interface StoreInfo {
  shopId: string
  appId: string
  name: string
  plan: string
  settings: StoreSettings
  uninstalledAt: string | null
  baseUrl: string
  canMakeKeys: boolean
  switches: { name: string; plan: string; isIncluded: boolean }[]
}

type Deep<T> = { [K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object ? Deep<T[K]> : T[K] }

export const getStore = () => get<StoreInfo>('/settings')
export const changeStore = (change: { name?: string; settings?: Deep<StoreSettings> }) =>
  send<StoreInfo>('PATCH', '/settings', change)
export const uninstall = (name: string) => send<StoreInfo>('POST', '/uninstall', { name })

export interface Key {
  id: string
  name: string
  createdAt: string
}
export const getKeys = () => get<Key[]>('/keys')
export const createKey = (name: string) => send<Key & { key: string }>('POST', '/keys', { name })
export const deleteKey = (id: string) => send('DELETE', `/keys/${id}`)

export interface Webhook {
  id: string
  url: string
  events: string[]
  isActive: boolean
  secret: string
  lastDeliveryAt?: string
  lastDeliveryStatus?: string
  lastDeliveryError?: string | null
}
export interface Delivery {
  id: string
  type: string
  status: string
  attempts: number
  createdAt: string
}
export const getWebhooks = () => call<{ data: Webhook[]; meta: { events: string[] } }>('GET', '/webhooks')
export const saveWebhook = (webhook: { url: string; events: string[] }) => send<Webhook>('POST', '/webhooks', webhook)
export const changeWebhook = (id: string, change: { isActive?: boolean; events?: string[] }) =>
  send<Webhook>('PATCH', `/webhooks/${id}`, change)
export const deleteWebhook = (id: string) => send('DELETE', `/webhooks/${id}`)
export const testWebhook = (id: string) => send<Delivery>('POST', `/webhooks/${id}/test`)
export const getDeliveries = (id: string) => get<Delivery[]>(`/webhooks/${id}/deliveries?limit=20`)
export const redeliver = (id: string) => send<Delivery>('POST', `/deliveries/${id}/redeliver`)

export interface Invitation {
  id: string
  email: string
  role: string
  expiresAt: string
}
export interface Team {
  members: (Member & { hasSecondFactor: boolean })[]
  invitations: Invitation[]
}
export const getTeam = () => get<Team>('/team')
export const invite = (email: string, role: string) =>
  send<Invitation & { link: string }>('POST', '/invitations', { email, role })
export const withdraw = (id: string) => send('DELETE', `/invitations/${id}`)
export const changeMember = (id: string, change: { role?: string; active?: boolean }) =>
  send<Member>('PATCH', `/members/${encodeURIComponent(id)}`, change)
export const makePasswordLink = (id: string) =>
  send<{ link: string }>('POST', `/members/${encodeURIComponent(id)}/password-link`)
export const resetSecondFactor = (id: string) => send('DELETE', `/members/${encodeURIComponent(id)}/second-factor`)

export interface AuditEntry {
  id: string
  at: string
  memberId: string
  action: string
  target: string | null
  details: Record<string, unknown>
}
export const getAuditLog = (cursor: string | null) =>
  call<{ data: AuditEntry[]; paging: Paging }>(
    'GET',
    `/audit-log${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`,
  )

export interface Session {
  id: string
  userAgent: string
  ipAddress: string
  lastSeenAt: string
  isCurrent: boolean
}
export const getSessions = () => get<Session[]>('/sessions')
export const endSession = (id: string) => send('DELETE', `/sessions/${id}`)
export const endOtherSessions = () => send('DELETE', '/sessions')
export const changeMe = (change: { firstName?: string; lastName?: string; enableAwayMode?: boolean }) =>
  send<Member>('PATCH', '/me', change)
export const changePassword = (current: string, password: string) => send('PUT', '/password', { current, password })
export const offerSecondFactor = (password: string) =>
  send<{ secret: string; address: string }>('POST', '/second-factor', { password })
export const confirmSecondFactor = (code: string) =>
  send<{ recoveryCodes: string[] }>('POST', '/second-factor/confirm', { code })
export const dropSecondFactor = (password: string) => send('POST', '/second-factor/drop', { password })

export const addCannedReply = (reply: { shortcut: string; text: string }) => send('POST', '/canned-replies', reply)
export const changeCannedReply = (id: string, reply: { shortcut: string; text: string }) =>
  send('PATCH', `/canned-replies/${id}`, reply)
export const removeCannedReply = (id: string) => send('DELETE', `/canned-replies/${id}`)

export const redactCustomer = (id: string, orders: string[]) =>
  send('POST', `/customers/${encodeURIComponent(id)}/redact`, { orders })
export const requestCustomerData = (id: string) =>
  send<{ requestedAt: string }>('POST', `/customers/${encodeURIComponent(id)}/data-request`)
