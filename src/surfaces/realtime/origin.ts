import type { IncomingMessage } from 'node:http'

/** Whether a request comes from a page of this service: its own address, or the one it was asked at. Null: no page. */
export function createOwnOriginRule(baseUrl: string): (request: IncomingMessage) => boolean | null {
  const own = new URL(baseUrl).origin
  return ({ headers }) => {
    const { origin, host } = headers
    if (origin === undefined) return null
    if (origin === own) return true
    return URL.canParse(origin) && new URL(origin).host === host
  }
}
