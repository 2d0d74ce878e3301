import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { METHODS } from '#surfaces/http/incoming/request-target.ts'
import { type BodyFixture, bodyCases } from '#test/fixtures/body-cases.ts'
import { createService } from './service.ts'

// Builds the whole service without listening, and looks at every route that it has.

const directory = await mkdtemp(join(tmpdir(), 'parley-service-'))
const env = { DATA_DIR: directory, PORT: '3999', DEMO: '1', OPERATOR_TOKEN: 'operator-token-for-tests-0123456789' }
const service = await createService(readConfig(env), createLogger('silent'))
after(async () => {
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})
await service.app.ready()

const WRITES = ['POST', 'PUT', 'PATCH']

/** Routes that change something and take no body: what is sent is dropped unread. */
const WITHOUT_BODY = [
  'POST /api/chat/article-imports/:importId/cancel',
  'POST /api/chat/canned-replies/:replyId/files',
  'POST /api/chat/channels/:accountId/check',
  'POST /api/chat/channels/:accountId/code',
  'POST /api/chat/channels/:accountId/inbound-secret',
  'POST /api/chat/channels/:accountId/test-mail',
  'POST /api/chat/conversation-merges/:id/undo',
  'POST /api/chat/conversations/:id/messages/:messageId/send-again',
  'POST /api/chat/conversations/:id/read',
  'POST /api/chat/conversations/:id/replay',
  'POST /api/chat/conversations/:id/scheduled/:scheduledId/send',
  'POST /api/chat/conversations/:id/suggestion',
  'POST /api/chat/conversations/:id/summary',
  'POST /api/chat/conversations/:id/templates/refresh',
  'POST /api/chat/conversations/:id/unread',
  'POST /api/chat/customers/:customerUuid/data-request',
  'POST /api/chat/deliveries/:deliveryId/redeliver',
  'POST /api/chat/help-domain/verify',
  'POST /api/chat/identity-secrets',
  'POST /api/chat/me/hand-back',
  'POST /api/chat/members/:memberId/password-link',
  'POST /api/chat/merges/:id/undo',
  'POST /api/chat/passkeys/options',
  'POST /api/chat/rule-endpoints/:endpointId/test',
  'POST /api/chat/session/passkey/options',
  'POST /api/chat/sign-in/passkey/options',
  'POST /api/chat/stores/current',
  'POST /api/chat/webhooks/:webhookId/test',
  'POST /chat/conversations/:id/read',
  'POST /operator/stores/:shopId/channels/:id/inbound-secret',
  'POST /operator/stores/:shopId/deliveries/:deliveryId/redeliver',
  'POST /operator/stores/:shopId/help-domain/verify',
  'POST /operator/stores/:shopId/identity-secrets',
  'POST /operator/stores/:shopId/install',
  'POST /operator/stores/:shopId/migrate-legacy',
  'POST /operator/stores/:shopId/uninstall',
  'POST /operator/stores/:shopId/webhooks/:id/test',
  'POST /storefront/logout',
  'POST /storefront/sessions/reset',
  'PUT /api/chat/ai/unanswered/:id/settled',
]

/** `METHOD /path` of each request that contract/rest/unknown-keys.test.ts sends, with an `x` for each id. */
function testedCalls(): string[] {
  const ids = new Proxy({}, { get: (_target, key) => (key === 'store' || key === 'member' ? ids : 'x') }) as object
  return bodyCases(ids as BodyFixture).map(({ call }) => call)
}

const writes: [string, RouteOptions][] = service.app.allRoutes
  .filter(({ config }) => !config?.refusesMethods)
  .flatMap((route) =>
    [route.method]
      .flat()
      .flatMap((method): [string, RouteOptions][] =>
        WRITES.includes(method) ? [[`${method} ${route.url}`, route]] : [],
      ),
  )

test('every surface is there', () => {
  const prefixes = new Set(service.app.allRoutes.map(({ url }) => url.split('/').slice(0, 3).join('/')))
  for (const prefix of [
    '/chat/webhooks',
    '/webhook/subscriptions',
    '/storefront/sessions',
    '/api/chat',
    '/operator/stores',
    '/mcp',
    '/graphql',
    '/openapi.json',
    '/demo',
    '/inbox',
    '/healthz',
  ]) {
    assert.ok(prefixes.has(prefix), prefix)
  }
})

test('every path answers each method: it takes it, or refuses it with what it takes', () => {
  const byPath = Map.groupBy(service.app.allRoutes, ({ url }) => url)
  assert.ok(byPath.size > 100)
  for (const [path, routes] of byPath) {
    const methods = routes.flatMap(({ method }) => method)
    assert.deepEqual([...new Set(methods)].sort(), [...METHODS].sort(), path)
  }
})

test('every route that writes has a schema for its body, reads it by itself, or is known to take none', () => {
  const others = writes.filter(([, { schema, config }]) => !schema?.body && !config?.readsBody).map(([name]) => name)
  assert.deepEqual(others.sort(), WITHOUT_BODY)
})

test('each route whose body has a schema is sent keys that it does not know', () => {
  const withSchema = writes.filter(([, { schema }]) => schema?.body).map(([name]) => name)
  const calls = testedCalls()
  const isTested = (name: string) => {
    const pattern = new RegExp(`^${name.replaceAll(/:\w+/g, '[^/]+')}$`)
    return calls.some((call) => pattern.test(call))
  }
  assert.ok(withSchema.length > 50)
  assert.deepEqual(
    withSchema.filter((name) => !isTested(name)),
    [],
  )
})

test('every answer says that its type is not to be guessed, and in whose frames it may stand', async () => {
  for (const { url, method } of service.app.allRoutes) {
    const answer = await service.app.inject({ method: [method].flat()[0] as 'GET', url, headers: { host: 'a' } })
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', url)
    assert.match(String(answer.headers['content-security-policy']), /frame-ancestors /, url)
  }
})
