import { startShopify } from '#test/doubles/shopify.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { delivered } from '#test/fixtures/order-actions.ts'
import { approvalsOf, askAsShopper, makeApprovalStore, placeOrder } from '#test/fixtures/order-approvals.ts'
import { until } from '#test/until.ts'
import { withServer } from '../shops/server.ts'
import { readLines } from './store.ts'

// Requests about customers' own orders, at a shop at Shopify: order-requests.txt, with what has to be prepared.

/** A request, and what came of it. */
export interface OrderRequest {
  text: string
  wanted: 'cancel' | 'refund' | 'no-cancel' | 'no-refund'
  /** Kind of the action that was prepared; null: none. */
  prepared: string | null
  /** State of the approval; null where nothing was prepared. */
  state: string | null
  answer: string
}

export interface OrderRequests {
  asked: OrderRequest[]
  /** Changes of orders in the shop before and after members approved all that was prepared, each twice at once. */
  writesBefore: number
  writesAfter: number
}

/**
 * Asks every second request: the ones that are looked at while building, or the others, which are only measured. `orderActions`
 * adds to the store's settings what runs without approval.
 */
export async function askForOrderActions(half: 'seen' | 'unseen', orderActions: object = {}): Promise<OrderRequests> {
  const isAllowed = Object.keys(orderActions).length > 0
  const shopify = await startShopify()
  Object.assign(shopify.budget, { max: 1_000_000, available: 1_000_000, restore: 100_000 })
  const lines = readLines('order-requests.txt')
    .filter((_, i) => (i % 2 === 0) === (half === 'seen'))
    .map((line) => {
      const [, wanted, words = ''] = line.split(' | ')
      const fields = wanted?.endsWith('refund') ? { fulfillments: delivered(new Date().toISOString()) } : {}
      const { number, email } = placeOrder(shopify, fields)
      const text = words.replace('{order}', number).replace('{email}', email)
      return { wanted: wanted as OrderRequest['wanted'], text }
    })
  return withServer({ ...shopify.env, PLATFORM_PULL_EVERY: '1h' }, async (server) => {
    const store = await makeApprovalStore(server, shopify, { orderActions })
    const owner = await signInOwner(server, store)
    const asked: OrderRequest[] = []
    const waiting: (() => Promise<unknown>)[] = []
    for (const { text, wanted } of lines) {
      const { id, answer } = await askAsShopper(server, store, text)
      const approvals = approvalsOf(owner, id)
      // What the settings allow runs within a second or so; a question waits for a member.
      const isLeft = (one?: { state: string; outcome: string | null }) =>
        isAllowed && !text.includes('?') && one && (one.state === 'waiting' || one.outcome === 'pending')
      const approval = await until('what is allowed to be done', async () => {
        const [one] = await approvals.list()
        return !isLeft(one) && (one ?? { kind: null, state: null })
      })
      asked.push({ text, wanted, prepared: approval.kind, state: approval.state, answer })
      if (approval.state === 'waiting') waiting.push(() => approvals.decide(approval.id, true))
    }
    const writesBefore = shopify.writes
    for (const approve of waiting) await Promise.all([approve(), approve()])
    return { asked, writesBefore, writesAfter: shopify.writes }
  })
}
