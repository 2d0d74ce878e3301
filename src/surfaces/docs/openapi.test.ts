import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { AddressBook } from '#channels/address.ts'
import { createApp } from '#surfaces/http/app.ts'
import { restSurface } from '#surfaces/rest/rest.ts'
import { docsSurface } from './docs.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document's shape is what is tested
let document: any
const served: string[] = []

before(async () => {
  const nothing = async () => {}
  const app = createApp({ logger: createLogger('silent'), trustProxy: [], beforeRefusal: nothing })
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && !(schema as { hide?: boolean })?.hide) served.push(`${method} ${url}`)
  })
  docsSurface(app, { baseUrl: 'https://chat.acme.test' })
  app.get('/operator/stores', async () => ({}))
  await restSurface(app, nothing, new AddressBook({ allow: [], dnsServers: [] }))
  document = (await app.inject('/openapi.json')).json()
})

const operations = () =>
  Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries(methods).map(([method, operation]): any => ({ path, method: method.toUpperCase(), ...operation })),
  )

test('every route of the REST API is described, and no other', () => {
  const described = operations().map(({ path, method }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
  assert.deepEqual(described.sort(), served.filter((route) => route.includes(' /chat/')).sort())
  assert.ok(described.length >= 24)
})

test('every operation has an id of its own, a summary, a known tag and the answers that any call may get', () => {
  const tags = document.tags.map(({ name }: { name: string }) => name)
  for (const operation of operations()) {
    assert.match(operation.operationId, /^[a-z][A-Za-z]+$/)
    assert.ok(operation.summary, operation.operationId)
    assert.ok(operation.tags.length === 1 && tags.includes(operation.tags[0]), operation.operationId)
    for (const status of ['400', '401', '429']) assert.ok(operation.responses[status], operation.operationId)
  }
  const ids = operations().map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
})

test('every operation with a body shows an example of it', () => {
  for (const { requestBody, operationId } of operations()) {
    if (requestBody) assert.ok(requestBody.content['application/json'].examples, operationId)
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
