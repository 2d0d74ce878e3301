import type { JWTPayload, RemoteJWKSet } from 'jose'
import { loadLater } from '#base/load-later.ts'

const jose = loadLater<typeof import('jose')>('jose')

/** Signatures that are accepted (spec C17.4): by keys that the issuer alone has, so neither none nor an HMAC. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']
/** How far the issuer's clock may be from ours. */
export const CLOCK_SKEW_S = 60
/** A token that was issued longer ago is not one that was just asked for. */
const TOKEN_AGE_S = 10 * 60
/** Unknown key ids make the keys be read again at most this often. */
const REREAD_MS = 60_000
/** How long keys are used without reading them again. */
const KEPT_MS = 10 * 60_000

/** The keys that an issuer signs with, by `jwks_uri` of its discovery document. */
export class IssuerKeys {
  readonly #keys: RemoteJWKSet
  #rereadAt = Number.NEGATIVE_INFINITY

  constructor(uri: string, options: { fetch: typeof fetch; timeoutMs: number }) {
    const { createRemoteJWKSet, customFetch } = jose()
    this.#keys = createRemoteJWKSet(new URL(uri), {
      [customFetch]: options.fetch,
      timeoutDuration: options.timeoutMs,
      cacheMaxAge: KEPT_MS,
      cooldownDuration: Number.POSITIVE_INFINITY, // #verify alone decides when unknown keys are looked for
    })
  }

  /**
   * Claims of a token that the issuer signed for this client a short while ago. Rejects with the library's error, whose
   * message names no secret.
   */
  async verify(token: string, { issuer, clientId }: { issuer: string; clientId: string }): Promise<JWTPayload> {
    const { jwtVerify } = jose()
    const options = {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      clockTolerance: CLOCK_SKEW_S,
      maxTokenAge: TOKEN_AGE_S,
      requiredClaims: ['exp', 'iat'],
    }
    try {
      return (await jwtVerify(token, this.#keys, options)).payload
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error
      if (Date.now() - this.#rereadAt < REREAD_MS) throw error
      this.#rereadAt = Date.now()
      await this.#keys.reload()
      return (await jwtVerify(token, this.#keys, options)).payload
    }
  }
}
