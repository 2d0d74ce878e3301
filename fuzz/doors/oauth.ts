import type { Random } from '#base/random.ts'
import { CALLBACK, type Connection } from '#test/clients/oauth.ts'
import { asBody, type Door, extraHeaders } from '../door.ts'
import { type Ids, mutated, text } from '../values.ts'

const METADATA = {
  client_name: 'Made up',
  redirect_uris: [CALLBACK, 'http://127.0.0.1/callback', 'cursor://a.b/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/**
 * Requests of the door that lets assistants in: documents, registrations, tokens and revocations, from those of a
 * program that is connected. Its own tokens come too, mostly with something wrong; a good one now and then ends it.
 */
export function oauthDoor(server: { baseUrl: string }, appId: string, connection: Connection, ids: Ids): Door {
  const { clientId, refreshToken, code, verifier } = connection
  const resource = `${server.baseUrl}/mcp/${appId}`
  const forms: Record<string, string>[] = [
    { grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: CALLBACK, code_verifier: verifier },
    { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId, resource },
    { token: refreshToken, token_type_hint: 'refresh_token' },
  ]
  const segment = (random: Random) =>
    random.chance(0.9) ? appId : encodeURIComponent(text(random, ids).toWellFormed())
  const formOf = (random: Random): string =>
    new URLSearchParams(
      Object.entries(random.pick(forms)).flatMap(([name, value]): [string, string][] => {
        const kind = random.fraction()
        if (kind < 0.1) return []
        if (kind < 0.15)
          return [
            [name, value],
            [name, value],
          ]
        return [[random.chance(0.95) ? name : text(random, ids), kind < 0.5 ? text(random, ids) : value]]
      }),
    ).toString()
  return {
    name: 'oauth',
    weight: 4,
    sees: 'store',
    make(random) {
      const kind = random.fraction()
      const headers = extraHeaders(random)
      if (kind < 0.3) {
        const document = random.pick(['oauth-protected-resource', 'oauth-authorization-server'])
        return { method: 'GET', path: `/.well-known/${document}/mcp/${segment(random)}`, headers }
      }
      const path = `/oauth/${segment(random)}`
      if (kind < 0.6) {
        const body = asBody(mutated(METADATA, random, ids), random)
        return {
          method: 'POST',
          path: `${path}/register`,
          headers: { 'content-type': 'application/json', ...headers },
          body,
        }
      }
      return {
        method: 'POST',
        path: `${path}/${random.pick(['token', 'token', 'revoke'])}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: formOf(random),
      }
    },
  }
}
