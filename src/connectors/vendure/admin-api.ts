import { ShopUnavailable } from '../shop-unavailable.ts'
import { ShopRefused } from '../writer.ts'

/** Vendure's admin API (3.6 and later), asked with an API key. */

export type Ask = (query: string, variables: object) => Promise<Record<string, unknown>>

/** Asks with the credentials of a connection. The answer is `data`; `signal` ends a question that takes too long. */
export function adminApi(
  { url, key }: { url: string; key: string },
  fetchAllowed: typeof fetch,
  signal?: () => AbortSignal,
): Ask {
  return async (query, variables) => {
    const response = await fetchAllowed(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'vendure-api-key': key },
      body: JSON.stringify({ query, variables }),
      ...(signal ? { signal: signal() } : {}),
    }).catch((error: Error) => {
      const { cause } = error as { cause?: Error }
      throw new ShopUnavailable(`The shop cannot be reached: ${cause?.message ?? error.message}`, false)
    })
    const isRefused = response.status === 401 || response.status === 403
    const answer = (await response.json().catch(() => null)) as {
      data?: Record<string, unknown> | null
      errors?: { message?: string; extensions?: { code?: string } }[]
    } | null
    const [error] = answer?.errors ?? []
    if (isRefused || error?.extensions?.code === 'FORBIDDEN') {
      throw new ShopUnavailable(
        'The shop refuses the API key: make one that may read (and change orders, where members do that), and connect the shop again.',
        true,
      )
    }
    if (error?.extensions?.code === 'USER_INPUT_ERROR') throw new ShopRefused(String(error.message).slice(0, 300))
    if (!answer?.data || error) {
      const why = error?.message ?? `it answered ${response.status} without GraphQL`
      throw new ShopUnavailable(`The shop could not answer: ${String(why).slice(0, 300)}`, false)
    }
    return answer.data
  }
}
