import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { Passkey, PasskeyOffer, PasskeyRequest, SignInOutcome } from './records.ts'

/** Passkeys: what the service asks, and what the browser answers. The library for it is loaded when it is needed. */

const library = () => import('@simplewebauthn/browser')

/** A signature as the service takes it. */
export interface PasskeyAnswer {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string | null
}

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => get<Passkey[]>('/passkeys', signal),
})

/** Has the browser make a passkey, and adds it. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await send<PasskeyOffer>('POST', '/passkeys/options')
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: optionsJSON as never })
  const { clientDataJSON, attestationObject, transports = [] } = response
  await changing(send('POST', '/passkeys', { id, clientDataJSON, attestationObject, transports, name }), 'passkeys')
}

export const renamePasskey = (id: string, name: string) =>
  changing(send('PATCH', `/passkeys/${encodeURIComponent(id)}`, { name }), 'passkeys')
export const removePasskey = (id: string) => changing(send('DELETE', `/passkeys/${encodeURIComponent(id)}`), 'passkeys')

/** Has the browser ask the member for a passkey; `isAutofill` waits until they choose one in the email field. */
export async function askForPasskey(request: PasskeyRequest, isAutofill = false): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({ optionsJSON: request as never, useBrowserAutofill: isAutofill })
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

export const requestSignIn = () => send<PasskeyRequest>('POST', '/sign-in/passkey/options')
export const signInByPasskey = (answer: PasskeyAnswer) => send<SignInOutcome>('POST', '/sign-in/passkey', answer)

/** Whether the browser offers passkeys in a form's field. */
export const hasAutofill = async () => (await library()).browserSupportsWebAuthnAutofill()

/** Ends what the browser asks the member for, if anything. */
export const stopAsking = async () => (await library()).WebAuthnAbortService.cancelCeremony()

/** Proves by a passkey that it is still the member, which making a credential takes. */
export async function proveByPasskey(): Promise<void> {
  const request = await send<PasskeyRequest | null>('POST', '/session/passkey/options')
  if (request) await send('POST', '/session/passkey', await askForPasskey(request))
}
