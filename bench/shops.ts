import { measureChanges, measureConnect } from './shops/connect.ts'
import { customShop, ORDERS, PRODUCTS, shopifyShop, wooShop } from './shops/contents.ts'
import { measureForgeries } from './shops/forgeries.ts'
import { measureHealing } from './shops/healing.ts'
import { measureRedaction } from './shops/redaction.ts'
import { withServer } from './shops/server.ts'

// npm run bench:shops — a connected shop: how long until all of it is answerable, and until a change there is; what is
// wrong after badly carried webhooks and one reading; how long a redacted customer is still in the database; and what
// forged webhooks change. Shops are the doubles of test/doubles. On the embedded database or, with BENCH_SERVER_URL, on
// a database of its own on that server. BENCH_ONLY names a part: connect, healing, redaction or forgeries; BENCH_SHOPS one
// shop of the first: custom, woo or shopify. BENCH_WAIT: seconds that it is looked at whether all of it is here.

const CHANGES = 120
const only = process.env.BENCH_ONLY
const rows: Record<string, string>[] = []
const seconds = (ms: number | null) => (ms === null ? 'not yet' : `${(ms / 1000).toFixed(1)} s`)
function report(measure: string, shop: string, found: string, goal: string, isMet: boolean): void {
  const row = { measure, shop, found, goal, verdict: isMet ? 'met' : 'MISSED' }
  rows.push(row)
  console.log(Object.values(row).join('\t'))
}

if (!only || only === 'connect') {
  for (const make of [customShop, wooShop, shopifyShop]) {
    if (process.env.BENCH_SHOPS && !make.name.startsWith(process.env.BENCH_SHOPS)) continue
    const shop = await make()
    await withServer({ ...shop.env, PLATFORM_PULL_EVERY: '1h' }, async (server) => {
      const { connected, answerableMs, completeMs, orders, steps } = await measureConnect(server, shop)
      const size = `${PRODUCTS} products, ${ORDERS} orders`
      report(`${size}: answerable`, shop.name, seconds(answerableMs), '60 s', answerableMs <= 60_000)
      report('  figures of progress on the way', shop.name, String(steps), '> 2', steps > 2)
      console.log(`  all records here: ${seconds(completeMs)} (${orders} orders)`)
      const times = await measureChanges(server, connected, CHANGES)
      const at = (part: number) => times[Math.floor(times.length * part)] as number
      const found = `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms`
      report(`${CHANGES} changes: until told`, shop.name, found, 'p95 5 s', at(0.95) <= 5_000)
    })
  }
}

if (!only || only === 'healing') {
  for (const { name, changes, before, after } of await measureHealing()) {
    report(`${changes} changes on a bad road`, name, `${before} records differed, then ${after}`, 'then 0', after === 0)
  }
}

if (!only || only === 'redaction') {
  const { rows: left, ms, before } = await measureRedaction()
  const found = `${before} rows, then ${left} after ${seconds(ms)}`
  report('a redacted customer’s words in a dump', 'custom', found, '0 within 60 s', left === 0 && ms <= 60_000)
}

if (!only || only === 'forgeries') {
  for (const { name, sent, changed } of await measureForgeries()) {
    report(`${sent} forged, foreign or repeated webhooks`, name, `${changed} records changed`, '0', changed === 0)
  }
}

console.table(rows)
// The doubles would go on serving.
process.exit(rows.some(({ verdict }) => verdict === 'MISSED') ? 1 : 0)
