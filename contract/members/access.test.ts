import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Client, createClient } from '#test/clients/client.ts'
import { ask, connectAssistant, register } from '#test/clients/oauth.ts'
import { ok, refused } from '#test/expect.ts'
import { GUIDANCE, PUSH_ADDRESS, RULE, SEGMENT, TARGETS, TEAM } from '#test/fixtures/body-cases.ts'
import { ACTION } from '#test/fixtures/custom-actions.ts'
import { addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
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

type Ids = Record<string, string>

/** One record of each kind that a path may name. */
async function fill(store: Store, client: Client): Promise<Ids> {
  const made = await addConversation(store, { messages: [message()], firestoreId: randomUUID() })
  const path = `/api/chat/conversations/${made.id}`
  const [{ id: messageId }] = ok(await client.get(`${path}/messages`))
  const { id: noteId } = ok(await client.post(`${path}/notes`, { text: 'x' }), 201)
  const { id: attributeId } = ok(await client.post(`${path}/attributes`, { name: 'a', value: 'b' }), 201)
  const { id: replyId } = ok(await client.post('/api/chat/canned-replies', { shortcut: 'hi', text: 'x' }), 201)
  const saved = { name: 'x', isShared: true, filters: {} }
  const { id: viewId } = ok(await client.post('/api/chat/saved-views', saved), 201)
  const { id: teamId } = ok(await client.post('/api/chat/teams', TEAM), 201)
  const { id: segmentId } = ok(await client.post('/api/chat/segments', SEGMENT), 201)
  const { id: ruleId } = ok(await client.post('/api/chat/rules', RULE), 201)
  const endpoint = { title: 'x', url: 'https://1.1.1.1/rule', includesNotes: false }
  const { id: endpointId } = ok(await client.post('/api/chat/rule-endpoints', endpoint), 201)
  const { id: actionId } = ok(await client.post('/api/chat/custom-actions', ACTION), 201)
  const later = { text: 'Later', sendAt: new Date(Date.now() + 3_600_000).toISOString() }
  const { id: scheduledId } = ok(await client.post(`${path}/scheduled`, later), 201)
  const { id: articleId } = ok(await client.post('/api/chat/articles', { question: 'x', answer: 'y' }), 201)
  ok(await client.patch(`/api/chat/articles/${articleId}`, { answer: 'z' }))
  const card = { title: 'x', url: 'https://1.1.1.1/card' }
  const { id: cardId } = ok(await client.post('/api/chat/customer-cards', card), 201)
  const { id: exampleId } = ok(await client.post('/api/chat/ai/examples', { question: 'x', articleId }), 201)
  const { id: guidanceId } = ok(await client.post('/api/chat/ai/guidance', GUIDANCE), 201)
  const { id: collectionId } = ok(await client.post('/api/chat/article-collections', { name: 'x' }), 201)
  const site = { kind: 'site', address: 'http://127.0.0.1/' }
  const { id: importId } = ok(await client.post('/api/chat/article-imports', site), 201)
  const { id: keyId } = ok(await client.post('/api/chat/keys', { name: 'x' }), 201)
  const { id: invitationId } = ok(
    await client.post('/api/chat/invitations', { email: `${randomUUID()}@example.com`, role: 'member' }),
    201,
  )
  const subscription = { url: 'https://1.1.1.1/x', events: ['message.created'] }
  const { id: webhookId } = ok(await client.post('/api/chat/webhooks', subscription), 201)
  const { id: deliveryId } = ok(await client.post(`/api/chat/webhooks/${webhookId}/test`), 201)
  const { id: secretId } = ok(await client.post('/api/chat/identity-secrets'), 201)
  const [{ id: sessionId }] = ok(await client.get('/api/chat/sessions'))
  const [{ id: browserId }] = ok(await client.put('/api/chat/push/browser', PUSH_ADDRESS)).browsers
  const mailbox = { channel: 'email', address: `${randomUUID()}@example.com`, smtp: { url: 'smtps://127.0.0.1:1' } }
  const { id: accountId } = ok(await client.post('/api/chat/channels', mailbox), 201)
  const { id: connectionId } = ok(await client.post('/api/chat/connections', { kind: 'custom' }), 201)
  await connectAssistant(server, store, client)
  const [{ id: assistantId }] = ok(await client.get('/api/chat/assistants'))
  const orderNumber = randomUUID()
  const total = { amount: '9.00', currencyCode: 'EUR' }
  const ordered = { orderNumber, total, createdAt: new Date().toISOString(), customerUuid: made.customerUuid }
  const memberId = randomUUID()
  const member = { kind: 'member', data: { id: memberId, email: `${memberId}@example.com` } }
  assert.deepEqual((await importLines(store, [member, { kind: 'order', data: ordered }])).rejected, [])
  ok(await client.post(`${path}/tags`, { tags: ['tag'] }))
  const spam = { sender: `${randomUUID()}.example` }
  const { sender } = ok(await client.post('/api/chat/spam-senders', spam), 201)
  const { customerUuid: otherId } = await addConversation(store, {})
  const more = {
    otherId,
    exampleId,
    guidanceId,
    cardId,
    orderNumber,
    approvalId: randomUUID(),
    passkeyId: randomUUID(),
    messageId,
    noteId,
    attributeId,
    replyId,
    viewId,
    ruleId,
    endpointId,
    actionId,
    teamId,
    segmentId,
    contactId: made.customerUuid,
    scheduledId,
    articleId,
    collectionId,
    importId,
    keyId,
    invitationId,
    webhookId,
    deliveryId,
    sessionId,
    browserId,
    memberId,
    assistantId,
    accountId,
    connectionId,
    sender,
  }
  return { id: made.id, customerUuid: made.customerUuid, tag: 'tag', secretId, ...more }
}

const ownIds = await fill(own, admin)
const foreignIds = await fill(other, theirs)
const asked = { appId: own.appId, query: ask(server, own, await register(server, own)).query }
const unknownIds: Ids = Object.fromEntries(Object.keys(ownIds).map((name) => [name, randomUUID()]))

/** A body that is good wherever one is taken: schemas refuse what they do not know, so it has to be the route's own. */
function bodyFor({ method, url }: InboxRoute): object | undefined {
  if (method === 'GET') return undefined
  const bodies: Record<string, object> = {
    '/state': { status: 'resolved' },
    '/assign': { memberId: ownIds.memberId },
    '/typing': { active: true },
    '/ai': { isChatBot: false },
    '/snooze': { until: null },
    '/saved-views/:viewId': { name: 'x' },
    '/rules/:ruleId': { isOn: false },
    '/passkeys/:passkeyId': { name: 'x' },
    '/session-limits': { idleMinutes: null, maxHours: null },
    '/slack': { token: 'xoxb-none', signingSecret: 'none', channelId: 'C0NONE000' },
    '/custom-actions': ACTION,
    '/custom-actions/:actionId': { name: 'x' },
    '/custom-actions/:actionId/test': { values: {}, facts: {} },
    '/custom-actions/:actionId/runs': { id: randomUUID(), values: {}, orderNumber: null },
    '/rule-endpoints': { title: 'x', url: 'https://1.1.1.1/rule', includesNotes: false },
    '/rule-endpoints/:endpointId': { title: 'x' },
    '/teams/:teamId': { name: 'Renamed' },
    '/skills': { capacity: null, languages: [] },
    '/team': { team: null },
    '/targets': TARGETS,
    '/segments': { ...SEGMENT, name: 'Another' },
    '/segments/try': { conditions: SEGMENT.conditions },
    '/segments/:segmentId': { name: 'Renamed' },
    '/priority': { priority: 'high' },
    '/actions': { id: randomUUID(), kind: 'cancel' },
    '/approvals/:approvalId': { isApproved: false },
    '/scheduled': { text: 'Later', sendAt: new Date(Date.now() + 3_600_000).toISOString() },
    '/scheduled/:scheduledId': { text: 'x' },
    '/push/browser': PUSH_ADDRESS,
    '/push/rules': { hidesText: false },
    '/star': { isStarred: true },
    '/block': { isBlock: true },
    '/spam': { isSpam: true },
    '/messages': { text: 'x' },
    '/messages/:messageId': { text: 'x' },
    '/messages/:messageId/forward': { text: 'x', email: { to: ['a@example.com'] } },
    '/tags': { tags: ['new'] },
    '/notes': { text: 'x' },
    '/notes/:noteId': { text: 'x' },
    '/attributes': { name: 'new', value: 'x' },
    '/attributes/:attributeId': { value: 'x' },
    '/members/:memberId': { role: 'member' },
    '/canned-replies/:replyId': { text: 'x' },
    '/customers': { name: 'x' },
    '/customers/:customerUuid': { name: 'x' },
    '/signature': { text: 'x' },
    '/articles/:articleId': { answer: 'x' },
    '/restore': { version: 1 },
    '/articles/:articleId/translations': { locale: 'nl' },
    '/article-preview': { body: 'x' },
    '/article-pictures': { fileId: 'x' },
    '/customer-cards': { title: 'x', url: 'https://1.1.1.1/card' },
    '/customer-cards/:cardId': { title: 'x' },
    '/ai/rewrite': { text: 'x', how: 'shorten' },
    '/questions': { question: 'x' },
    '/typed-suggestions': { text: 'x' },
    '/ai/what-would-change': { article: { question: 'x', answer: 'y' } },
    '/ai/guidance': GUIDANCE,
    '/ai/guidance/:guidanceId': { isOn: false },
    '/ai/guidance/order': { ids: [ownIds.guidanceId] },
    '/ai/examples': { question: 'x', articleId: null },
    '/article-imports': { kind: 'site', address: 'http://127.0.0.1/' },
    '/article-collections': { name: 'x' },
    '/article-collections/order': { ids: [ownIds.collectionId] },
    '/article-collections/:collectionId': { name: 'x' },
    '/webhooks/:webhookId': { events: ['message.created'] },
    '/webhooks/:webhookId/redeliver': { since: '2026-01-01T00:00:00.000Z' },
    '/redact': {},
    '/customers/:customerUuid/merge': { from: ownIds.otherId },
    '/conversations/:id/merge': { into: ownIds.id },
    '/assistant-requests/read': asked,
    '/assistant-requests/allow': asked,
  }
  const end = Object.keys(bodies)
    .filter((path) => url.endsWith(path))
    .sort((a, b) => b.length - a.length)[0]
  return method === 'DELETE' || end === undefined ? undefined : bodies[end]
}

function call(client: Client, route: InboxRoute, ids: Ids) {
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => {
    assert.ok(ids[name], `give this test an id for :${name} of ${route.url}`)
    return encodeURIComponent(ids[name])
  })
  return client.call(route.method, path, bodyFor(route))
}

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
