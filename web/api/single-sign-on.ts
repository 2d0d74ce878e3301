import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import type { PasskeyAnswer } from './passkeys.ts'
import { changing, queries } from './queries.ts'
import type { SignInChoices, SignInOutcome, SingleSignOn } from './records.ts'

/** Signing in through an issuer, and how the store uses it. */

const PATH = '/sign-in/oidc'

/** What the sign-in page offers; `store` is the App ID in its address. */
export const getSignInChoices = (store: string | null) =>
  get<SignInChoices>(`/sign-in${store ? `?store=${encodeURIComponent(store)}` : ''}`)

/** The address that leads to the issuer and, from there, back to `next`, a path of the inbox. */
export function issuerAddress({ store, next }: { store: string | null; next: string }): string {
  const query = new URLSearchParams({ next, ...(store && { store }) })
  return `/api/chat${PATH}?${query}`
}

/** Finishes a sign-in that waits for a store or a code. */
export const finishSingleSignOn = (chosen: { shopId?: string; code?: string; passkey?: PasskeyAnswer }) =>
  send<SignInOutcome & { next?: string }>('POST', `${PATH}/finish`, chosen)

export const singleSignOnQuery = queryOptions({
  queryKey: ['single sign-on'],
  queryFn: ({ signal }) => get<SingleSignOn>('/single-sign-on', signal),
})

type Shown = 'hasClientSecret' | 'serviceName' | 'signInUrl' | 'callbackUrl' | 'logoutUrl'
export type SingleSignOnChange = Omit<SingleSignOn, Shown> & { clientSecret?: string }

export async function saveSingleSignOn(change: SingleSignOnChange): Promise<void> {
  queries.setQueryData(singleSignOnQuery.queryKey, await send<SingleSignOn>('PUT', '/single-sign-on', change))
}

/** Takes the accounts at issuers off a member. */
export const unlinkMember = (id: string) =>
  changing(send('DELETE', `/members/${encodeURIComponent(id)}/single-sign-on`), 'team')
