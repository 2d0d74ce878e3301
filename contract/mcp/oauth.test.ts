import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
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
import { onPostgres } from '#test/database/database.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signIn, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { claimPort } from '#test/service/claim-port.ts'
import { startServer } from '#test/service/server.ts'

// Spec C7: an OAuth token at POST /mcp/{appId}. The flow is that of the Model Context Protocol, 2026-07-28,
// Authorization. What is refused: mcp-oauth-hostile.test.ts. One file, for its tests follow one store's assistants.

const server = await startServer()
const store = await makeStore(server, { name: 'Lamps & Co' })
const inbox = await signInOwner(server, store)
const resource = `${server.baseUrl}/mcp/${store.appId}`
const issuer = resource
const open = createClient(server.baseUrl)

test('spec C7.3: a 401 at an assistant’s address names the document that describes the authorization', async () => {
  const metadata = `${server.baseUrl}/.well-known/oauth-protected-resource/mcp/${store.appId}`
  for (const authorization of [undefined, 'Bearer nonsense', `Bearer mcpa_${'0'.repeat(64)}`]) {
    const answer = await open.post(`/mcp/${store.appId}`, {}, authorization ? { authorization } : {})
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}", scope="tools"`)
  }
  const described = await open.get(new URL(metadata).pathname)
  assert.deepEqual(described.body, {
    resource,
    authorization_servers: [issuer],
    scopes_supported: ['tools'],
    bearer_methods_supported: ['header'],
    resource_name: 'Lamps & Co',
  })
  assert.equal(described.headers.get('access-control-allow-origin'), '*')
})

test('spec C7.3: each store has an authorization server of its own; an unknown one has none', async () => {
  const { status, body } = await open.get(`/.well-known/oauth-authorization-server/mcp/${store.appId}`)
  assert.equal(status, 200)
  assert.equal(body.issuer, issuer)
  assert.equal(body.token_endpoint, `${server.baseUrl}/oauth/${store.appId}/token`)
  assert.equal(body.authorization_endpoint, `${server.baseUrl}/inbox/connect/${store.appId}`)
  assert.deepEqual(body.code_challenge_methods_supported, ['S256'])
  assert.deepEqual(body.token_endpoint_auth_methods_supported, ['none'])
  assert.ok(body.authorization_response_iss_parameter_supported && body.client_id_metadata_document_supported)
  for (const path of [
    '/.well-known/oauth-authorization-server/mcp/app_unknown',
    '/.well-known/oauth-protected-resource/mcp/app_unknown',
    `/.well-known/oauth-protected-resource/mcp/${'x'.repeat(2_000)}`,
  ]) {
    const answer = await open.get(path)
    assert.deepEqual([answer.status, answer.body.error], [404, 'invalid_request'], path.slice(0, 80))
  }
  const preflight = await open.call('OPTIONS', `/oauth/${store.appId}/token`, undefined, {
    origin: 'https://a.example',
  })
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-methods')], [204, 'POST'])
})

/** A client's side of the flow, in memory. What it stores is its own affair: both generations keep other fields. */
function makeProvider() {
  // biome-ignore lint/suspicious/noExplicitAny: whatever a generation of the client gives to be kept
  const kept: Record<string, any> = {}
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value
  }
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Official client', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    state: () => 'a state',
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('url'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: keep('discovery'),
    discoveryState: () => kept.discovery,
  }
  return { kept, provider: provider as unknown as OAuthClientProvider }
}

/** What both generations' transports and clients have in common. */
interface AnyClient {
  connect(transport: object): Promise<void>
  listTools(): Promise<{ tools: object[] }>
  close(): Promise<void>
}
interface AnyTransport {
  finishAuth(answer: string | URLSearchParams): Promise<void>
}

const INFO = { name: 'tests', version: '1.0.0' }
const GENERATIONS: [string, () => AnyClient, (provider: OAuthClientProvider) => AnyTransport, boolean][] = [
  [
    'first',
    () => new Client(INFO) as unknown as AnyClient,
    (authProvider) => new StreamableHTTPClientTransport(new URL(resource), { authProvider }),
    false,
  ],
  [
    'second',
    () => new NewClient(INFO) as unknown as AnyClient,
    (authProvider) => new NewTransport(new URL(resource), { authProvider } as never) as unknown as AnyTransport,
    true,
  ],
]

for (const [generation, makeClient, makeTransport, takesParams] of GENERATIONS) {
  test(`spec C7.1: the official client of the ${generation} generation completes its own authorization flow, and refreshes its token`, async () => {
    const { kept, provider } = makeProvider()
    const first = makeTransport(provider)
    await assert.rejects(makeClient().connect(first), /Unauthorized/i)
    const asked: URL = kept.url
    assert.equal(asked.origin + asked.pathname, `${server.baseUrl}/inbox/connect/${store.appId}`)
    assert.equal(asked.searchParams.get('resource'), resource)
    const returned = (await allow(inbox, store, asked.search.slice(1))).searchParams
    assert.equal(returned.get('iss'), issuer)
    await first.finishAuth(takesParams ? returned : (returned.get('code') as string))
    const client = makeClient()
    await client.connect(makeTransport(provider))
    assert.equal((await client.listTools()).tools.length, 11)
    await client.close()
    // An access token that works no more: the client gets another one by itself.
    const before = kept.tokens.refresh_token
    kept.tokens = { ...kept.tokens, access_token: `mcpa_${'0'.repeat(64)}` }
    const again = makeClient()
    await again.connect(makeTransport(provider))
    assert.equal((await again.listTools()).tools.length, 11)
    assert.notEqual(kept.tokens.refresh_token, before)
    await again.close()
  })
}

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

test('spec C7.3: conformance: the scenarios of authorization servers', async () => {
  const port = await claimPort()
  const clientId = await register(server, store, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const options = ['--client-id', clientId, '--resource', resource, '--port', String(port)]
  const suite = spawn(process.execPath, [SUITE, 'authorization', '--url', issuer, ...options])
  let output = ''
  let isAllowed = false
  let consent: Promise<unknown> | undefined
  suite.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    // The client listens for the browser a moment after it has printed the address.
    if (isAllowed || !/^Callback server started/m.test(output)) return
    const asked = /^(https?:\/\/\S+\/inbox\/connect\/\S+)\n/m.exec(output)
    if (!asked) return
    isAllowed = true
    // The member's browser goes where it is sent.
    consent = allow(inbox, store, new URL(asked[1] as string).search.slice(1)).then((url) => fetch(url))
  })
  suite.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const code = await new Promise((resolve) => suite.on('close', resolve))
  await consent
  assert.equal(code, 0, output)
  assert.match(output, /^Total: 3 passed, 0 failed$/m, output)
})

test('spec C7.3: an admin sees who asks, for where, and under whose name', async () => {
  const read = async (clientId: string, overrides = {}) =>
    ok(
      await inbox.post('/api/chat/assistant-requests/read', {
        appId: store.appId,
        query: ask(server, store, clientId, overrides).query,
      }),
    )
  const unknown = await read(await register(server, store))
  assert.deepEqual(unknown.client, { name: 'Test assistant', host: null })
  assert.deepEqual(
    [unknown.redirectHost, unknown.publisher, unknown.problem],
    ['assistant.example.com', { kind: 'unknown' }, null],
  )
  const refusal = new URL(unknown.refuseTo)
  assert.equal(refusal.origin + refusal.pathname, CALLBACK)
  assert.deepEqual(
    ['error', 'state', 'iss', 'code'].map((name) => refusal.searchParams.get(name)),
    ['access_denied', 'the state', issuer, null],
  )
  const claude = 'https://claude.ai/api/mcp/auth_callback'
  const known = await read(await register(server, store, { redirect_uris: [claude] }), { redirect_uri: claude })
  assert.deepEqual(known.publisher, { kind: 'known', name: 'Anthropic' })
  const local = await register(server, store, { redirect_uris: ['http://localhost/callback'] })
  const computer = await read(local, { redirect_uri: 'http://localhost:51234/callback' })
  assert.deepEqual([computer.publisher, computer.redirectHost], [{ kind: 'computer' }, 'localhost:51234'])
  const callback = 'cursor://anysphere.cursor-mcp/oauth/callback'
  const editor = await read(await register(server, store, { redirect_uris: [callback] }), { redirect_uri: callback })
  assert.deepEqual([editor.publisher, editor.redirectHost], [{ kind: 'computer' }, 'cursor'])
  assert.ok(editor.refuseTo.startsWith(`${callback}?error=access_denied`))
})

test('spec C7.3: a registration answers what was understood, and passes over the rest', async () => {
  const { status, body } = await open.post(`/oauth/${store.appId}/register`, {
    redirect_uris: [CALLBACK],
    client_name: 'A \u202eb',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code'],
    software_id: 'x',
    shop_id: 'x',
  })
  assert.equal(status, 201)
  assert.match(body.client_id, /^client_[0-9a-f]{32}$/)
  assert.equal(typeof body.client_id_issued_at, 'number')
  const { client_id: _id, client_id_issued_at: _at, ...rest } = body
  assert.deepEqual(rest, {
    client_name: 'A  b',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'tools',
  })
})

test('spec C7.3: a token opens the store’s tools at its own address, for an hour, and refreshes into a new pair', async () => {
  const asking = ask(server, store, await register(server, store))
  const code = (await allow(inbox, store, asking.query)).searchParams.get('code') as string
  const answer = await exchange(server, store, { ...asking, code })
  const { access_token: access, refresh_token: first, ...rest } = answer.body
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3_600, scope: 'tools' })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(await statusWith(server, `/mcp/${store.appId}`, access), 200)
  assert.equal(await statusWith(server, `/mcp/${store.appId}/`, access), 200)
  const next = await refresh(server, store, { refreshToken: first, clientId: asking.clientId })
  assert.equal(next.status, 200, JSON.stringify(next.body))
  assert.equal(await statusWith(server, `/mcp/${store.appId}`, access), 401)
  assert.equal(await statusWith(server, `/mcp/${store.appId}`, next.body.access_token), 200)
})

test('spec C7.3: connected assistants are listed with who allowed them, and end with a click; both are in the audit log', async () => {
  const shop = await makeStore(server)
  const admin = await signInOwner(server, shop)
  assert.deepEqual(ok(await admin.get('/api/chat/assistants')), [])
  // Allowed, but the code was never exchanged: nothing is connected.
  ok(
    await admin.post('/api/chat/assistant-requests/allow', {
      appId: shop.appId,
      query: ask(server, shop, await register(server, shop)).query,
    }),
  )
  assert.deepEqual(ok(await admin.get('/api/chat/assistants')), [])
  const { accessToken } = await connectAssistant(server, shop, admin, { client_name: 'Lamp expert' })
  const [fresh] = ok(await admin.get('/api/chat/assistants'))
  const { id, allowedAt, ...rest } = fresh
  assert.ok(Date.parse(allowedAt) > 0)
  assert.deepEqual(rest, {
    name: 'Lamp expert',
    redirectHost: 'assistant.example.com',
    publisher: { kind: 'unknown' },
    allowedBy: shop.owner.memberId,
    lastUsedAt: null,
  })
  assert.equal(await statusWith(server, `/mcp/${shop.appId}`, accessToken), 200)
  const [used] = ok(await admin.get('/api/chat/assistants'))
  assert.ok(Date.parse(used.lastUsedAt) > 0)
  ok(await admin.delete(`/api/chat/assistants/${id}`))
  assert.equal(await statusWith(server, `/mcp/${shop.appId}`, accessToken), 401)
  refused(await admin.delete(`/api/chat/assistants/${id}`), 404, 'NOT_FOUND')
  const log = ok(await admin.get('/api/chat/audit-log')).filter(({ target }: { target: string }) => target === id)
  assert.deepEqual(
    log.map(({ action, actor, memberId }: Record<string, string>) => [action, actor, memberId]),
    [
      ['assistant.disconnected', 'member', shop.owner.memberId],
      ['assistant.allowed', 'member', shop.owner.memberId],
    ],
  )
})

test('spec C7.3: an assistant can end its own connection, by either token', async () => {
  for (const which of ['accessToken', 'refreshToken'] as const) {
    const connection = await connectAssistant(server, store, inbox)
    const { accessToken } = connection
    const ended = await postForm(server, `/oauth/${store.appId}/revoke`, { token: connection[which] })
    assert.deepEqual([ended.status, ended.body], [200, {}])
    assert.equal(await statusWith(server, `/mcp/${store.appId}`, accessToken), 401)
    assert.equal((await refresh(server, store, connection)).body.error, 'invalid_grant')
  }
  assert.equal((await postForm(server, `/oauth/${store.appId}/revoke`, { token: 'nobody’s' })).status, 200)
})

test('spec C7.3: what a member allowed ends when they are no longer an admin, and with the store', async () => {
  const shop = await makeStore(server)
  const owner = await signInOwner(server, shop)
  const { member, inbox: second } = await signInMember(server, shop, { role: 'admin' })
  const path = `/mcp/${shop.appId}`
  for (const change of [{ role: 'member' }, { active: false }]) {
    ok(await owner.patch(`/api/chat/members/${member.id}`, { role: 'admin', active: true }))
    const theirs = await connectAssistant(
      server,
      shop,
      'active' in change ? await signIn(server, member.email) : second,
    )
    assert.equal(await statusWith(server, path, theirs.accessToken), 200)
    ok(await owner.patch(`/api/chat/members/${member.id}`, change))
    assert.equal(await statusWith(server, path, theirs.accessToken), 401)
    assert.equal((await refresh(server, shop, theirs)).body.error, 'invalid_grant')
    assert.deepEqual(ok(await owner.get('/api/chat/assistants')), [])
  }
  const last = await connectAssistant(server, shop, owner)
  ok(await owner.post('/api/chat/uninstall', { name: 'Acme' }))
  assert.equal(await statusWith(server, path, last.accessToken), 401)
  assert.equal((await refresh(server, shop, last)).body.error, 'invalid_grant')
  assert.equal(await statusWith(server, path, shop.key), 200, 'API keys stay as they are (spec 1.4)')
})

test('codes and tokens are nowhere in the database or the logs as they are', async () => {
  const { accessToken, refreshToken, code } = await connectAssistant(server, store, inbox)
  const secrets = [accessToken, refreshToken, code, refreshToken.slice(5, 37)]
  const lines = await dumpDatabase(server)
  assert.ok(lines.some((line) => line.startsWith('assistant_grants: ')))
  assert.deepEqual(
    lines.filter((line) => secrets.some((secret) => line.includes(secret))),
    [],
  )
  assert.ok(!secrets.some((secret) => server.logs().includes(secret)))
})

test('a code of one process is exchanged at another', { skip: !onPostgres && 'PostgreSQL only' }, async () => {
  const { DATABASE_URL, SECRET_KEY } = server.env
  const other = await startServer({
    env: { DATABASE_URL, SECRET_KEY, BASE_URL: server.baseUrl } as Record<string, string>,
  })
  const asking = ask(server, store, await register(other, store))
  const code = (await allow(inbox, store, asking.query)).searchParams.get('code') as string
  const answer = await exchange(other, store, { ...asking, code }, { resource })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(await statusWith(server, `/mcp/${store.appId}`, answer.body.access_token), 200)
})
