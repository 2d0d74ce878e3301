import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import {
  allow,
  ask,
  CALLBACK,
  connectAssistant,
  exchange,
  postForm,
  refresh,
  register,
  statusWith,
} from '#test/clients/oauth.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { trustedAuthority } from '#test/doubles/authority.ts'
import { startNameServer } from '#test/doubles/dns.ts'
import { ok, refused } from '#test/expect.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'

// What the door for assistants refuses: other people's redirects, codes and tokens, floods, forged consent, and documents
// that are not what they say (docs/mcp.md; spec C7). One file for one server, which has a name server and an
// authority of its own: the tests are short, starting these takes time.

const names = await startNameServer()
const authority = await trustedAuthority()
const server = await startServer({
  env: {
    NODE_EXTRA_CA_CERTS: authority.caFile,
    WEBHOOK_DNS_SERVERS: names.address,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  },
})
const store = await makeStore(server)
const inbox = await signInOwner(server, store)
const other = await makeStore(server)
const theirs = await signInOwner(server, other)
const open = createClient(server.baseUrl)
const path = `/mcp/${store.appId}`

const read = (query: string, as = inbox, appId = store.appId) =>
  as.post('/api/chat/assistant-requests/read', { appId, query })
const send = (query: string, as = inbox, appId = store.appId) =>
  as.post('/api/chat/assistant-requests/allow', { appId, query })

const program = await register(server, store)

/** An allowed request's code, not exchanged yet. */
async function newCode(clientId = program) {
  const asking = ask(server, store, clientId)
  const code = (await allow(inbox, store, asking.query)).searchParams.get('code') as string
  return { ...asking, code }
}

test('spec C7.3: a redirect goes exactly to a registered address; otherwise the browser is not redirected', async () => {
  const clientId = await register(server, store, { redirect_uris: [CALLBACK, 'http://127.0.0.1/callback'] })
  for (const redirectUri of [
    'https://evil.example.com/callback',
    `${CALLBACK}/`,
    `${CALLBACK}?x=1`,
    `${CALLBACK}#x`,
    'https://assistant.example.com:444/callback',
    'https://ASSISTANT.example.com/callback',
    'https://assistant.example.com@evil.example.com/callback',
    'https://assistant.example.com\\@evil.example.com/callback',
    'https://assistant.example.com/./callback',
    'http://assistant.example.com/callback',
    'http://127.0.0.1.evil.example.com/callback',
    'http://localhost/callback',
    'http://127.0.0.1/callback/..',
    'javascript:alert(1)//',
    '',
    null,
  ]) {
    const { query } = ask(server, store, clientId, { redirect_uri: redirectUri })
    for (const answer of [await read(query), await send(query)]) {
      refused(answer, 400, 'INVALID_PARAMS')
      assert.ok(!JSON.stringify(answer.body).includes('evil'), 'the address is not repeated')
    }
  }
  const twice = `${ask(server, store, clientId).query}&redirect_uri=${encodeURIComponent('https://evil.example.com/')}`
  refused(await send(twice), 400, 'INVALID_PARAMS')
  const loopback = ask(server, store, clientId, { redirect_uri: 'http://127.0.0.1:50123/callback' })
  assert.equal((await allow(inbox, store, loopback.query)).origin, 'http://127.0.0.1:50123')
})

test('addresses that are neither https nor of this computer cannot be registered', async () => {
  for (const uris of [
    ['http://evil.example.com/cb'],
    ['https://a.example.com/cb#x'],
    ['https://u:p@a.example.com/cb'],
    ['myapp://cb'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    [CALLBACK, 'http://192.168.0.1/cb'],
    [1],
    [],
    Array(21).fill(CALLBACK),
    'https://a.example.com/cb',
    undefined,
  ]) {
    const answer = await open.post(`/oauth/${other.appId}/register`, { client_name: 'x', redirect_uris: uris })
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_redirect_uri'], JSON.stringify(uris))
  }
})

test('other errors are shown on the page, with a way back that names the issuer', async () => {
  const clientId = await register(server, store)
  const verifier = 'a'.repeat(43)
  const cases: [Record<string, string | null>, string][] = [
    [{ code_challenge: null }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
    [{ code_challenge_method: 'plain', code_challenge: verifier }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: null }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ resource: `${server.baseUrl}/mcp/${other.appId}` }, 'invalid_target'],
    [{ resource: 'https://elsewhere.example.com/mcp' }, 'invalid_target'],
    [{ resource: 'mcp' }, 'invalid_target'],
  ]
  for (const [overrides, code] of cases) {
    const { query } = ask(server, store, clientId, overrides)
    const { problem, refuseTo } = ok(await read(query))
    assert.ok(problem, JSON.stringify(overrides))
    const back = new URL(refuseTo)
    assert.equal(back.origin + back.pathname, CALLBACK)
    assert.deepEqual(
      ['error', 'iss', 'state', 'code'].map((name) => back.searchParams.get(name)),
      [code, `${server.baseUrl}${path}`, 'the state', null],
    )
    refused(await send(query), 400, 'INVALID_PARAMS')
  }
  const { query } = ask(server, store, clientId)
  assert.ok(ok(await read(`${query}&code_challenge=x`)).problem)
  const fine = ask(server, store, clientId, {
    scope: 'openid tools',
    resource: `${server.baseUrl.toUpperCase()}${path}/`,
  })
  assert.equal(ok(await read(fine.query)).problem, null)
  refused(await read('x'.repeat(9_000)), 400, 'INVALID_PARAMS')
})

test('spec C7.3: only an admin of that very store consents, on a page of this service, with the second factor it asks for', async () => {
  const { query } = ask(server, store, await register(server, store))
  const { inbox: plain } = await signInMember(server, store)
  refused(await send(query, plain), 403, 'FORBIDDEN')
  refused(await read(query, plain), 403, 'FORBIDDEN')
  refused(await send(query, theirs), 403, 'FORBIDDEN')
  refused(await send(query, theirs, other.appId), 400, 'INVALID_PARAMS') // registered with the other store only
  refused(
    await createClient(server.baseUrl, { origin: server.baseUrl }).post('/api/chat/assistant-requests/allow', {
      appId: store.appId,
      query,
    }),
    401,
    'UNAUTHENTICATED',
  )
  refused(
    await createClient(server.baseUrl, { origin: server.baseUrl, 'x-api-key': store.key }).post(
      '/api/chat/assistant-requests/allow',
      { appId: store.appId, query },
    ),
    401,
    'UNAUTHENTICATED',
  )
  // A page elsewhere that has the browser send the cookie along.
  const { cookie = '' } = inbox.headers as Record<string, string>
  for (const origin of ['https://evil.example.com', 'null', undefined]) {
    const forged = createClient(server.baseUrl, { cookie, ...(origin ? { origin } : {}) })
    refused(await send(query, forged), 403, 'FORBIDDEN')
  }
  const strict = await makeStore(server)
  const admin = await signInOwner(server, strict)
  const asking = ask(server, strict, await register(server, strict))
  ok(await admin.patch('/api/chat/settings', { requireSecondFactor: true }))
  refused(await send(asking.query, admin, strict.appId), 403, 'SECOND_FACTOR_NEEDED')
  assert.deepEqual(
    (await dumpDatabase(server)).filter((line) => line.includes(strict.shopId) && line.startsWith('assistant_grants')),
    [],
  )
})

test('no page can put the consent into a frame, and none that opened it is handed the inbox', async () => {
  const page = await fetch(`${server.baseUrl}/inbox/connect/${store.appId}`)
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  assert.equal(page.headers.get('cross-origin-opener-policy'), 'unsafe-none')
  const elsewhere = await fetch(`${server.baseUrl}/inbox/open`)
  assert.equal(elsewhere.headers.get('cross-origin-opener-policy'), 'same-origin')
})

test('a code works once, for its program, address and verifier only; anything else ends the grant', async () => {
  const wrong: [string, Record<string, string | null>][] = [
    ['another verifier', { code_verifier: 'b'.repeat(43) }],
    ['the challenge as verifier', { code_verifier: createHash('sha256').update('x').digest('base64url') }],
    ['a short verifier', { code_verifier: 'x' }],
    ['another address', { redirect_uri: `${CALLBACK}2` }],
    ['another program', { client_id: await register(server, store) }],
  ]
  for (const [name, overrides] of wrong) {
    const code = await newCode()
    const answer = await exchange(server, store, code, overrides)
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant'], name)
    assert.equal((await exchange(server, store, code)).body.error, 'invalid_grant', `${name}: the code is gone`)
  }
  for (const missing of ['code', 'redirect_uri', 'code_verifier', 'grant_type']) {
    const answer = await exchange(server, store, await newCode(), { [missing]: null })
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'], missing)
  }
  const used = await newCode()
  const first = await exchange(server, store, used)
  assert.equal(await statusWith(server, path, first.body.access_token), 200)
  assert.equal((await exchange(server, store, used)).body.error, 'invalid_grant')
  assert.equal(await statusWith(server, path, first.body.access_token), 401, 'a replay ends what was made of the code')
  const again = { refreshToken: first.body.refresh_token, clientId: used.clientId }
  assert.equal((await refresh(server, store, again)).body.error, 'invalid_grant')
})

test('of many who come with one code, or one refresh token, one gets tokens, and none of them lasts', async () => {
  const code = await newCode()
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(server, store, code)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const token = answers.find(({ status }) => status === 200)?.body.access_token
  assert.equal(await statusWith(server, path, token), 401)

  const connection = await connectAssistant(server, store, inbox)
  const renewed = await Promise.all(Array.from({ length: 8 }, () => refresh(server, store, connection)))
  assert.equal(renewed.filter(({ status }) => status === 200).length, 1)
  assert.equal(await statusWith(server, path, renewed.find(({ status }) => status === 200)?.body.access_token), 401)
})

test('spec C7.3: an old refresh token ends the whole family, and the audit log says why', async () => {
  const connection = await connectAssistant(server, store, inbox, { client_name: 'In two hands' })
  const second = (await refresh(server, store, connection)).body
  const third = (await refresh(server, store, { ...connection, refreshToken: second.refresh_token })).body
  assert.equal(await statusWith(server, path, third.access_token), 200)
  assert.equal((await refresh(server, store, connection)).body.error, 'invalid_grant')
  assert.equal(await statusWith(server, path, third.access_token), 401)
  const latest = { ...connection, refreshToken: third.refresh_token }
  assert.equal((await refresh(server, store, latest)).body.error, 'invalid_grant')
  const entry = ok(await inbox.get('/api/chat/audit-log')).find(
    ({ action, details }: { action: string; details: { name: string } }) =>
      action === 'assistant.disconnected' && details.name === 'In two hands',
  )
  assert.equal(entry.actor, 'assistant')
  assert.match(entry.details.reason, /used before/)
})

test('letting in, refreshing, disconnecting and taking an admin’s rights at once is never a failure', async () => {
  const shop = await makeStore(server)
  const owner = await signInOwner(server, shop)
  const { member, inbox: second } = await signInMember(server, shop, { role: 'admin' })
  const clientId = await register(server, shop)
  const statuses: number[] = []
  const note = <T extends { status: number }>(answer: T): T => {
    statuses.push(answer.status)
    return answer
  }
  const letIn = async () => {
    const asking = ask(server, shop, clientId)
    const allowed = note(await send(asking.query, second, shop.appId))
    if (allowed.status !== 200) return
    const code = new URL(allowed.body.data.redirectTo).searchParams.get('code') as string
    const { body } = note(await exchange(server, shop, { ...asking, code }))
    if (body.refresh_token) note(await refresh(server, shop, { refreshToken: body.refresh_token, clientId }))
  }
  const demote = async () => {
    for (const role of ['member', 'admin']) note(await owner.patch(`/api/chat/members/${member.id}`, { role }))
  }
  const disconnect = async () => {
    const all = note(await owner.get('/api/chat/assistants')).body.data
    for (const { id } of all) note(await owner.delete(`/api/chat/assistants/${id}`))
  }
  for (let round = 0; round < 5; round++) {
    await Promise.all([letIn(), letIn(), letIn(), demote(), disconnect(), letIn()])
  }
  ok(await owner.patch(`/api/chat/members/${member.id}`, { role: 'member' }))
  assert.deepEqual(ok(await owner.get('/api/chat/assistants')), [])
  assert.ok(statuses.includes(200))
  assert.deepEqual(
    statuses.filter((status) => status >= 500),
    [],
  )
})

test('an import that makes a member of an admin ends what they allowed, for good', async () => {
  const shop = await makeStore(server)
  const { member, inbox: second } = await signInMember(server, shop, { role: 'admin' })
  const { accessToken } = await connectAssistant(server, shop, second)
  for (const role of ['member', 'admin']) {
    const line = { kind: 'member', data: { id: member.id, email: member.email, role } }
    assert.deepEqual((await importLines(shop, [line])).rejected, [])
    assert.equal(await statusWith(server, `/mcp/${shop.appId}`, accessToken), 401)
  }
})

test('spec C7.2: tokens are good for their own store and address, and for nothing else', async () => {
  const { accessToken, refreshToken, clientId, code } = await connectAssistant(server, store, inbox)
  assert.equal(await statusWith(server, path, accessToken), 200)
  assert.equal(await statusWith(server, `/mcp/${other.appId}`, accessToken), 401)
  assert.equal(await statusWith(server, '/mcp', accessToken, { 'x-app-id': store.appId }), 401)
  assert.equal(await statusWith(server, path, accessToken, { 'x-app-id': other.appId }), 401)
  for (const wrong of [refreshToken, code, accessToken.toUpperCase(), accessToken.slice(0, -1)]) {
    assert.equal(await statusWith(server, path, wrong), 401)
  }
  assert.equal((await refresh(server, other, { refreshToken, clientId })).status, 401)
  assert.equal(await statusWith(server, path, accessToken), 200, 'trying it at another store does no harm')
  const target = { resource: `${server.baseUrl}/mcp/${other.appId}` }
  assert.equal((await refresh(server, store, { refreshToken, clientId }, target)).body.error, 'invalid_target')
  assert.equal(
    (await refresh(server, store, { refreshToken, clientId }, { scope: 'admin' })).body.error,
    'invalid_scope',
  )
  for (const [address, headers] of [
    ['/chat/conversations', { 'x-api-key': accessToken }],
    ['/api/chat/me', { authorization: `Bearer ${accessToken}` }],
    ['/operator/stores', { authorization: `Bearer ${accessToken}` }],
  ] as [string, Record<string, string>][]) {
    assert.equal((await open.get(address, headers)).status, 401, address)
  }
  const challenge = await open.post(path, {}, { authorization: 'Bearer mcpa_x' })
  assert.equal(challenge.body.error.data.code, 'INVALID_API_KEY', 'what is no token of ours is judged as a key')
})

test('requests for tokens are forms, each parameter once, of programs that are known', async () => {
  const token = `/oauth/${store.appId}/token`
  const json = await open.post(token, { grant_type: 'refresh_token' })
  assert.deepEqual([json.status, json.body.error], [400, 'invalid_request'])
  const form = (body: string) =>
    open.call('POST', token, body, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' })
  assert.equal((await form('grant_type=a&grant_type=b&client_id=x')).body.error, 'invalid_request')
  assert.equal((await form('')).body.error, 'invalid_request')
  assert.equal((await form('grant_type=refresh_token&client_id=%00&refresh_token=x')).body.error, 'invalid_request')
  const clientId = await register(server, store)
  assert.equal((await form(`grant_type=password&client_id=${clientId}`)).body.error, 'unsupported_grant_type')
  const stranger = await form('grant_type=refresh_token&client_id=client_x&refresh_token=x')
  assert.deepEqual([stranger.status, stranger.body.error], [401, 'invalid_client'])
  const long = await open.call('POST', token, 'x'.repeat(70_000), {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.equal(long.status, 413)
  assert.equal((await open.get(token)).status, 405)
  assert.equal((await postForm(server, '/oauth/app_unknown/token', { grant_type: 'x' })).status, 404)
  for (const body of ['[]', '"x"', '{', 'null', '{"redirect_uris":["https://a.example/cb"],"client_name":"\\u0000"}']) {
    const answer = await open.call('POST', `/oauth/${store.appId}/register`, body, {
      'content-type': 'application/json',
    })
    assert.equal(answer.status, 400, body)
  }
})

test('a flood of registrations is refused, at that store', async () => {
  const flooded = await makeStore(server)
  const metadata = { client_name: 'Flood', redirect_uris: [CALLBACK] }
  let taken = 0
  let answer = await open.post(`/oauth/${flooded.appId}/register`, metadata)
  for (; answer.status === 201 && taken < 1_000; taken++) {
    answer = await open.post(`/oauth/${flooded.appId}/register`, metadata)
  }
  assert.ok(taken >= 20, `${taken} were taken`)
  assert.deepEqual([answer.status, answer.body.error], [429, 'temporarily_unavailable'])
  assert.equal(answer.headers.get('retry-after'), '60')
  assert.equal((await open.post(`/oauth/${store.appId}/register`, metadata)).status, 201, 'other stores go on')
})

// Documents that describe an assistant at the address that is its id.

type Handler = (request: IncomingMessage, response: ServerResponse) => void
const pages = new Map<string, Handler>()
const asked: string[] = []
const host = createServer({ key: authority.key, cert: authority.cert }, (request, response) => {
  asked.push(request.url ?? '')
  const handler = pages.get(request.url ?? '')
  if (handler) handler(request, response)
  else response.writeHead(404).end()
})
host.listen(0, '127.0.0.1')
await once(host, 'listening')
after(() => {
  host.closeAllConnections()
  host.close()
})
const { port } = host.address() as AddressInfo
names.set('receiver.test', ['127.0.0.1'])
const idOf = (name: string) => `https://receiver.test:${port}${name}`
const describe = (id: string, more = {}) => ({
  client_id: id,
  client_name: 'Described',
  redirect_uris: [CALLBACK],
  ...more,
})
const serve = (name: string, body: string | object, headers: Record<string, string> = {}) =>
  pages.set(name, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })

test('a program may be described by a document at its id, which is kept as long as its server says', async () => {
  const id = idOf('/client.json')
  serve('/client.json', describe(id), { 'cache-control': 'max-age=3600' })
  const { query } = ask(server, store, id)
  assert.deepEqual(ok(await read(query)).client, { name: 'Described', host: `receiver.test:${port}` })
  const code = await newCode(id)
  const answer = await exchange(server, store, code)
  assert.equal(await statusWith(server, path, answer.body.access_token), 200)
  assert.equal(asked.filter((url) => url === '/client.json').length, 1)
  const fresh = idOf('/fresh.json')
  serve('/fresh.json', describe(fresh), { 'cache-control': 'no-store, max-age=3600' })
  for (let i = 0; i < 2; i++) ok(await read(ask(server, store, fresh).query))
  assert.equal(asked.filter((url) => url === '/fresh.json').length, 2)
})

test('a document that is not what it says, too long, too slow or elsewhere identifies nobody', async () => {
  const good = (name: string, more = {}) => describe(idOf(name), more)
  serve('/other-id.json', describe(idOf('/client.json')))
  serve('/secret.json', good('/secret.json', { client_secret: 'x' }))
  serve('/keyed.json', good('/keyed.json', { token_endpoint_auth_method: 'private_key_jwt' }))
  serve('/nameless.json', { client_id: idOf('/nameless.json'), redirect_uris: [CALLBACK] })
  serve('/redirects.json', good('/redirects.json', { redirect_uris: ['http://evil.example.com/'] }))
  serve('/long.json', good('/long.json', { client_uri: 'x'.repeat(11_000) }))
  serve('/text.json', good('/text.json'), { 'content-type': 'text/html' })
  serve('/packed.json', good('/packed.json'), {
    'content-encoding': 'gzip',
    'content-type': 'application/octet-stream',
  })
  serve('/broken.json', '{')
  serve('/null.json', 'null')
  pages.set('/moved.json', (_request, response) => response.writeHead(302, { location: idOf('/client.json') }).end())
  pages.set('/slow.json', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{')
  })
  pages.set('/endless.json', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '.repeat(4_000)), 5)
    response.on('close', () => clearInterval(timer))
  })
  for (const name of [...pages.keys()].filter((one) => one !== '/client.json' && one !== '/fresh.json')) {
    const message = refused(await read(ask(server, store, idOf(name)).query), 400, 'INVALID_PARAMS')
    assert.match(message, /cannot be identified/, name)
    if (name !== '/slow.json') refused(await send(ask(server, store, idOf(name)).query), 400, 'INVALID_PARAMS')
  }
  assert.match(refused(await read(ask(server, store, idOf('/missing.json')).query), 400, 'INVALID_PARAMS'), /404/)
})

test('documents are read from public https addresses only, after a name was judged', async () => {
  names.set('private.test', ['10.0.0.1'])
  names.set('mixed.test', ['127.0.0.1', '10.0.0.1'])
  names.set('six.test', ['::1'])
  const before = asked.length
  for (const id of [
    `https://private.test:${port}/client.json`,
    `https://mixed.test:${port}/client.json`,
    `https://six.test:${port}/client.json`,
    `https://127.0.0.2:${port}/client.json`,
    `https://[::ffff:a00:1]:${port}/client.json`,
    'https://169.254.169.254/latest/meta-data',
    'https://unknown.test/client.json',
  ]) {
    assert.match(refused(await read(ask(server, store, id).query), 400, 'INVALID_PARAMS'), /cannot be identified/, id)
  }
  // What has not the form of such an address is an id like any other, and nobody's.
  for (const id of [
    `http://receiver.test:${port}/client.json`,
    `https://receiver.test:${port}`,
    `https://receiver.test:${port}/`,
    `https://receiver.test:${port}/client.json#x`,
    `https://u:p@receiver.test:${port}/client.json`,
    `https://receiver.test:${port}/x/../client.json`,
    `https://RECEIVER.test:${port}/client.json`,
    `https://receiver.test:${port}/${'x'.repeat(600)}`,
  ]) {
    assert.match(refused(await read(ask(server, store, id).query), 400, 'INVALID_PARAMS'), /not registered/, id)
  }
  assert.equal(asked.length, before)
})
