import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { openFileBytes } from '#core/files/file-bytes.ts'
import { FileStore } from '#core/files/files.ts'
import { deleteWhatIsOld } from '#core/stores/retention.ts'
import { openDatabase } from '#database/open.ts'
import { assistantOf } from '#test/clients/mcp.ts'
import { storedFiles } from '#test/doubles/bucket.ts'
import { startReceiver } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { RULE } from '#test/fixtures/body-cases.ts'
import { importLines } from '#test/fixtures/factories.ts'
import { makeHelpStore } from '#test/fixtures/help-centre.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { deliveryEnv, subscribe } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { openSecretBox } from '#wiring/secret-key.ts'

// Spec 8, spec C9: what is stored for a while only. The hourly cleanup runs here at the times that the test sets.

const HOURS = 3_600_000
const DAYS = 24 * HOURS
const receiver = await startReceiver()
const server = await startServer({ env: deliveryEnv(receiver) })
const logger = createLogger('silent')

/** Number of rows that a store has of what is stored for a while, and of bodies of events. */
async function count({ shop }: { shop: ReturnType<Awaited<ReturnType<typeof openDatabase>>['shop']> }) {
  const tables = [
    'page_views',
    'page_context',
    'tracked_events',
    'carts',
    'campaign_counts',
    'help_searches',
    'rule_runs',
    'rule_calls',
    'visitors',
    'uploads',
    'messages',
  ]
  const parts = ['events', 'webhook_deliveries', 'webhook_attempts', ...tables].map(
    (table) => `(select count(*)::int from ${table} where shop_id = $1) as ${table}`,
  )
  const bodies = `(select count(*)::int from events where shop_id = $1 and length(body) > 0) as bodies`
  const [row] = await shop.query(`select ${[...parts, bodies].join(', ')}`)
  return row as Record<string, number>
}

test('spec 1.1, 8.13, C9.30: pages are stored for a day, delivered bodies 7, events, carts and context 30, visitors 90; messages forever', async () => {
  const widget = { campaigns: [{ key: 'sale', text: 'Sale' }] }
  const ai = { training: { products: true } }
  const store = await makeHelpStore(server, { ai, widget })
  const shirt = { id: 'shirt', title: 'Shirt', variants: [{ id: 's', price: { amount: '5', currencyCode: 'EUR' } }] }
  await importLines(store, [{ kind: 'product', data: shirt }])
  await subscribe(store, receiver.url('/'))
  const visitor = await makeVisitor(server, store)
  const viewedAt = new Date().toISOString()
  ok(await visitor.api.post('/storefront/pages', { pages: [{ url: 'https://shop.example/a', title: 'A', viewedAt }] }))
  ok(await visitor.api.put('/storefront/context', { kind: 'cart', data: { total: 1 } }))
  ok(await visitor.api.post('/storefront/events', { name: 'viewed', props: {} }))
  ok(await visitor.api.post('/storefront/campaigns', { appId: store.appId, key: 'sale', act: 'shown' }))
  assert.equal((await store.get('/en/search?q=boots')).status, 200)
  const inbox = await signInOwner(server, store)
  const { id: ruleId } = ok(await inbox.post('/api/chat/rules', { ...RULE, isOn: true }), 201)
  const address = { title: 'x', url: receiver.url('/rule'), includesNotes: false }
  const { id: endpointId } = ok(await inbox.post('/api/chat/rule-endpoints', address), 201)
  const actions = [{ do: 'call_endpoint', values: [endpointId] }]
  ok(await inbox.post('/api/chat/rules', { ...RULE, isOn: true, actions }), 201)
  for (const sent of [true, false]) {
    const text = { 'content-type': 'text/plain' }
    const file = ok(await visitor.api.call('POST', '/storefront/files?name=a.txt', Buffer.from('words'), text), 201)
    if (sent) await visitor.say('Hello', { files: [file.id] })
  }
  // What waits in a reply that is sent later is nobody's to sweep.
  const bytes = { 'content-type': 'application/octet-stream' }
  const waits = ok(await inbox.call('POST', '/api/chat/files?name=b.txt', 'words', bytes), 201)
  const [{ id }] = ok(await inbox.get('/api/chat/conversations?limit=1'))
  const later = { text: '', sendAt: new Date(Date.now() + 300 * DAYS).toISOString(), files: [waits.id] }
  ok(await inbox.post(`/api/chat/conversations/${id}/scheduled`, later), 201)
  // Files of a canned reply are kept too.
  const kept = ok(await inbox.call('POST', '/api/chat/files?name=c.txt', 'words', bytes), 201)
  ok(await inbox.post('/api/chat/canned-replies', { shortcut: 'form', text: 'The form', files: [kept.id] }), 201)
  await assistantOf(server, store).call('manage_cart', { action: 'add', lines: [{ variantId: 's' }] })
  await receiver.take('/', 1)
  await until('the run', async () => ok(await inbox.get(`/api/chat/rules/${ruleId}/runs`)).length > 0)
  await receiver.take('/rule', 1)
  await server.stop() // the embedded database has one user at a time

  const config = readConfig(server.env)
  const { databaseUrl, dataDir } = config
  const secrets = openSecretBox(config, logger)
  const database = await openDatabase({ databaseUrl, dataDir, secrets, logger })
  const files = new FileStore(database, openFileBytes(config), logger)
  const shop = database.shop(store.shopId)
  const made = Date.now()
  const at = async (age: number) => {
    await deleteWhatIsOld(database, files, new Date(made + age))
    return count({ shop })
  }
  try {
    const first = await count({ shop })
    assert.ok(
      Object.values(first).every((rows) => rows > 0),
      JSON.stringify(first),
    )
    assert.equal(first.uploads, 4)
    assert.deepEqual(await at(23 * HOURS), first)
    const second = { ...first, pageViews: 0, uploads: 3 }
    assert.deepEqual(await at(25 * HOURS), second)
    assert.equal((await storedFiles(server.env, `${store.shopId}/`)).size, 3)
    assert.deepEqual(await at(6 * DAYS), second)
    const { bodies } = await at(8 * DAYS)
    assert.ok(Number(bodies) < Number(first.bodies), 'bodies that were delivered, or that nobody wanted')
    assert.deepEqual(await at(29 * DAYS), { ...second, bodies })
    const third = { ...second, bodies: 0, events: 0, webhookDeliveries: 0, webhookAttempts: 0 }
    const fourth = { ...third, ruleRuns: 0, ruleCalls: 0, carts: 0, pageContext: 0, trackedEvents: 0 }
    assert.deepEqual(await at(31 * DAYS), fourth)
    assert.deepEqual(await at(89 * DAYS), fourth)
    assert.deepEqual(await at(91 * DAYS), { ...fourth, campaignCounts: 0, helpSearches: 0, visitors: 0 })
  } finally {
    await database.close()
  }
})
