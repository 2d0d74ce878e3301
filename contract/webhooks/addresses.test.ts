import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNameServer } from '#test/doubles/dns.ts'
import { answer, type Received, startReceiver } from '#test/doubles/receiver.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { deliveryEnv, say, shows, subscribe } from '#test/fixtures/webhooks.ts'
import { assertQuick } from '#test/quick.ts'
import { startServer } from '#test/service/server.ts'
import { sleep } from '#test/until.ts'

// Spec 6.4.6: deliveries reach public addresses and what the operator lists, in whatever spelling and through
// whatever name, now and at each attempt. 127.0.0.1 is listed here; 127.0.0.2 has a receiver that nobody may reach.

const names = await startNameServer()
const receiver = await startReceiver()
const inner = await startReceiver({ authority: receiver.authority, host: '127.0.0.2', port: receiver.port })
const server = await startServer({
  env: { ...deliveryEnv(receiver), WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32', WEBHOOK_DNS_SERVERS: names.address },
})
const create = (store: Store, url: string) => store.api.post('/chat/webhooks', { url, events: ['message.created'] })
const at = (name: string, path: string) => receiver.url(path, `${name}.receiver.test`)
const named = (name: string, addresses: string[] | null) => names.set(`${name}.receiver.test`, addresses)

test('spec 6.4.6: a private, local or reserved address is refused at creation, in every spelling', async () => {
  const store = await makeStore(server)
  const hosts = [
    ...['127.0.0.2', '127.1.2.3', '127.3', '2130706434', '0x7f000002', '0177.0.0.2', '0x7f.2', '127.0.0.2.'],
    ...['①②⑦.⓪.⓪.②', '127。0。0。2', '%31%32%37.0.0.2'],
    ...['0.0.0.0', '0', '10.0.0.1', '10.255.255.255', '100.64.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '192.0.0.8', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.7'],
    ...['203.0.113.9', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
    ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.2]', '[::ffff:7f00:2]', '[::ffff:10.0.0.1]'],
    ...['[::127.0.0.2]', '[::10.0.0.1]', '[64:ff9b::10.0.0.1]', '[64:ff9b::7f00:2]', '[64:ff9b:1::a00:1]'],
    ...['[2002:7f00:2::]', '[2002:a00:1::1]', '[2001::1]', '[2001:db8::1]', '[2001:10::1]', '[3fff::1]'],
    ...['[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[4000::1]', '[5f00::1]'],
  ]
  for (const host of hosts) {
    const reason = refused(await create(store, `https://${host}:8443/x`), 400, 'INVALID_PARAMS')
    assert.match(reason, /url .*not a public address/, host)
  }
})

test('spec 6.4.6, C1.14: public addresses are taken, and a listed one that is not', async () => {
  const store = await makeStore(server)
  for (const host of ['1.1.1.1', '8.8.8.8:8443', '172.32.0.1', '100.128.0.1', '[2606:4700:4700::1111]', '127.0.0.1']) {
    assert.equal((await create(store, `https://${host}/x`)).status, 201, host)
  }
})

test('spec 6.4.6: a name that resolves to such an address is refused at creation, however many good ones it has too', async () => {
  const store = await makeStore(server)
  const tables = [
    ['10.0.0.5'],
    ['127.0.0.2'],
    ['::1'],
    ['fd00::5'],
    ['::ffff:127.0.0.2'],
    ['8.8.8.8', '10.0.0.5'],
    ['10.0.0.5', '8.8.8.8'],
    ['8.8.8.8', 'fe80::1'],
  ]
  for (const [i, addresses] of tables.entries()) {
    named(`bad${i}`, addresses)
    const reason = refused(await create(store, at(`bad${i}`, '/')), 400, 'INVALID_PARAMS')
    assert.match(reason, /url .*receiver\.test resolves to .*not a public address/)
  }
  named('good', ['8.8.8.8', '2606:4700:4700::1111'])
  assert.equal((await create(store, at('good', '/'))).status, 201)
})

test('spec 6.4.2, 6.4.6: a name is resolved again at each delivery: one that turned inward is retried and never reached', async () => {
  const store = await makeStore(server)
  const subscription = await subscribe(store, at('later', '/turned')) // unknown so far, which is accepted
  named('later', ['127.0.0.2'])
  await say(store)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'failed', isActive: false })
  assert.match(shown.lastDeliveryError, /resolves to 127\.0\.0\.2.*not a public address/)
})

test('spec 6.4.2: a name that cannot be resolved is retried, and delivered once it can', async () => {
  const store = await makeStore(server)
  const subscription = await subscribe(store, at('unborn', '/unborn'))
  await say(store)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'retrying' })
  assert.match(shown.lastDeliveryError, /unborn\.receiver\.test cannot be resolved/)
  named('unborn', ['127.0.0.1'])
  await receiver.take('/unborn', 1)
})

test('spec 6.4.6: rebinding between attempts is refused, although a connection to the good address is still open', async () => {
  const store = await makeStore(server)
  named('rebound', ['127.0.0.1'])
  receiver.on('/rebound', (response) => {
    named('rebound', ['127.0.0.2'])
    answer(500)(response, response.req)
  })
  const subscription = await subscribe(store, at('rebound', '/rebound'))
  await say(store)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'failed' })
  assert.match(shown.lastDeliveryError, /127\.0\.0\.2/)
  assert.equal(receiver.received('/rebound').length, 1)
})

test('spec 6.4.6: rebinding within an attempt finds nothing to rebind: its name is asked for once', async () => {
  const store = await makeStore(server)
  named('counted', ['127.0.0.1'])
  receiver.on('/counted', answer(500), answer(500), answer(204))
  const subscription = await subscribe(store, at('counted', '/counted'))
  const before = names.asked('counted.receiver.test')
  await say(store)
  await shows(store, subscription, { lastDeliveryStatus: 'delivered' })
  assert.equal(names.asked('counted.receiver.test') - before, 3)
})

test('spec 6.4.7, C1.14: a name server that does not answer holds up its own subscription only', async () => {
  const store = await makeStore(server)
  named('silent', null)
  const began = performance.now()
  const subscription = await subscribe(store, at('silent', '/silent'))
  await assertQuick(began, 5_000)
  named('brisk', ['127.0.0.1'])
  await subscribe(store, at('brisk', '/brisk'))
  await say(store)
  const [delivered] = await receiver.take('/brisk', 1)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'retrying' })
  assert.match(shown.lastDeliveryError, /No answer within 1 s/)
  // The delivery came while the other's first attempt was still waiting, however busy the machine is.
  const shop = `/operator/stores/${store.shopId}`
  const [waiting] = ok(await store.operator.get(`${shop}/webhooks/${subscription.id}/deliveries`))
  const [first] = ok(await store.operator.get(`${shop}/deliveries/${waiting.id}`)).log
  const left = Date.parse(first.startedAt) + first.durationMs - (delivered as Received).at
  assert.ok(left > 0, `it came ${-left} ms after that attempt had ended`)
})

test('spec 6.4.10: a certificate for another name is refused before anything is sent', async () => {
  const store = await makeStore(server)
  names.set('elsewhere.example', ['127.0.0.1'])
  const subscription = await subscribe(store, receiver.url('/elsewhere', 'elsewhere.example'))
  await say(store)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'failed' })
  assert.match(shown.lastDeliveryError, /ALTNAME|altnames/)
  assert.equal(receiver.received('/elsewhere').length, 0)
})

test('spec 6.4.5: a redirect inward is not followed', async () => {
  const store = await makeStore(server)
  receiver.on('/redirect', answer(307, { location: inner.url('/inner', '127.0.0.2') }))
  const subscription = await subscribe(store, receiver.url('/redirect', '127.0.0.1'))
  await say(store)
  await shows(store, subscription, { lastDeliveryStatus: 'dropped' })
  await sleep(200)
})

test('spec 6.4.6, C1.14: a network is reached only while it is listed', async () => {
  const store = await makeStore(server)
  const subscription = await subscribe(store, receiver.url('/listed'))
  await say(store)
  await receiver.take('/listed', 1)
  await server.restart({ WEBHOOK_ALLOW_CIDRS: '' })
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'deep.localhost', '127.0.0.1']) {
    const reason = refused(await create(store, receiver.url('/other', host)), 400, 'INVALID_PARAMS')
    assert.match(reason, /127\.0\.0\.1.*not a public address/, host)
  }
  await say(store)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'failed' })
  assert.match(shown.lastDeliveryError, /127\.0\.0\.1.*not a public address/)
  assert.equal(receiver.received('/listed').length, 1)
})

test('spec 6.4.6: nothing of all this reached the receiver that may not be reached', () => {
  assert.deepEqual(inner.received(), [])
})
