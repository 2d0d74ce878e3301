import { type Static, Type } from 'typebox'
import { PASSKEY_NAME_MAX } from '#core/limits.ts'
import { datetime, flag, nullable, string, text } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Passkeys: what browsers ask authenticators with, and what they send (names as in WebAuthn, bytes in base64url). */

const bytes = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]*$', examples: ['AQIDBA'] })
const closed = { additionalProperties: false }
const Credential = Type.Object({
  id: string(),
  type: Type.Literal('public-key'),
  transports: Type.Array(string()),
})

/** What `navigator.credentials.get` takes. */
export const PasskeyRequest = Type.Object({
  challenge: string(),
  rpId: string(),
  timeout: Type.Integer({ description: 'In milliseconds.' }),
  userVerification: Type.Literal('required'),
  allowCredentials: Type.Array(Credential),
})
export type PasskeyRequest = Static<typeof PasskeyRequest>

/** What `navigator.credentials.create` takes. */
export const PasskeyOffer = Type.Object({
  challenge: string(),
  rp: Type.Object({ id: string(), name: string() }),
  user: Type.Object({ id: string(), name: string(), displayName: string() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer({ description: 'In milliseconds.' }),
  excludeCredentials: Type.Array(Credential),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: flag(),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
})
export type PasskeyOffer = Static<typeof PasskeyOffer>

/** A signature, as a browser sends it. */
export const PasskeyAnswer = Type.Object(
  {
    id: bytes(1_400),
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
    userHandle: Type.Optional(nullable(bytes(100))),
  },
  closed,
)

/** A new passkey, as a browser sends it. */
export const NewPasskey = {
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  attestationObject: bytes(20_000),
  transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 }),
  name: text(PASSKEY_NAME_MAX),
}

/** A passkey as its member sees it. */
export const Passkey = Type.Object({
  id: string(),
  name: string(),
  isSynced: flag('Kept by a password manager on several devices.'),
  createdAt: datetime(),
  lastUsedAt: nullable(datetime()),
})
export type Passkey = Wire<Static<typeof Passkey>>
