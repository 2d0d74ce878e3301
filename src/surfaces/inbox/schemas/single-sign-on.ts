import { type Static, Type } from 'typebox'
import { flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Signing in through an issuer, as the sign-in page and admins see it. */

export const SignInChoices = Type.Object({
  storeName: nullable(string('The store whose sign-in page it is; null for any.')),
  takesPasswords: flag('False where the store has single sign-on only.'),
  takesPasskeys: Type.Optional(flag('Whether passkeys sign in; absent if they do not.')),
  singleSignOn: Type.Array(
    Type.Object({
      name: string('Of the button: Continue with …'),
      store: nullable(string('App ID to begin with; null: the member’s stores are found by the account.')),
    }),
  ),
})
export type SignInChoices = Wire<Static<typeof SignInChoices>>

const role = oneOf(['admin', 'member'])

export const SingleSignOn = Type.Object({
  issuer: nullable(string('The store’s own; null: the operator’s.')),
  clientId: nullable(string()),
  hasClientSecret: flag(),
  name: nullable(string('On the button of the sign-in page; null: the issuer’s host.')),
  isOnly: flag('Members sign in no other way.'),
  allowedDomains: Type.Array(Type.Object({ domain: string(), role })),
  groupClaim: string('Claim of the ID token that lists groups.'),
  groups: Type.Array(
    Type.Object({ group: string(), role: nullable(role), teamId: nullable(string('A team of the store.')) }),
  ),
  serviceName: nullable(string('The operator’s issuer; null without one.')),
  signInUrl: string('Sign-in page of this store, for its members.'),
  callbackUrl: string('Redirect address to register at the issuer.'),
  logoutUrl: string('Back-channel logout address to register at the issuer.'),
})
export type SingleSignOn = Wire<Static<typeof SingleSignOn>>
