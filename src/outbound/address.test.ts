import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressBook, AddressRefused } from './address.ts'

const book = new AddressBook({ allow: [], dnsServers: [] })
/** As a url's host name comes out of the URL parser. */
const hostOf = (host: string) => new URL(`https://${host}/`).hostname

const REFUSED = [
  '127.0.0.1',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '0177.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '192.88.99.1',
  '[::1]',
  '[::]',
  '[::127.0.0.1]',
  '[::8.8.8.8]',
  '[::ffff:127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a00:1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:808:808::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[2001:10::1]',
  '[3fff::1]',
  '[4000::1]',
  '[100::1]',
  '[5f00::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
]

for (const host of REFUSED) {
  test(`refuses ${host}`, async () => {
    await assert.rejects(book.resolve(hostOf(host)), AddressRefused)
  })
}

for (const host of [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '[2606:4700::1111]',
  '[2a00:1450:4001::5]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::808:808]',
]) {
  test(`accepts ${host}`, async () => {
    assert.ok(await book.resolve(hostOf(host)))
  })
}

test('an allowed network may be reached in each of its spellings, and no other', async () => {
  const allowing = new AddressBook({ allow: ['127.0.0.0/8', 'fd00::/8'], dnsServers: [] })
  assert.equal(await allowing.resolve(hostOf('127.1')), '127.0.0.1')
  assert.equal(await allowing.resolve(hostOf('localhost')), '127.0.0.1')
  assert.ok(await allowing.resolve(hostOf('[::ffff:127.0.0.1]')))
  assert.ok(await allowing.resolve(hostOf('[fd12::1]')))
  await assert.rejects(allowing.resolve(hostOf('10.0.0.1')), AddressRefused)
  await assert.rejects(allowing.resolve(hostOf('[::1]')), AddressRefused)
})

test('the refusal tells the address and its range', async () => {
  await assert.rejects(book.resolve('10.0.0.1'), /10\.0\.0\.1 is not a public address \(private\)/)
})
