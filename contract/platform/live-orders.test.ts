import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { startWooShop } from '#test/doubles/woocommerce.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { connectWooShop } from '#test/fixtures/woo-store.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Contract, section 12: "an order that is missing or older than 60 seconds is asked for live where the platform can be asked".

const LATER = '--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+120000'
const server = await startServer({ env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '24h' } })

test('§12 an order is asked for live by the number of its parcel too, and one that was missing a moment ago again', async () => {
  const shop = await startWooShop({ road: { lost: 1 } })
  const parcel = { tracking_provider: 'Posten', tracking_number: 'JD0500', date_shipped: '1770000000' }
  const meta_data = [{ id: 1, key: '_wc_shipment_tracking_items', value: [parcel] }]
  const order = shop.save('orders', { number: '500', status: 'processing', meta_data })
  const store = await makeStore(server)
  await connectWooShop(store, shop)
  await server.restart({ NODE_OPTIONS: LATER })
  const assistant = assistantOf(server, store)
  shop.save('orders', { id: order.id, status: 'cancelled' })
  const told = await assistant.call('check_order_status', { trackingNumber: 'JD0500' })
  assert.deepEqual([told.order.orderNumber, told.order.status], ['500', 'cancelled'])

  await assistant.refused('check_order_status', { orderNumber: '600' }, 'NOT_FOUND')
  shop.save('orders', { number: '600' })
  await until('the order', async () => {
    const { body } = await assistant.rpc('tools/call', {
      name: 'check_order_status',
      arguments: { orderNumber: '600' },
    })
    return body.result.isError === false
  })
})
