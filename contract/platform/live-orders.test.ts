import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { startWooShop } from '#test/doubles/woocommerce.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { connectWooShop } from '#test/fixtures/woo-store.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12.10: orders that are missing or old are asked for in the shop.

/** What moves a process's clock forward. It stays after a restart, so each test goes further than the one before. */
const later = (minutes: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${minutes * 60_000}`,
})
const server = await startServer({ env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '24h' } })

test('spec C12.10: an order is asked for live by the number of its parcel too, and one that was missing a moment ago again', async () => {
  const shop = await startWooShop({ road: { lost: 1 } })
  const parcel = { tracking_provider: 'Posten', tracking_number: 'JD0500', date_shipped: '1770000000' }
  const meta_data = [{ id: 1, key: '_wc_shipment_tracking_items', value: [parcel] }]
  const order = shop.save('orders', { number: '500', status: 'processing', meta_data })
  const store = await makeStore(server)
  await connectWooShop(store, shop)
  await server.restart(later(2))
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

test('spec C12.10: an order that the shop no longer has is not shown any more, and one that it still has is', async () => {
  const shop = await startWooShop({ road: { lost: 1 } })
  const gone = shop.save('orders', { number: '700', status: 'processing' })
  const trashed = shop.save('orders', { number: '701', status: 'processing' })
  shop.save('orders', { number: '702', status: 'processing' })
  const store = await makeStore(server)
  await connectWooShop(store, shop)
  const assistant = assistantOf(server, store)
  for (const orderNumber of ['700', '701', '702']) await assistant.call('check_order_status', { orderNumber })
  shop.remove('orders', gone.id)
  shop.trash('orders', trashed.id)
  await server.restart(later(5))
  for (const orderNumber of ['700', '701']) {
    await assistant.refused('check_order_status', { orderNumber }, 'NOT_FOUND')
  }
  const { order } = await assistant.call('check_order_status', { orderNumber: '702' })
  assert.equal(order.orderNumber, '702')
})
