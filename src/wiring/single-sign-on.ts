import type { Config } from '#config'
import { callbackPathOf, Issuers } from '#core/members/single-sign-on/issuers.ts'
import { AddressBook } from '#outbound/address.ts'
import { OidcIssuer } from '#outbound/oidc/issuer.ts'
import { createIssuerFetch } from '#outbound/oidc/issuer-fetch.ts'

/** Issuers that members sign in through, at public addresses and in the networks of OIDC_ALLOW_CIDRS. */
export function createIssuers({
  oidc,
  oidcAllowCidrs: allow,
  webhookDnsServers: dnsServers,
  baseUrl,
}: Config): Issuers {
  const fetch = createIssuerFetch(new AddressBook({ allow, dnsServers }))
  const redirectUri = (shopId: string | null) => baseUrl + callbackPathOf(shopId)
  return new Issuers(oidc, (client, shopId) => new OidcIssuer(client, { fetch, redirectUri: redirectUri(shopId) }))
}
