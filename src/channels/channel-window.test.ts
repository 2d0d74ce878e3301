import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availabilityOf, type Reach, whyUnreachable } from './channel-window.ts'

const HOUR_MS = 60 * 60 * 1000
const now = new Date('2026-01-02T12:00:00Z')
const reach = (change: Partial<Reach>): Reach => ({
  channel: 'social_messenger',
  account: null,
  hasRecipient: true,
  closedAt: null,
  lastCustomerAt: new Date(now.getTime() - HOUR_MS),
  now,
  windowMs: 24 * HOUR_MS,
  ...change,
})

test('a messaging channel takes replies until its window closes', () => {
  assert.deepEqual(availabilityOf(reach({})), { reason: null, windowEnd: new Date('2026-01-03T11:00:00Z') })
  const closed = reach({ lastCustomerAt: new Date(now.getTime() - 24 * HOUR_MS) })
  assert.deepEqual(availabilityOf(closed), { reason: 'window-closed', windowEnd: now })
  assert.match(whyUnreachable(closed) ?? '', /closed at 2026-01-02T12:00:00\.000Z/)
})

test('without a recipient there is no window', () => {
  for (const change of [{ hasRecipient: false }, { lastCustomerAt: null }]) {
    assert.deepEqual(availabilityOf(reach(change)), { reason: 'no-recipient', windowEnd: null })
  }
})

test('email needs an address, the online store nothing', () => {
  assert.equal(availabilityOf(reach({ channel: 'email', hasRecipient: false })).reason, 'no-address')
  assert.equal(whyUnreachable(reach({ channel: 'email' })), null)
  assert.equal(whyUnreachable(reach({ channel: 'online_store', hasRecipient: false })), null)
})

test('an account that does not work refuses, whatever the window; one that was never connected refuses nothing', () => {
  for (const state of ['broken', 'disconnected'] as const) {
    const refused = reach({ account: { state, name: null, address: null } })
    assert.deepEqual(availabilityOf(refused), { reason: `account-${state}`, windowEnd: null })
    assert.match(whyUnreachable(refused) ?? '', /account on social_messenger/)
  }
  assert.equal(availabilityOf(reach({ account: { state: 'connected', name: null, address: null } })).reason, null)
})

test('a provider that has closed its window closes ours', () => {
  const closedAt = new Date(now.getTime() - 1_000)
  assert.deepEqual(availabilityOf(reach({ closedAt })), { reason: 'window-closed', windowEnd: closedAt })
})
