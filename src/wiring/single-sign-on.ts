import type { Config } from '#config'
import { Issuers } from '#core/members/single-sign-on/issuers.ts'
import { AddressBook } from '#outbound/address.ts'
import { OidcIssuer } from '#outbound/oidc/issuer.ts'
import { createIssuerFetch } from '#outbound/oidc/issuer-fetch.ts'

/** Path that issuers send browsers back to. */
const CALLBACK_PATH = '/api/chat/sign-in/oidc/callback'

/** Issuers that members sign in through, at public addresses and in the networks of OIDC_ALLOW_CIDRS. */
export function createIssuers({
  oidc,
  oidcAllowCidrs: allow,
  webhookDnsServers: dnsServers,
  baseUrl,
}: Config): Issuers {
  const fetch = createIssuerFetch(new AddressBook({ allow, dnsServers }))
  return new Issuers(oidc, (client) => new OidcIssuer(client, { fetch, redirectUri: `${baseUrl}${CALLBACK_PATH}` }))
}
