import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Value } from 'typebox/value'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { buildEvent, EVENT_TYPES } from '#core/webhooks/events.ts'
import { SAMPLE_EVENTS } from '#core/webhooks/sample-events.ts'
import { createService } from '../../service.ts'
import { envelope } from './events.ts'

// The document of the whole service, built in this process.

const directory = await mkdtemp(join(tmpdir(), 'parley-openapi-'))
const env = {
  DATA_DIR: directory,
  PORT: '3997',
  BASE_URL: 'https://chat.acme.test',
  OPERATOR_TOKEN: 'operator-token-for-tests-0123456789',
}
const service = await createService(readConfig(env), createLogger('silent'))
after(async () => {
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})
// biome-ignore lint/suspicious/noExplicitAny: the document's shape is what is tested
const document: any = (await service.app.inject('/openapi.json')).json()

/** Doors whose paths are described elsewhere, and where. */
const ELSEWHERE: Record<string, string> = {
  '/storefront': 'docs/storefront-protocol.md',
  '/sdk': 'docs/sdk.md',
  '/api/chat': 'the inbox’s own',
  '/channels': 'docs/operate/messengers.md',
  '/platform': 'docs/operate/shop.md',
  '/inbox': 'a page',
  '/demo': 'pages',
  '/products': 'pages',
  '/cart': 'pages',
  '/docs': 'pages',
  '/llms.txt': 'a page',
  '/help': 'docs/help-centre.md',
  '/robots.txt': 'docs/help-centre.md',
  '/openapi.json': 'the document itself',
  '/graphql': 'docs/api/graphql.md',
  '/mcp': 'docs/mcp.md',
  '/oauth': 'docs/mcp.md',
  '/.well-known/oauth-': 'docs/mcp.md',
  '/healthz': 'docs/operate/metrics-and-logs.md',
  '/readyz': 'docs/operate/metrics-and-logs.md',
  '/metrics': 'docs/operate/metrics-and-logs.md',
}

const operations = () =>
  Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries(methods).map(([method, operation]): any => ({ path, method: method.toUpperCase(), ...operation })),
  )

test('the public document does not cite the specification of the repository', () => {
  assert.doesNotMatch(JSON.stringify(document), /\b[Ss]pec C?\d|\bcontract, section/)
})

test('every route is described here or is known to be described elsewhere, and nothing else is described', () => {
  const served = service.app.allRoutes
    .filter(({ config, url }) => !config?.refusesMethods && url !== '/')
    .filter(({ url }) => !Object.keys(ELSEWHERE).some((prefix) => url === prefix || url.startsWith(prefix)))
    .flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url}`))
    .filter((route) => !route.startsWith('HEAD '))
  const described = operations().map(({ path, method }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
  assert.deepEqual(described.sort(), served.sort())
  for (const prefix of ['/chat/', '/webhook/', '/operator/']) {
    assert.ok(described.filter((route) => route.includes(` ${prefix}`)).length >= 7, prefix)
  }
})

test('the nine events are webhooks, each with a body that the service really sends', () => {
  assert.deepEqual(Object.keys(document.webhooks), [...EVENT_TYPES])
  for (const type of EVENT_TYPES) {
    const { post } = document.webhooks[type]
    assert.ok(post.description && post.summary && post.operationId.startsWith('on'))
    const { body } = buildEvent('shop_1', type, null, SAMPLE_EVENTS[type] as never)
    assert.deepEqual(Value.Errors(envelope(type), JSON.parse(body)), [], type)
    const large = buildEvent('shop_1', type, null, { text: 'x'.repeat(100_000) } as never)
    assert.deepEqual(Value.Errors(envelope(type), JSON.parse(large.body)), [], type)
  }
})

test('every operation has an id of its own, summary, description, a known tag and the answers that any call may get', () => {
  const tags = document.tags.map(({ name }: { name: string }) => name)
  for (const operation of operations()) {
    assert.match(operation.operationId, /^[a-z][A-Za-z]+$/)
    assert.ok(operation.summary && operation.description, operation.operationId)
    assert.ok(operation.tags.length === 1 && tags.includes(operation.tags[0]), operation.operationId)
    const statuses = ['400', '401', '405', '431', ...(operation.requestBody ? ['413', '415'] : [])]
    if (!operation.path.startsWith('/operator')) statuses.push('429')
    for (const status of statuses) assert.ok(operation.responses[status], `${operation.operationId} ${status}`)
  }
  const ids = operations().map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
})

test('every operation with a body shows an example of it', () => {
  for (const { requestBody, operationId } of operations()) {
    if (!requestBody) continue
    for (const { examples } of Object.values<{ examples?: object }>(requestBody.content))
      assert.ok(examples, operationId)
  }
})

test('records are components, used by reference', () => {
  const schema = document.paths['/chat/conversations'].get.responses['200'].content['application/json'].schema
  assert.deepEqual(schema.properties.data.items, { $ref: '#/components/schemas/Conversation' })
  assert.equal(Object.keys(document.components.schemas.Conversation.properties).length, 27 + 1) // and isRedacted
  assert.deepEqual(document.components.schemas.Conversation.properties.memberId.type, ['string', 'null'])
})

test('limits of the service are said where they hold', () => {
  const body = document.paths['/chat/conversations/{id}/messages'].post.requestBody.content['application/json'].schema
  assert.equal(body.properties.text.maxLength, 5000)
  assert.ok(document.components.responses.RateLimited.headers['Retry-After'])
})

test('a linter finds nothing to say, not of the examples either', () => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-openapi-'))
  try {
    const file = join(directory, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const cli = join(createRequire(import.meta.url).resolve('@redocly/cli/package.json'), '../bin/cli.js')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'lint', '--extends=recommended-strict', '--format=json', file],
      {
        encoding: 'utf8',
        cwd: directory,
        // The linter stays on this machine: it reports no use and looks for no newer version of itself.
        env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    assert.equal(status, 0, stdout + stderr)
    assert.deepEqual(JSON.parse(stdout).totals, { errors: 0, warnings: 0, ignored: 0 })
  } finally {
    rmSync(directory, { recursive: true })
  }
})
