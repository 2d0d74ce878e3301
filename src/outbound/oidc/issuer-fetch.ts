import type { AddressBook } from '../address.ts'
import { createVettedFetch } from '../vetted-fetch.ts'

/** Time for one answer of an issuer, and its bytes. */
export const ISSUER_TIMEOUT_MS = 10_000
const ISSUER_BYTES = 512 * 1024

/**
 * A `fetch` for issuers: https at addresses that the operator allows, and http in networks that `OIDC_ALLOW_CIDRS` names
 * alone, since anyone on the way could answer it.
 */
export function createIssuerFetch(addresses: AddressBook): typeof fetch {
  const vetted = createVettedFetch(addresses, { timeoutMs: ISSUER_TIMEOUT_MS, bytes: ISSUER_BYTES })
  return (async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'https:') {
      const address = await addresses.resolve(url.hostname)
      if (url.protocol !== 'http:' || !addresses.isNamed(address)) {
        throw new Error(`${url.origin} is not https, and not in a network of OIDC_ALLOW_CIDRS`)
      }
    }
    return vetted(input, init)
  }) as typeof fetch
}
