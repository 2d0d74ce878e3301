import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Client, createClient } from '#test/clients/client.ts'
import { ask, register } from '#test/clients/oauth.ts'
import { refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { addOneOfEach, callRoute, type Ids } from '#test/fixtures/inbox-calls.ts'
import { collectInboxRoutes, type InboxRoute, titleOf } from '#test/fixtures/inbox-routes.ts'
import { shareServer } from '#test/service/server.ts'

// Access to every route under /api/chat: the surface itself lists them. A route that is added is
// tested without a word here, unless its path names a new kind of record.

const routes = await collectInboxRoutes()
const server = await shareServer()
const own = await makeStore(server)
const other = await makeStore(server)
const admin = await signInOwner(server, own)
const theirs = await signInOwner(server, other)
const { inbox: plain } = await signInMember(server, own)

const ownIds = await addOneOfEach(server, own, admin)
const foreignIds = await addOneOfEach(server, other, theirs)
const asked = { appId: own.appId, query: ask(server, own, await register(server, own)).query }
const unknownIds: Ids = Object.fromEntries(Object.keys(ownIds).map((name) => [name, randomUUID()]))

const call = (client: Client, route: InboxRoute, ids: Ids) => callRoute(client, route, ids, { ownIds, asked })
const bySession = routes.filter(({ access, url }) => access !== 'anyone' && !url.endsWith('/socket'))

test('the surface has its routes, and few are open to anyone', () => {
  assert.ok(routes.length > 45, `${routes.length} routes`)
  assert.deepEqual(
    routes
      .filter(({ access }) => access === 'anyone')
      .map(titleOf)
      .sort(),
    [
      'DELETE /api/chat/stores',
      'GET /api/chat/password-requests',
      'GET /api/chat/session',
      'GET /api/chat/sign-in',
      'GET /api/chat/sign-in/oidc',
      'GET /api/chat/sign-in/oidc/callback',
      'GET /api/chat/sign-in/oidc/callback/:shopId',
      'GET /api/chat/stores',
      'POST /api/chat/links/read',
      'POST /api/chat/links/use',
      'POST /api/chat/password-requests',
      'POST /api/chat/session',
      'POST /api/chat/sign-in/oidc/backchannel-logout',
      'POST /api/chat/sign-in/oidc/finish',
      'POST /api/chat/sign-in/passkey',
      'POST /api/chat/sign-in/passkey/options',
    ],
  )
})

test('spec 5.1.3, C2.5: every route refuses who has no session, and an API key', async () => {
  const nobody = await createClient(server.baseUrl).get('/api/chat/session')
  assert.deepEqual([nobody.status, nobody.body], [200, { data: null }])
  for (const route of bySession) {
    const bare = createClient(server.baseUrl, { origin: server.baseUrl })
    refused(await call(bare, route, ownIds), 401, 'UNAUTHENTICATED')
    refused(await call(createClient(server.baseUrl, { 'x-api-key': own.key }), route, ownIds), 401, 'UNAUTHENTICATED')
  }
})

test('spec 1.2, C2.5: settings, keys, webhooks, team, privacy and deletion are for admins', async () => {
  const forAdmins = bySession.filter(({ access }) => access === 'admin')
  for (const route of forAdmins) refused(await call(plain, route, ownIds), 403, 'FORBIDDEN')
  const open = bySession.filter(({ access }) => access === undefined).map(titleOf)
  const guarded =
    /settings|\/keys|assistant|webhooks|deliveries|invitations|team|redact|data-request|uninstall|audit-log|secrets/
  // Which teams there are, and what a conversation is given to: no settings.
  const everybodys = ['GET /api/chat/teams', 'POST /api/chat/conversations/:id/team']
  assert.deepEqual(
    open.filter(
      (name) => (guarded.test(name) && !everybodys.includes(name)) || name === 'DELETE /api/chat/conversations/:id',
    ),
    [],
  )
  assert.ok(forAdmins.length >= 20, `${forAdmins.length} routes for admins`)
})

test('spec 5.1.2: each route answers another store’s ids as it answers unknown ones, and changes nothing there', async () => {
  const snapshot = async () =>
    Promise.all(
      ['', '/messages', '/context'].map(async (part) => {
        return (await theirs.get(`/api/chat/conversations/${foreignIds.id}${part}`)).body
      }),
    )
  const before = await snapshot()
  for (const route of bySession.filter(({ url }) => url.includes(':'))) {
    const [foreign, unknown] = [await call(admin, route, foreignIds), await call(admin, route, unknownIds)]
    assert.deepEqual([foreign.status, foreign.body], [unknown.status, unknown.body], titleOf(route))
    assert.ok([404, 400].includes(unknown.status), `${titleOf(route)} answers ${unknown.status}`)
    // Through a conversation of one's own, too.
    if (/:id\/.*:(?!tag)/.test(route.url)) {
      const mixed = await call(admin, route, { ...foreignIds, id: ownIds.id as string })
      assert.equal(mixed.status, 404, titleOf(route))
    }
  }
  assert.deepEqual(await snapshot(), before)
})

test('nothing that a member may send is answered with a 500', async () => {
  const odd: unknown[] = [
    [],
    'x',
    { text: 1 },
    { text: '' },
    { tags: [''] },
    { memberId: '\u0000' },
    { settings: { widget: null } },
    { settings: { __proto__: { a: 1 } } },
    { url: 'http://', events: ['x'] },
  ]
  for (const route of bySession.filter(({ url, method }) => method !== 'GET' && !/session|uninstall/.test(url))) {
    for (const body of odd) {
      const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ownIds[name] as string))
      const { status } = await admin.call(route.method === 'DELETE' ? 'PATCH' : route.method, path, body)
      assert.ok(status < 500, `${titleOf(route)} with ${JSON.stringify(body)}: ${status}`)
    }
  }
  for (const route of bySession.filter(({ method }) => method === 'GET')) {
    const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ownIds[name] as string))
    for (const query of [
      '?cursor=x',
      '?limit=0',
      '?limit=99999999999999',
      '?cursor=WyJ4Il0',
      '?q=%00',
      '?tag=&tag=%00',
    ]) {
      const { status } = await admin.get(path + query)
      assert.ok(status < 500, `${titleOf(route)}${query}: ${status}`)
    }
  }
})
