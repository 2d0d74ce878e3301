import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Caller } from '#core/caller.ts'
import type { Order, Platform } from '#core/commerce/platform.ts'
import { ParleyError } from '#core/errors.ts'
import { ORDER_LOOKUPS_OF_EMAIL, ORDER_LOOKUPS_PER_MINUTE, SIGN_IN_WINDOW_MS } from '#core/limits.ts'
import { MinuteLimits } from '#core/rates/minute-limits.ts'
import { MemoryRateCounter } from '#core/rates/rate-counter.ts'
import { standingClock } from '#test/clock.ts'
import { OrderLookups } from './order-lookups.ts'

const time = standingClock()
const counters = [new MemoryRateCounter(), new MemoryRateCounter(SIGN_IN_WINDOW_MS)] as const
after(() => Promise.all(counters.map((counter) => counter.close())))

/** Knows one order. */
const platform = {
  async getOrder(_: Caller, by: { orderNumber?: string }) {
    if (by.orderNumber !== '1042') throw new ParleyError('NOT_FOUND', 'Order not found.')
    return { orderNumber: '1042' } as Order
  },
} as Platform
const lookups = new OrderLookups(platform, new MinuteLimits(counters[0], 6_000), counters[1])
const callerOf = (shopId: string) => ({ shop: { shopId } }) as Caller

let askers = 0
/** A look-up by a new visitor: whether it was answered. */
async function lookUp(shopId: string, email: string, ipAddress = `10.0.${askers >> 8}.${askers & 255}`) {
  const asker = { id: `visitor-${askers++}`, ipAddress }
  try {
    await lookups.find(callerOf(shopId), asker, { key: '1042', email, isVerified: false })
    return true
  } catch (error) {
    assert.equal((error as ParleyError).code, 'RATE_LIMITED')
    return false
  }
}

test('a store has a limit of its own, for all visitors and addresses', async () => {
  for (let i = 0; i < ORDER_LOOKUPS_PER_MINUTE.store; i++) assert.ok(await lookUp('busy', `c${i}@shop.example`))
  assert.equal(await lookUp('busy', 'next@shop.example'), false)
  assert.equal(await lookUp('other', 'next@shop.example'), true)
  time.now += 60_000
  assert.equal(await lookUp('busy', 'next@shop.example'), true)
})

test('a typed address has a limit for 15 minutes, however it is spelled; its owner by the shop’s word has none', async () => {
  for (let i = 0; i < ORDER_LOOKUPS_OF_EMAIL; i++)
    assert.ok(await lookUp('quiet', i % 2 ? 'Ana@Shop.example' : 'ana@shop.example'))
  time.now += 120_000
  assert.equal(await lookUp('quiet', 'ana@shop.example'), false)
  const own = { key: '1042', email: 'ana@shop.example', isVerified: true }
  assert.ok(await lookups.find(callerOf('quiet'), { id: 'ana', ipAddress: null }, own))
  time.now += SIGN_IN_WINDOW_MS
  assert.equal(await lookUp('quiet', 'ana@shop.example'), true)
})

test('what one limit rejects uses up none of the limits that others share', async () => {
  for (let i = 0; i < ORDER_LOOKUPS_PER_MINUTE.network + 40; i++)
    await lookUp('shared', 'eve@shop.example', '203.0.113.1')
  time.now += SIGN_IN_WINDOW_MS
  const one = { id: 'one visitor', ipAddress: '203.0.113.2' }
  for (let i = 0; i < 100; i++) {
    await lookups
      .find(callerOf('shared'), one, { key: '1042', email: 'ben@shop.example', isVerified: false })
      .catch(() => {})
  }
  assert.equal(await lookUp('shared', 'ben@shop.example', '203.0.113.2'), true)
})

test('a member of the store who tries the AI agent out is not counted', async () => {
  for (let i = 0; i < 50; i++) {
    assert.ok(
      await lookups.find(callerOf('tried'), null, { key: '1042', email: 'ana@shop.example', isVerified: false }),
    )
  }
})
