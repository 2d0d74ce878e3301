/** The addresses by which OAuth names a store's parts. `baseUrl` has no slash at its end. */

/** What an assistant is given as its one address, and what its tokens are for (RFC 8707, RFC 9728). */
export const resourceOf = (baseUrl: string, appId: string) => `${baseUrl}/mcp/${appId}`

/**
 * The authorization server of one store (RFC 8414): each store has its own, so no answer of one is taken for another's. It
 * has the address of what it guards, where clients of some years look for it.
 */
export const issuerOf = (baseUrl: string, appId: string) => resourceOf(baseUrl, appId)

/** The address of the document about a resource: the well-known name comes before its path (RFC 9728, 3.1). */
export function resourceMetadataOf(baseUrl: string, appId: string): string {
  const { origin, pathname } = new URL(resourceOf(baseUrl, appId))
  return `${origin}/.well-known/oauth-protected-resource${pathname}`
}

/** The one scope there is: to use the store's tools. Which ones there are is up to the store's settings. */
export const SCOPE = 'tools'
