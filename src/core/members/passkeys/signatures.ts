import type { RelyingParty } from './relying-party.ts'

/** A passkey's signature as a browser sends it; texts are in base64url, as WebAuthn names and encodes them. */
export interface PasskeyAnswer {
  /** ID of the credential. */
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | null
}

/** A new passkey as a browser sends it. */
export interface NewPasskeyAnswer {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}

/** What a new passkey's authenticator tells of it. */
export interface ReadPasskey {
  credentialId: string
  publicKey: string
  counter: number
  isSynced: boolean
}

/** COSE numbers of the signatures that are taken, as browsers are told: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257]

/** Loaded for the first passkey: it takes some 100 ms, and most starts have none. */
async function library() {
  await import('reflect-metadata') // which parts of it expect, also where modules are joined
  return import('@simplewebauthn/server')
}

/**
 * Checks a signature of the challenge, made for this origin, with the person verified; null if it is not good. The counter is
 * left to the caller, who compares it after the signature is known to be good.
 */
export async function checkSignature(
  { origin, id }: RelyingParty,
  answer: PasskeyAnswer,
  { challenge, publicKey }: { challenge: string; publicKey: string },
): Promise<{ counter: number; isSynced: boolean } | null> {
  if (isFramed(answer.clientDataJSON)) return null
  const { verifyAuthenticationResponse } = await library()
  const { clientDataJSON, authenticatorData, signature } = answer
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: answer.id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: -1 },
    })
    if (!verified) return null
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  } catch {
    return null // whatever it is, it is not a good signature
  }
}

/**
 * Reads a new passkey that was made for the challenge and this origin, with the person verified; null if it is not good. It is
 * not asked who made the authenticator: certificates are refused, since checking them requests addresses that they name.
 */
export async function readNewPasskey(
  { origin, id }: RelyingParty,
  answer: NewPasskeyAnswer,
  challenge: string,
): Promise<ReadPasskey | null> {
  if (isFramed(answer.clientDataJSON)) return null
  const { verifyRegistrationResponse } = await library()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const { clientDataJSON, attestationObject } = answer
  try {
    const statement = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    const isBare = statement.get('fmt') === 'none'
    const isSelfSigned = statement.get('fmt') === 'packed' && statement.get('attStmt').get('x5c') === undefined
    if (!isBare && !isSelfSigned) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: answer.id,
        rawId: answer.id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== answer.id) return null
    const { credential, credentialBackedUp } = registrationInfo
    const publicKey = Buffer.from(credential.publicKey).toString('base64url')
    return { credentialId: credential.id, publicKey, counter: credential.counter, isSynced: credentialBackedUp }
  } catch {
    return null
  }
}

/** Whether a page of another site showed the inbox in a frame, which the inbox does not allow. */
function isFramed(clientDataJSON: string): boolean {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).crossOrigin === true
  } catch {
    return true
  }
}
