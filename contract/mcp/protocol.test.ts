import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type Answer, createClient } from '#test/clients/client.ts'
import { assistantOf, credentials, META } from '#test/clients/mcp.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// Spec C7: the protocol of the tool server, in every version that is served. One file for one server, which
// allows an origin of its own.

const server = await startServer({ env: { MCP_ALLOWED_ORIGINS: 'https://assistant.example.com' } })
const store = await makeStore(server)
const client = createClient(server.baseUrl, credentials(store))
const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const VERSIONS = ['2026-07-28', ...OLDER]
const LEGACY = { 'mcp-protocol-version': '2025-11-25' }
const modern = (method: string, more: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { ...more, _meta: META },
})
const headersOf = (method: string, more = {}) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...more,
})

/** An answer must be this JSON-RPC error. Answers the error. */
function failed(answer: Answer, status: number, code: number, id: unknown = undefined) {
  const { body } = answer
  assert.deepEqual({ status: answer.status, code: body?.error?.code }, { status, code }, JSON.stringify(body))
  assert.equal(body.jsonrpc, '2.0')
  assert.equal(body.id, id)
  assert.ok(!('result' in body) && typeof body.error.message === 'string')
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  return body.error
}

/** What a 401 says if the address names the store: how an assistant is authorized there. */
const challengeAt = (path: string) =>
  /^\/mcp\/[\w-]{1,64}\/?$/.test(path)
    ? `Bearer resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource${path.replace(/\/$/, '')}", scope="tools"`
    : 'Bearer'

test('spec C7.4: GET and DELETE are 405, as every method but POST; without credentials they are 401', async () => {
  for (const path of ['/mcp', '/mcp/', `/mcp/${store.appId}`]) {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const answer = await client.call(method, path)
      failed(answer, 405, -32600)
      assert.equal(answer.headers.get('allow'), 'POST')
      const stranger = await createClient(server.baseUrl).call(method, path, undefined, { origin: server.baseUrl })
      assert.equal(failed(stranger, 401, -32600).data.code, 'UNAUTHENTICATED')
      assert.equal(stranger.headers.get('www-authenticate'), challengeAt(path))
      assert.equal(stranger.headers.get('access-control-allow-origin'), server.baseUrl)
      assert.equal(stranger.headers.get('access-control-expose-headers'), 'www-authenticate')
    }
  }
})

test('spec C7.2: POST /mcp/{appId} takes the bearer key alone, and nobody else’s', async () => {
  const other = await makeStore(server)
  const ask = (path: string, headers: Record<string, string>) =>
    createClient(server.baseUrl).post(path, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)
  const bearer = { authorization: `Bearer ${store.key}` }
  for (const path of [`/mcp/${store.appId}`, `/mcp/${store.appId}/`]) {
    for (const headers of [bearer, { ...bearer, 'x-app-id': store.appId }]) {
      const { status, body } = await ask(path, headers)
      assert.deepEqual([status, body.result?.tools.length], [200, 11])
    }
  }
  assert.equal((await ask('/mcp/', { ...bearer, 'x-app-id': store.appId })).status, 200)
  const refused: [string, Record<string, string>, string][] = [
    [`/mcp/${store.appId}`, {}, 'UNAUTHENTICATED'],
    [`/mcp/${store.appId}`, { 'x-app-id': store.appId }, 'UNAUTHENTICATED'],
    ['/mcp/', bearer, 'UNAUTHENTICATED'],
    [`/mcp/${other.appId}`, bearer, 'INVALID_API_KEY'],
    [`/mcp/${other.appId}`, { ...bearer, 'x-app-id': store.appId }, 'INVALID_API_KEY'],
    [`/mcp/${store.appId}`, { ...bearer, 'x-app-id': other.appId }, 'INVALID_API_KEY'],
    [`/mcp/${store.appId}`, { authorization: `Bearer ${other.key}` }, 'INVALID_API_KEY'],
    ['/mcp/app_%00', bearer, 'INVALID_API_KEY'],
    [`/mcp/${'x'.repeat(5_000)}`, bearer, 'INVALID_API_KEY'],
  ]
  for (const [path, headers, code] of refused) {
    const answer = await ask(path, headers)
    assert.equal(failed(answer, 401, -32600).data.code, code, path.slice(0, 100))
    assert.equal(answer.headers.get('www-authenticate'), challengeAt(path))
  }
})

test('spec 5.3.1, C2.3, C9.23: missing credentials are 401 UNAUTHENTICATED, bad ones INVALID_API_KEY, with WWW-Authenticate', async () => {
  const other = await makeStore(server)
  const cases: [Record<string, string>, string][] = [
    [{}, 'UNAUTHENTICATED'],
    [{ 'x-app-id': store.appId }, 'UNAUTHENTICATED'],
    [{ authorization: `Bearer ${store.key}` }, 'UNAUTHENTICATED'],
    [{ 'x-app-id': store.appId, authorization: `Basic ${store.key}` }, 'UNAUTHENTICATED'],
    [{ 'x-app-id': store.appId, 'x-api-key': store.key }, 'UNAUTHENTICATED'],
    [{ 'x-app-id': store.appId, authorization: `Bearer sk_${'0'.repeat(32)}` }, 'INVALID_API_KEY'],
    [{ 'x-app-id': store.appId, authorization: 'Bearer nonsense' }, 'INVALID_API_KEY'],
    [{ 'x-app-id': 'app_unknown', authorization: `Bearer ${store.key}` }, 'INVALID_API_KEY'],
    [{ 'x-app-id': other.appId, authorization: `Bearer ${store.key}` }, 'INVALID_API_KEY'],
  ]
  for (const [headers, code] of cases) {
    const answer = await createClient(server.baseUrl).post('/mcp', modern('tools/list'), headers)
    assert.equal(failed(answer, 401, -32600).data.code, code, JSON.stringify(headers))
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  }
})

test('spec C7.5: an Origin that is not the service’s own, loopback or listed is 403, before credentials', async () => {
  for (const origin of [
    'https://evil.example.com',
    'null',
    'http://127.0.0.1.evil.example',
    'https://localhost.evil',
  ]) {
    failed(await createClient(server.baseUrl).post('/mcp', modern('tools/list'), { origin }), 403, -32600)
  }
  const allowed = ['https://assistant.example.com', 'http://localhost:6274', 'http://127.0.0.1:1', 'http://[::1]:8080']
  for (const origin of allowed) {
    const answer = await client.post('/mcp', modern('tools/list'), { origin, ...headersOf('tools/list') })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
  }
})

test('spec C7.5: a browser of an allowed origin may ask first; another may not', async () => {
  const preflight = (origin: string) => createClient(server.baseUrl).call('OPTIONS', '/mcp', undefined, { origin })
  const answer = await preflight('https://assistant.example.com')
  assert.equal(answer.status, 204)
  assert.match(answer.headers.get('access-control-allow-headers') ?? '', /x-app-id/)
  assert.equal((await preflight('https://evil.example.com')).status, 403)
})

test('spec C9.23: Accept: application/json alone is fine; what excludes JSON is 406', async () => {
  const ask = (accept: string) => client.post('/mcp', modern('tools/list'), { accept, ...headersOf('tools/list') })
  for (const accept of ['application/json', 'application/json, text/event-stream', '*/*', 'application/*;q=0.5']) {
    const answer = await ask(accept)
    assert.equal(answer.status, 200, accept)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  }
  failed(await ask('text/event-stream'), 406, -32600)
})

test('spec C9.23: a body that is not JSON is −32700; a batch or a wrong envelope is −32600', async () => {
  for (const body of ['{', '', 'hello', '{"a":}']) failed(await client.post('/mcp', body), 400, -32700)
  failed(await client.post('/mcp', modern('tools/list'), { 'content-type': 'text/plain' }), 400, -32700)
  failed(await client.post('/mcp', Buffer.from([0x22, 0xff, 0x22])), 400, -32700)
  for (const body of [[], [modern('tools/list')], 1, 'null', '"x"', {}, { id: 1, method: 'ping' }]) {
    failed(await client.post('/mcp', body), 400, -32600, (body as { id?: number }).id)
  }
  for (const id of [null, 1.5, true, {}, []]) {
    failed(await client.post('/mcp', { jsonrpc: '2.0', id, method: 'ping' }), 400, -32600)
  }
  failed(await client.post('/mcp', { jsonrpc: '2.0', id: 1, result: {} }), 400, -32600, 1)
  failed(await client.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] }), 400, -32602, 1)
})

test('spec C7.1: 2026-07-28 server/discover tells the versions, newest first, what there is and who serves', async () => {
  const { status, body } = await client.post('/mcp', modern('server/discover'), headersOf('server/discover'))
  assert.equal(status, 200)
  assert.deepEqual(body.result.supportedVersions, VERSIONS)
  assert.deepEqual(body.result.capabilities, { tools: {} })
  assert.equal(body.result.resultType, 'complete')
  assert.equal(body.result._meta['io.modelcontextprotocol/serverInfo'].name, 'parley')
})

test('spec C7.1: 2026-07-28 a request without its metadata is −32602, HTTP 400', async () => {
  const bad = [{}, { _meta: {} }, { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined } }]
  for (const params of [...bad, { _meta: { ...META, 'io.modelcontextprotocol/clientInfo': { name: 'x' } } }]) {
    const body = { jsonrpc: '2.0', id: 'a', method: 'tools/list', params }
    failed(await client.post('/mcp', body, headersOf('tools/list')), 400, -32602, 'a')
  }
})

test('spec C7.1: 2026-07-28 headers must be there and match the body: −32020', async () => {
  const call = modern('tools/call', { name: 'list_members' })
  const ok = headersOf('tools/call', { 'mcp-name': 'list_members' })
  assert.equal((await client.post('/mcp', call, ok)).status, 200)
  const encoded = `=?base64?${Buffer.from('list_members').toString('base64')}?=`
  assert.equal((await client.post('/mcp', call, { ...ok, 'mcp-name': encoded })).status, 200)
  const wrong: Record<string, string>[] = [
    { 'mcp-method': 'tools/call', 'mcp-name': 'list_members' },
    { ...ok, 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-name': 'list_members' },
    { ...ok, 'mcp-method': 'tools/list' },
    { ...ok, 'mcp-method': 'TOOLS/CALL' },
    headersOf('tools/call'),
    { ...ok, 'mcp-name': 'send_message' },
    { ...ok, 'mcp-name': '=?base64?!!!?=' },
  ]
  for (const headers of wrong) failed(await client.post('/mcp', call, headers), 400, -32020, 7)
  const initialize = { jsonrpc: '2.0', id: 7, method: 'initialize', params: {} }
  failed(await client.post('/mcp', initialize, headersOf('initialize')), 400, -32020, 7)
})

test('spec C7.1, C9.23: a version that is not served is −32022 with those that are, in either era', async () => {
  const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
  const body = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: meta } }
  const answers = [
    await client.post('/mcp', body, { ...headersOf('tools/list'), 'mcp-protocol-version': '2099-01-01' }),
    await client.post('/mcp', { ...body, params: {} }, { 'mcp-protocol-version': '2099-01-01' }),
  ]
  for (const answer of answers) {
    assert.deepEqual(failed(answer, 400, -32022, 7).data, { supported: VERSIONS, requested: '2099-01-01' })
  }
})

test('spec C7.1: 2026-07-28 an unknown method is 404 with −32601; initialize and ping are of the other era', async () => {
  for (const method of ['resources/list', 'ping', 'initialize', 'toString', 'subscriptions/listen']) {
    failed(await client.post('/mcp', modern(method), headersOf(method)), 404, -32601, 7)
  }
})

test('spec C7.6, C9.23: an unknown tool is −32602 with HTTP 200; a malformed call is −32602 with 400, in the older era 200', async () => {
  const call = (params: object) => {
    const name = (params as { name?: unknown }).name
    return client.post(
      '/mcp',
      modern('tools/call', params),
      headersOf('tools/call', typeof name === 'string' ? { 'mcp-name': name } : {}),
    )
  }
  failed(await call({ name: 'no_such_tool', arguments: {} }), 200, -32602, 7)
  failed(await call({ name: '__proto__', arguments: {} }), 200, -32602, 7)
  for (const params of [
    {},
    { name: 7 },
    { name: 'list_members', arguments: [] },
    { name: 'list_members', arguments: 'x' },
  ]) {
    failed(await call(params), 400, -32602, 7)
    failed(await client.post('/mcp', { jsonrpc: '2.0', id: 7, method: 'tools/call', params }, LEGACY), 200, -32602, 7)
  }
  failed(await assistantOf(server, store).rpc('tools/list', { cursor: 'x' }), 400, -32602, 1)
})

test('spec C7.1: initialize answers the version that is asked for, the newest of its era to an unknown one, and keeps no session', async () => {
  for (const asked of [...OLDER, '2026-07-28', '1999-01-01', 'x']) {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const answer = await client.post('/mcp', { jsonrpc: '2.0', id: 'i', method: 'initialize', params })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.id, 'i')
    assert.equal(answer.body.result.protocolVersion, OLDER.includes(asked) ? asked : '2025-11-25')
    assert.deepEqual(answer.body.result.capabilities, { tools: {} })
    assert.equal(answer.body.result.serverInfo.name, 'parley')
    assert.equal(answer.headers.get('mcp-session-id'), null)
  }
  failed(await client.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }), 200, -32602, 1)
})

test('spec C7.1: each older version is served by its header, or by its name in the body; batches are refused in all', async () => {
  for (const version of OLDER) {
    const headers = { 'mcp-protocol-version': version }
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const inBody = { ...list, params: { _meta: { 'io.modelcontextprotocol/protocolVersion': version } } }
    for (const answer of [
      await client.post('/mcp', list, headers),
      await client.post('/mcp', inBody, headers),
      await client.post('/mcp', inBody),
    ]) {
      assert.deepEqual(Object.keys(answer.body.result), ['tools'], version)
    }
    failed(await client.post('/mcp', [list], headers), 400, -32600)
  }
})

test('spec C7.1: 2025-11-25 notifications are 202 without a body; ping is answered; an unknown method is −32601', async () => {
  const notified = await client.post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, LEGACY)
  assert.deepEqual([notified.status, notified.body], [202, ''])
  assert.deepEqual((await client.post('/mcp', { jsonrpc: '2.0', id: 0, method: 'ping' }, LEGACY)).body, {
    jsonrpc: '2.0',
    id: 0,
    result: {},
  })
  failed(await client.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'prompts/list' }, LEGACY), 200, -32601, 1)
  failed(await client.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'server/discover' }), 200, -32601, 1)
})

test('spec C7.1, C7.7: both eras list the same tools; each result ends as its era wants it', async () => {
  const newer = (await assistantOf(server, store).rpc('tools/list')).body.result
  const older = (await assistantOf(server, store, '2025-11-25').rpc('tools/list')).body.result
  assert.deepEqual(newer.tools, older.tools)
  assert.deepEqual(Object.keys(older), ['tools'])
  assert.deepEqual([newer.resultType, newer.ttlMs, newer.cacheScope], ['complete', 0, 'private'])
  const [called, before] = await Promise.all(
    (['2026-07-28', '2025-11-25'] as const).map(
      async (era) => (await assistantOf(server, store, era).rpc('tools/call', { name: 'list_members' })).body.result,
    ),
  )
  assert.equal(called.resultType, 'complete')
  assert.deepEqual(Object.keys(before), ['content', 'structuredContent', 'isError'])
})

test('spec 8.20, C7.9: the tool server has no request rate limit', async () => {
  const limited = await startServer({ env: { RATE_LIMIT_PER_KEY: '3', RATE_LIMIT_PER_IP: '3' } })
  const assistant = assistantOf(limited, await makeStore(limited), '2025-11-25')
  for (let i = 0; i < 20; i++) {
    const answer = await assistant.rpc('ping')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('x-ratelimit-limit'), null)
  }
})

/** Sends a request, its body in one piece with its length, or in chunks. */
async function sendAs(way: 'plain' | 'chunked', headers: Record<string, string>, body: string, path = '/mcp') {
  const length = way === 'plain' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const sent = request(`${server.baseUrl}${path}`, { method: 'POST', headers: { ...headers, ...length }, agent: false })
  if (way === 'chunked') sent.write('') // no length: what follows comes in chunks
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { date: _date, connection: _connection, ...others } = answer.headers
  return { status: answer.statusCode, headers: others, body: (await answer.toArray()).join('') }
}

test('spec C7.9: a request is answered the same however its body is sent', async () => {
  const type = { 'content-type': 'application/json' }
  const known = { ...type, ...credentials(store) }
  const of = (message: object, headers: Record<string, string> = headersOf('server/discover')) =>
    [{ ...known, ...headers }, JSON.stringify(message)] as const
  const bearer = { ...type, authorization: credentials(store).authorization as string }
  const discover = of(modern('server/discover'))
  const cases: [name: string, headers: Record<string, string>, body: string, path?: string][] = [
    ['discover', ...discover],
    ['list', ...of(modern('tools/list'), headersOf('tools/list'))],
    [
      'a call',
      ...of(modern('tools/call', { name: 'list_members' }), headersOf('tools/call', { 'mcp-name': 'list_members' })),
    ],
    ['legacy', ...of({ jsonrpc: '2.0', id: 'ü', method: 'ping' }, LEGACY)],
    ['a notification', ...of({ jsonrpc: '2.0', method: 'notifications/initialized' }, LEGACY)],
    ['a wrong header', ...of(modern('tools/list'))],
    ['an unknown method', ...of(modern('nope'), headersOf('nope'))],
    ['no JSON', known, '{'],
    ['not UTF-8', known, '\u{d800}'],
    ['no body', known, ''],
    ['no type', credentials(store) as Record<string, string>, discover[1]],
    ['no credentials', type, discover[1]],
    ['a wrong key', { ...known, authorization: `Bearer sk_${'0'.repeat(32)}` }, discover[1]],
    ['a page that may call', { ...discover[0], origin: 'https://assistant.example.com' }, discover[1]],
    ['a page that may not', { ...discover[0], origin: 'https://other.example.com' }, discover[1]],
    ['Accept', { ...discover[0], accept: 'text/event-stream' }, discover[1]],
    ['App ID in the path', { ...bearer, ...headersOf('server/discover') }, discover[1], `/mcp/${store.appId}`],
    ['the same with a slash', { ...bearer, ...headersOf('server/discover') }, discover[1], `/mcp/${store.appId}/`],
    ['a slash', ...discover, '/mcp/'],
    ['a query', ...discover, '/mcp?a=b'],
    ['an unknown App ID', bearer, discover[1], '/mcp/app_none'],
    ['a long body', known, JSON.stringify(modern('tools/list', { x: 'y'.repeat(70_000) }))],
  ]
  for (const [name, headers, body, path] of cases) {
    const plain = await sendAs('plain', headers, body, path)
    assert.deepEqual(plain, await sendAs('chunked', headers, body, path), name)
    assert.equal(plain.headers['x-content-type-options'], 'nosniff', name)
    assert.equal(plain.headers['cache-control'], plain.status === 202 ? undefined : 'no-store', name)
  }
})

test('spec C7.9: one who hangs up in the middle of a body, or before the answer, disturbs nobody', async () => {
  const body = JSON.stringify(modern('tools/list'))
  const head = (length: number) =>
    ['POST /mcp HTTP/1.1', 'Host: x', 'Content-Type: application/json', `Content-Length: ${length}`]
      .concat(Object.entries({ ...credentials(store), ...headersOf('tools/list') }).map((pair) => pair.join(': ')))
      .join('\r\n')
  const { hostname, port } = new URL(server.baseUrl)
  for (const [length, sent] of [
    [body.length + 10, body],
    [body.length, body],
  ] as const) {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.write(`${head(length)}\r\n\r\n${sent}`, () => socket.resetAndDestroy())
        await once(socket, 'close')
      }),
    )
  }
  assert.equal((await client.post('/mcp', modern('server/discover'), headersOf('server/discover'))).status, 200)
  assert.doesNotMatch(server.logs(), /unhandled error/)
})
