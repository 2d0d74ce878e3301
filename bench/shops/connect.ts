import { assistantOf } from '#test/clients/mcp.ts'
import { ok } from '#test/expect.ts'
import type { Server } from '#test/service/server.ts'
import { sleep } from '#test/until.ts'
import { type BenchShop, type Connected, newName, ORDERS, PRODUCTS } from './contents.ts'

/** Measures from a new connection until all records of the shop are readable, and from a change there until it is here. */

const PROBES = 50
const ASKED_EVERY_MS = 100
/** How long it is looked at whether all records are here: a shop's own budget may ask for longer. */
const LATEST_MS = Number(process.env.BENCH_WAIT ?? 90) * 1000

export interface Reading {
  /** Time until the tools return each product, and each order by its number. */
  answerableMs: number
  /** Until all records are here; null where that takes longer than it was looked at. */
  completeMs: number | null
  /** Orders that were here then. */
  orders: number
  /** Different figures of progress that were shown on the way. */
  steps: number
}

/** Connects a shop and waits for its records. */
export async function measureConnect(server: Server, shop: BenchShop): Promise<Reading & { connected: Connected }> {
  const begun = performance.now()
  const since = () => performance.now() - begun
  const connected = await shop.connect(server)
  const { store } = connected
  const shown = new Set<string>()
  const progress = async () => {
    const [{ sync }] = ok(await store.operator.get(`/operator/stores/${store.shopId}/connections`))
    const recordsOf = (name: string): number =>
      sync.kinds.find(({ kind }: { kind: string }) => kind === name)?.records ?? 0
    const [products, orders] = [recordsOf('product'), recordsOf('order')]
    shown.add(`${products} ${orders}`)
    return { products, orders }
  }
  let answerableMs: number | null = null
  for (;;) {
    const { products, orders } = await progress()
    if (
      answerableMs === null &&
      products >= PRODUCTS &&
      (orders >= ORDERS || (await ordersAreTold(server, connected)))
    ) {
      answerableMs = since()
    }
    const isComplete = products >= PRODUCTS && orders >= ORDERS
    if (isComplete && answerableMs === null) continue
    if (isComplete || since() > LATEST_MS) {
      const completeMs = isComplete ? since() : null
      return {
        answerableMs: answerableMs ?? Number.POSITIVE_INFINITY,
        completeMs,
        orders,
        steps: shown.size,
        connected,
      }
    }
    await sleep(100)
  }
}

/** Whether orders from all over the shop are told, be it that the shop is asked for them. */
async function ordersAreTold(server: Server, { store, orderNumber }: Connected): Promise<boolean> {
  const assistant = assistantOf(server, store)
  for (let i = 0; i < PROBES; i++) {
    const n = Math.floor(((i + Math.random()) * ORDERS) / PROBES)
    const { body } = await assistant.rpc('tools/call', {
      name: 'check_order_status',
      arguments: { orderNumber: orderNumber(n) },
    })
    if (body.result.isError) return false
  }
  return true
}

/** Milliseconds from each of `changes` changes until the tools return it, sorted; eight changes per second. */
export async function measureChanges(server: Server, connected: Connected, changes: number): Promise<number[]> {
  const assistant = assistantOf(server, connected.store)
  const titleNow = async (query: string): Promise<boolean> => {
    const { body } = await assistant.rpc('tools/call', { name: 'product_lookup', arguments: { query } })
    return body.result.structuredContent?.products.some(({ title }: { title: string }) => title === query) ?? false
  }
  const running: Promise<number>[] = []
  for (let n = 0; n < changes; n++) {
    const title = newName()
    running.push(
      (async () => {
        const changedAt = performance.now()
        await connected.rename(n % PRODUCTS, title)
        // Now and then: many that ask without a break would be what is measured.
        while (!(await titleNow(title))) await sleep(ASKED_EVERY_MS)
        return performance.now() - changedAt
      })(),
    )
    await sleep(125)
  }
  return (await Promise.all(running)).sort((a, b) => a - b)
}
