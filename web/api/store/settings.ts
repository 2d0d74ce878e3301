import { queryOptions } from '@tanstack/react-query'
import { call, get, send } from '../http.ts'
import { changing, queries } from '../queries.ts'
import type {
  Campaigns,
  ChannelAccount,
  ChannelCheck,
  ChannelList,
  InboundSecret,
  MailLook,
  NewAccount,
  NewSignIn,
  SignInPage,
  Store,
} from '../records.ts'
import { withStore } from '../tab-store.ts'

/** The store and its settings, for its admins. */

type StoreSettings = Store['settings']
type Deep<T> = { [K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object ? Deep<T[K]> : T[K] }
export type SettingsChange = Deep<StoreSettings>

export const storeQuery = queryOptions({
  queryKey: ['store'],
  queryFn: ({ signal }) => get<Store>('/settings', signal),
})

/** How many shoppers saw and followed each campaign. */
export const campaignsQuery = queryOptions({
  queryKey: ['campaigns'],
  queryFn: ({ signal }) => get<Campaigns>('/campaigns', signal),
})

const put = (store: Store) => queries.setQueryData(storeQuery.queryKey, store)

export const changeStore = async (change: {
  name?: string
  settings?: SettingsChange
  requireSecondFactor?: boolean
  salesReport?: boolean
  mailLook?: MailLook | null
}) => put(await send<Store>('PATCH', '/settings', change))
export const uninstall = async (name: string) => put(await send<Store>('POST', '/uninstall', { name }))

/** Address of a page that shows a mail in this look. */
export function mailPreview({ logoUrl, color, footer }: MailLook, text: string): string {
  const chosen = { ...(logoUrl && { logoUrl }), ...(color && { color }), ...(footer && { footer }), text }
  return withStore(`/api/chat/settings/mail-preview.html?${new URLSearchParams(chosen)}`)
}

/** Fetches the widget's configuration past the browser's cache, which would show the preview as it was. */
export const renewPreview = ({ appId }: Pick<Store, 'appId'>) =>
  fetch(`/storefront/config?app=${encodeURIComponent(appId)}`, { cache: 'reload', credentials: 'omit' }).catch(() => {})

/** The line that the store's pages load the widget with. */
export function installSnippet({ baseUrl, appId }: Pick<Store, 'baseUrl' | 'appId'>): string {
  return `<script src="${baseUrl}/sdk.js" data-app-id="${appId}" async></script>`
}

/** Accounts at channels. */

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call<ChannelList>('GET', '/channels', undefined, signal),
})

export const connectChannel = (account: NewAccount) =>
  changing(send<ChannelAccount>('POST', '/channels', account), 'channels')
/** The provider's page where the member signs in to a mailbox. */
export const beginSignIn = (request: NewSignIn) => send<SignInPage>('POST', '/channels/sign-in', request)
export const finishSignIn = (answer: string) =>
  changing(send<ChannelAccount>('POST', '/channels/sign-in/finish', { answer }), 'channels')
export const proveChannel = (id: string, code: string) =>
  changing(send<ChannelAccount>('POST', `/channels/${id}/proof`, { code }), 'channels')
export const mailChannelCode = (id: string) => send('POST', `/channels/${id}/code`)
export const checkChannel = (id: string) => changing(send<ChannelCheck[]>('POST', `/channels/${id}/check`), 'channels')
export const sendTestMail = (id: string) =>
  changing(send<ChannelCheck[]>('POST', `/channels/${id}/test-mail`), 'channels')
export const saveMailboxSignature = (id: string, text: string | null) =>
  changing(send('PUT', `/channels/${id}/signature`, { text }), 'channels')
export const removeChannel = (id: string) => changing(send('DELETE', `/channels/${id}`), 'channels')
export const makeInboundSecret = (id: string) => send<InboundSecret>('POST', `/channels/${id}/inbound-secret`)
