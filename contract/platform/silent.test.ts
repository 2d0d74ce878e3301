import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { startWooShop } from '#test/doubles/woocommerce.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { connectWooShop } from '#test/fixtures/woo-store.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C10, C12: an order of a shop that does not answer.

const HOURS = 3
const LATER = `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${HOURS * 60 * 60_000}`
const server = await startServer({ env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '24h' } })

test('spec C10.8, C12.10: for a shop that does not answer, the last known order is used, and the AI agent says how old it is', async () => {
  const shop = await startWooShop()
  const { number, billing } = shop.save('orders', { number: 'W-2041' })
  const ai = { enabled: true, skills: { orderTracking: true } }
  const store = await makeStore(server, { settings: { ai } })
  await connectWooShop(store, shop)
  const ask = async (): Promise<string> => {
    const visitor = await makeVisitor(server, store)
    const { conversation } = await visitor.say(`Where is my order ${number}? My address is ${billing.email}`)
    const messages = `/chat/conversations/${conversation.id}/messages`
    return until(
      'an answer',
      async () => ok(await store.api.get(messages)).find((one: { isBot: boolean }) => one.isBot)?.text,
    )
  }
  const fresh = await ask()
  assert.match(fresh, new RegExp(`Order ${number}`))
  assert.doesNotMatch(fresh, /ago/)

  shop.troubles.push(...Array.from({ length: 100 }, () => 'cut' as const))
  await server.restart({ NODE_OPTIONS: LATER })
  const before = shop.troubles.length
  assert.match(await ask(), new RegExp(`Order ${number}[^]*this is what it told ${HOURS} hours ago\\.`))
  assert.ok(shop.troubles.length < before, 'the shop was asked')
  const { order } = await assistantOf(server, store).call('check_order_status', { orderNumber: number })
  assert.deepEqual([order.orderNumber, order.status], [number, 'open'])
})
