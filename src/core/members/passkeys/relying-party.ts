import { hash } from 'node:crypto'
import { isIP } from 'node:net'

/** The service as browsers and authenticators know it: it comes from BASE_URL, never from a request. */
export interface RelyingParty {
  /** Origin that a browser signs for. */
  origin: string
  /** Host that passkeys belong to. */
  id: string
}

/** Returns null where browsers have no passkeys: at an IP address, and over http elsewhere than on this machine. */
export function relyingPartyOf(baseUrl: string): RelyingParty | null {
  const { origin, hostname, protocol } = new URL(baseUrl)
  if (isIP(hostname) || hostname.startsWith('[')) return null
  return protocol === 'https:' || hostname === 'localhost' ? { origin, id: hostname } : null
}

/** What an authenticator knows a member by: it tells nothing of them, and is another one in each store. */
export function userHandleOf({ shopId, memberId }: { shopId: string; memberId: string }): string {
  return hash('sha256', JSON.stringify(['passkey', shopId, memberId]), 'base64url')
}
