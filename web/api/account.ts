import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import type { PasskeyAnswer } from './passkeys.ts'
import { changing } from './queries.ts'
import type {
  Me,
  Member,
  MemberLink,
  RecoveryCodes,
  SecondFactorOffer,
  Session,
  SessionLimits,
  Signature,
  SignInOutcome,
} from './records.ts'

/** Signing in, and what members see and change of themselves. */

/** `appId`: in the store that an address names, otherwise in the tab's. */
export const getMe = (appId: string | null) =>
  get<Me | null>(appId === null ? '/session' : `/session?store=${encodeURIComponent(appId)}`)
export const signIn = (request: {
  email: string
  password: string
  shopId?: string
  code?: string
  passkey?: PasskeyAnswer
}) => send<SignInOutcome>('POST', '/session', request)
/** Proves the password again, which making a credential takes. */
export const provePassword = (password: string) => send('POST', '/session/password', { password })
/** Signs out; `logoutUrl` is the issuer's page to go to, for a member who signed in through one. */
export const endMySession = () => send<{ logoutUrl: string | null }>('DELETE', '/session')

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => get<Session[]>('/sessions', signal),
})
export const endSession = (id: string) => changing(send('DELETE', `/sessions/${id}`), 'sessions')
export const endOtherSessions = () => changing(send('DELETE', '/sessions'), 'sessions')

export const sessionLimitsQuery = queryOptions({
  queryKey: ['session limits'],
  queryFn: ({ signal }) => get<SessionLimits>('/session-limits', signal),
})
export const saveSessionLimits = (limits: SessionLimits) =>
  changing(send<SessionLimits>('PUT', '/session-limits', limits), 'session limits')

export const changeMe = (change: { firstName?: string; lastName?: string; enableAwayMode?: boolean }) =>
  changing(send<Member>('PATCH', '/me', change), 'members')
export const changePassword = (current: string, password: string) => send('PUT', '/password', { current, password })
export const offerSecondFactor = (password: string) => send<SecondFactorOffer>('POST', '/second-factor', { password })
export const confirmSecondFactor = (code: string) => send<RecoveryCodes>('POST', '/second-factor/confirm', { code })
export const dropSecondFactor = (password: string) => send('POST', '/second-factor/drop', { password })

export const memberLinkQuery = (token: string) =>
  queryOptions({ queryKey: ['member link', token], queryFn: () => send<MemberLink>('POST', '/links/read', { token }) })
export const takeMemberLink = (request: { token: string; password: string; firstName?: string; lastName?: string }) =>
  send<{ signedIn: boolean }>('POST', '/links/use', request)

/** Whether a forgotten password can be helped by mail. */
export const canMailPasswordLinks = async () => (await get<{ isMailed: boolean }>('/password-requests')).isMailed
/** Has a link to a new password mailed to an address, where it is a member's. */
export const requestPasswordLink = (email: string) => send('POST', '/password-requests', { email })

export const getSignature = (signal: AbortSignal) => get<Signature>('/me/signature', signal)
export const saveSignature = (text: string | null) => send<Signature>('PUT', '/me/signature', { text })
