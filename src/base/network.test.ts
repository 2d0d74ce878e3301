import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

test('an IPv4 address counts by itself, however it is written', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('::ffff:cb00:7109'), '203.0.113.9')
})

test('all addresses of a /64 network count as one, however they are written', () => {
  const network = '2001:db8:0:1::/64'
  for (const address of [
    '2001:db8:0:1::',
    '2001:db8:0:1::2',
    '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff',
    '2001:db8:0:1:a::%eth0',
  ]) {
    assert.equal(networkOf(address), network, address)
  }
  assert.notEqual(networkOf('2001:db8:0:2::'), network)
  assert.equal(networkOf('::1'), networkOf('::2'))
})

test('an invalid address is returned as it is, and shortened', () => {
  assert.equal(networkOf(''), '')
  assert.equal(networkOf('x'.repeat(1_000)).length, 64)
})
