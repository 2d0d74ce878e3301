import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MembersTyping } from './typing.ts'

type Listener = (shopId: string, signal: object) => void

/** A bus that only signals, and a store with a message of age `ageMs`. */
function setUp(ageMs: number) {
  let signal: Listener = () => {}
  const subscribe = (listener: Listener) => {
    signal = listener
  }
  const typing = new MembersTyping({ subscribe } as never)
  const shop = { shopId: 'shop', query: async () => [{ createdAt: new Date(Date.now() - ageMs) }] } as never
  return {
    tell: (active: boolean, from = 'member') =>
      signal('shop', { kind: 'typing', from, memberId: 'lin', id: 'one', active }),
    waitFor: (conversationId = 'one') => typing.waitFor(shop, { conversationId, position: '1' } as never),
  }
}

test('spec C10.1: a member who types holds the answer back until four seconds after the message, not from the first sign on', async () => {
  for (const [ageMs, isHeld] of [
    [0, true],
    [3_000, true],
    [3_600, false],
    [60_000, false],
  ] as const) {
    const { tell, waitFor } = setUp(ageMs)
    tell(true)
    assert.equal((await waitFor()) > 0, isHeld, `${ageMs} ms`)
  }
})

test('members who stopped, who type elsewhere, and other senders delay nothing', async () => {
  const { tell, waitFor } = setUp(0)
  assert.equal(await waitFor(), 0)
  tell(true, 'customer')
  assert.equal(await waitFor(), 0)
  tell(true)
  assert.equal(await waitFor('another'), 0)
  tell(false)
  assert.equal(await waitFor(), 0)
})
