import { ShopUnavailable } from '../shop-unavailable.ts'
import type { CostBudget } from './budget.ts'

/** Shopify's Admin API, asked in GraphQL within the shop's budget. */

const VERSION = '2026-07'
const TRIES = 4

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any
export type AskShopify = (name: string, query: string, variables?: Variables) => Promise<Any>
type Variables = { first?: number; ids?: string[] } & Record<string, unknown>

interface Asking {
  url: string
  /** `isRefused`: the one before was not taken. */
  tokenOf: (isRefused: boolean) => Promise<string>
  budget: CostBudget
  fetchAllowed: typeof fetch
  signal?: (() => AbortSignal) | undefined
}

/** Asks with a token, another one where that has ended; waits where the budget is spent. */
export function shopifyApi({ url, tokenOf, budget, fetchAllowed, signal }: Asking): AskShopify {
  const post = async (token: string, body: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token }
    const until = signal ? { signal: signal() } : {}
    const address = `${url}/admin/api/${VERSION}/graphql.json`
    const response = await fetchAllowed(address, { method: 'POST', headers, body, ...until }).catch((error: Error) => {
      const { cause } = error as { cause?: Error }
      throw new ShopUnavailable(`The shop cannot be reached: ${cause?.message ?? error.message}`, false)
    })
    return { status: response.status, answer: (await response.json().catch(() => null)) as Any }
  }

  return async (name, query, variables = {}) => {
    const body = JSON.stringify({ query, variables })
    const records = variables.first ?? variables.ids?.length ?? 1
    let isRefused = false
    for (let tries = 1; ; tries++) {
      await budget.admit({ name, records, isUrgent: signal !== undefined }, signal?.())
      const { status, answer } = await post(await tokenOf(isRefused), body)
      budget.note(name, answer?.extensions?.cost)
      const error = [answer?.errors ?? []].flat()[0]
      const isThrottled = error?.extensions?.code === 'THROTTLED' || status === 429
      if (status === 401 && !isRefused) isRefused = true
      else if (!isThrottled || tries >= TRIES) return read(status, answer, error)
    }
  }
}

const REFUSALS: Record<number, string> = {
  401: 'no token of it is taken',
  402: 'the shop is frozen',
  403: 'the app may not read this',
  404: 'there is no such shop',
}

function read(status: number, answer: Any, error: Any): Any {
  if (status === 401 || status === 402 || status === 403 || status === 404) {
    const words = `Shopify refuses the app (${REFUSALS[status]}): install it in the shop again.`
    throw new ShopUnavailable(words, true, { isRefused: status === 401 })
  }
  if (error?.extensions?.code === 'ACCESS_DENIED') {
    const why = String(error.message).slice(0, 200)
    throw new ShopUnavailable(`The app lacks a scope: give it that, and connect the shop again. ${why}`, true)
  }
  if (!answer?.data || error) {
    const why = error?.message ?? (typeof error === 'string' ? error : `it answered ${status} without GraphQL`)
    throw new ShopUnavailable(`The shop could not answer: ${String(why).slice(0, 300)}`, false)
  }
  return answer.data
}
