import { type Static, Type } from 'typebox'
import { SESSION_IDLE_MINUTES, SESSION_MAX_HOURS } from '#core/limits.ts'
import { Member } from '#surfaces/http/records.ts'
import { datetime, flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import { PasskeyRequest } from './passkeys.ts'
import type { Wire } from './wire.ts'

/** The signed-in member, their sessions and their second factor. */

export const Me = Type.Object({
  member: Member,
  hasPassword: flag('Without one the member signs in through an issuer or with a passkey.'),
  signedInBy: oneOf(['password', 'link', 'recovery', 'single_sign_on', 'passkey']),
  hasSecondFactor: flag('An authenticator app, or a passkey.'),
  hasAuthenticatorApp: flag(),
  hasPasskeys: flag(),
  takesPasskeys: flag('Whether the member can add one.'),
  lacksSecondFactor: flag('The store asks for one: until then only that can be set up.'),
  seesAll: flag('False where the store lets the member see the conversations of their teams only.'),
  otherStores: Type.Integer({ description: 'Stores beside this one that the browser has a session’s token for.' }),
  store: Type.Object({
    shopId: string(),
    appId: string(),
    name: string(),
    plan: string(),
    timeZone: nullable(string('That of its opening hours; null where it has none.')),
    currency: nullable(string('That of its catalogue; null without products.')),
    canTranslate: flag('Whether messages can be translated.'),
    canRewrite: flag('Whether drafts can be rewritten by an AI model.'),
  }),
})
export type Me = Wire<Static<typeof Me>>

/** What a sign-in leads to: a session, or a question that has to be answered first. */
export const SignInOutcome = Type.Union([
  Type.Object({ signedIn: Type.Literal(true), shopId: string(), memberId: string() }),
  Type.Object({
    signedIn: Type.Literal(false),
    needs: Type.Literal('store'),
    stores: Type.Array(Type.Object({ shopId: string(), name: string() })),
  }),
  Type.Object({
    signedIn: Type.Literal(false),
    needs: oneOf(['code', 'passkey']),
    shopId: string(),
    passkey: Type.Optional(PasskeyRequest),
  }),
])
export type SignInOutcome = Static<typeof SignInOutcome>

export const Session = Type.Object({
  id: string(),
  userAgent: string(),
  browser: nullable(string('That the user agent names; null for an unknown one.')),
  system: nullable(string('That the user agent names; null for an unknown one.')),
  ipAddress: string('Its network: /24, or /48 of IPv6.'),
  signedInBy: oneOf(['password', 'link', 'recovery', 'single_sign_on', 'passkey']),
  createdAt: datetime(),
  lastSeenAt: datetime(),
  isCurrent: flag('Whether the request came with it.'),
})
export type Session = Wire<Static<typeof Session>>

/** When members are signed out; null: as all sessions end, after 30 days unused and 90 days in all. */
export const SessionLimits = Type.Object({
  idleMinutes: nullable(
    Type.Integer({ minimum: SESSION_IDLE_MINUTES.min, maximum: SESSION_IDLE_MINUTES.max, description: 'Unused.' }),
  ),
  maxHours: nullable(
    Type.Integer({ minimum: SESSION_MAX_HOURS.min, maximum: SESSION_MAX_HOURS.max, description: 'After signing in.' }),
  ),
})
export type SessionLimits = Static<typeof SessionLimits>

export const SecondFactorOffer = Type.Object({ secret: string(), address: string('An otpauth: address.') })
export type SecondFactorOffer = Static<typeof SecondFactorOffer>

export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

/** What an invitation or a link to a new password is for. */
export const MemberLink = Type.Object({
  kind: oneOf(['invitation', 'password']),
  email: string(),
  storeName: string(),
})
export type MemberLink = Static<typeof MemberLink>
