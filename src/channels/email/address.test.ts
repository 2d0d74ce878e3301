import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  makeBounceAddress,
  makeMessageId,
  makeReplyAddress,
  readAddress,
  readMessageId,
  storeKeyOf,
} from './address.ts'

const key = [randomBytes(32)] as const
const domain = 'in.example'

test('an address names its store and conversation, in any case, in at most 64 octets', () => {
  for (let i = 0; i < 200; i++) {
    const [shopId, id] = [randomUUID(), randomUUID()]
    for (const [use, make] of [
      ['reply', makeReplyAddress],
      ['bounce', makeBounceAddress],
    ] as const) {
      const address = make(key, shopId, id, domain) as string
      assert.ok((address.split('@')[0] as string).length <= 64)
      for (const spelling of [address, address.toUpperCase()]) {
        assert.deepEqual(readAddress(key, spelling), { use, storeKey: storeKeyOf(shopId), id })
      }
    }
  }
})

test('spec C11.10: an address with any letter changed, of another key, or put to another use names nothing', () => {
  const address = makeReplyAddress(key, 'shop', randomUUID(), domain) as string
  for (let at = 'reply+'.length; at < address.indexOf('@'); at++) {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz234567') {
      if (letter === address[at]) continue
      assert.equal(readAddress(key, address.slice(0, at) + letter + address.slice(at + 1)), null)
    }
  }
  assert.equal(readAddress([randomBytes(32)], address), null)
  assert.equal(readAddress(key, address.replace('reply', 'bounce')), null)
  for (const other of ['', 'reply+@in.example', 'support@in.example', `x${address}`, address.replace('@', 'a@')]) {
    assert.equal(readAddress(key, other), null)
  }
})

test('spec C11.10: what an older key made stays good', () => {
  const id = randomUUID()
  const both = [randomBytes(32), ...key] as const
  const address = makeReplyAddress(key, 'shop', id, domain) as string
  assert.equal(readAddress(both, address)?.id, id)
  assert.equal(readMessageId(both, makeMessageId(key, id, domain)), id)
  assert.equal(readAddress(key, makeReplyAddress(both, 'shop', id, domain) as string), null)
})

test('an id that is not a UUID has no address', () => {
  for (const id of ['', 'order-7', 'a'.repeat(128), `${randomUUID()}\n`, randomUUID().toUpperCase()]) {
    assert.equal(makeReplyAddress(key, 'shop', id, domain), null)
  }
})

test('spec C11.10: a Message-ID names its message, with the key it was made with only', () => {
  const id = randomUUID()
  const header = makeMessageId(key, id, domain)
  assert.match(header, /^<[0-9a-f-]{36}\.[a-z2-7]{26}@in\.example>$/)
  assert.equal(readMessageId(key, header), id)
  assert.equal(readMessageId(key, ` ${header.toUpperCase()} `), id)
  assert.equal(readMessageId([randomBytes(32)], header), null)
  assert.equal(readMessageId(key, header.replace(id, randomUUID())), null)
  for (const other of ['', '<a@b>', `${header}x`, '<.@>']) assert.equal(readMessageId(key, other), null)
})
