import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// What one address may do. Shoppers behind a proxy that is not trusted share one.

test('spec C1.12: a busy shop behind a proxy: hundreds of new visitors get in within a minute, at the default limit', async () => {
  const server = await startServer({ env: { STOREFRONT_LIMIT_PER_IP: '' } })
  const store = await makeStore(server)
  const shopper = createClient(server.baseUrl, { 'x-forwarded-for': '203.0.113.7' })
  const opened = await Promise.all(
    Array.from({ length: 400 }, () => shopper.post('/storefront/sessions', { appId: store.appId })),
  )
  assert.deepEqual([...new Set(opened.map(({ status }) => status))], [200])
})

test('spec C1.12, C1.13: who is refused because of a proxy that is not trusted is reason for one line in the log', async () => {
  const server = await startServer({ env: { STOREFRONT_LIMIT_PER_IP: '20' } })
  const store = await makeStore(server)
  const open = (headers = {}) =>
    createClient(server.baseUrl, headers).post('/storefront/sessions', { appId: store.appId })
  const warnings = () => server.logs().split('name it in TRUST_PROXY').length - 1
  for (let at = 0; at < 5; at++) await open()
  assert.equal(warnings(), 0)
  const statuses = []
  for (let at = 0; at < 5; at++) statuses.push((await open({ 'x-forwarded-for': '203.0.113.7' })).status)
  assert.ok(statuses.includes(429))
  await until('the line', () => warnings() > 0) // lines leave together
  assert.equal(warnings(), 1)
})
