import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { onPostgres, query } from '#test/database/database.ts'
import { ok, refused } from '#test/expect.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { collectInboxRoutes, titleOf } from '#test/fixtures/inbox-routes.ts'
import { startServer } from '#test/service/server.ts'

// Which routes ask for the password again, so that a borrowed or stolen session is not enough for them. The surface itself
// names its routes: one that is added has to ask, or be listed here with the reason why it does not.

const ENDS = 'ends access, or stops data'
const READS = 'reads what an admin sees anyway, and nothing that opens a door'
const INSIDE = 'changes how the store works inside; gives no access, and sends nothing to a new place'
const KNOWN_PLACE = 'sends to a place that was set up with the password'

/** Admins' routes that never ask. */
const WITHOUT_PROOF: Record<string, string> = {
  'POST /api/chat/articles': INSIDE,
  'PATCH /api/chat/articles/:articleId': INSIDE,
  'DELETE /api/chat/articles/:articleId': INSIDE,
  'POST /api/chat/articles/:articleId/restore': INSIDE,
  'POST /api/chat/articles/:articleId/translations': INSIDE,
  'POST /api/chat/article-preview': INSIDE,
  'POST /api/chat/article-pictures': INSIDE,
  'POST /api/chat/ai/what-would-change': READS,
  'POST /api/chat/ai/replay-month': READS,
  'GET /api/chat/ai/examples': READS,
  'GET /api/chat/customer-cards': READS,
  'GET /api/chat/webhook-notices': READS,
  'DELETE /api/chat/customer-cards/:cardId': ENDS,
  'GET /api/chat/custom-actions': READS,
  'GET /api/chat/custom-actions/:actionId/runs': READS,
  'POST /api/chat/custom-actions/:actionId/test': KNOWN_PLACE,
  'DELETE /api/chat/custom-actions/:actionId': ENDS,
  'GET /api/chat/rule-endpoints': READS,
  'GET /api/chat/slack': READS,
  'DELETE /api/chat/slack': ENDS,
  'GET /api/chat/rule-endpoints/:endpointId/calls': READS,
  'POST /api/chat/rule-endpoints/:endpointId/test': KNOWN_PLACE,
  'DELETE /api/chat/rule-endpoints/:endpointId': ENDS,
  'GET /api/chat/ai/guidance': READS,
  'POST /api/chat/ai/guidance': INSIDE,
  'PUT /api/chat/ai/guidance/order': INSIDE,
  'PATCH /api/chat/ai/guidance/:guidanceId': INSIDE,
  'DELETE /api/chat/ai/guidance/:guidanceId': INSIDE,
  'POST /api/chat/ai/examples': INSIDE,
  'DELETE /api/chat/ai/examples/:exampleId': INSIDE,
  'GET /api/chat/article-imports': READS,
  'GET /api/chat/help-insights': READS,
  'POST /api/chat/help-domain/verify': 'looks up a DNS record; only who controls the domain can set it',
  'POST /api/chat/article-imports': INSIDE,
  'POST /api/chat/article-imports/:importId/cancel': INSIDE,
  'POST /api/chat/article-imports/files': INSIDE,
  'POST /api/chat/article-collections': INSIDE,
  'PUT /api/chat/article-collections/order': INSIDE,
  'PATCH /api/chat/article-collections/:collectionId': INSIDE,
  'DELETE /api/chat/article-collections/:collectionId': INSIDE,
  'POST /api/chat/assistant-requests/read': 'shows what an assistant asks for; allowing it asks',
  'GET /api/chat/assistants': READS,
  'DELETE /api/chat/assistants/:assistantId': ENDS,
  'GET /api/chat/audit-log': READS,
  'GET /api/chat/audit-log.csv': READS,
  'GET /api/chat/conversation-access': READS,
  'GET /api/chat/session-limits': READS,
  'GET /api/chat/campaigns': READS,
  'GET /api/chat/channels': READS,
  'DELETE /api/chat/channels/:accountId': ENDS,
  'POST /api/chat/channels/:accountId/check': KNOWN_PLACE,
  'POST /api/chat/channels/:accountId/code': 'mails a code to the mailbox’s own address, and shows it to nobody here',
  'POST /api/chat/channels/:accountId/test-mail': 'mails nobody but the admin who asks',
  'POST /api/chat/channels/sign-in/finish': 'finishes what this session began with the password minutes ago',
  'PUT /api/chat/channels/:accountId/signature': 'changes a text below mails, which gives nobody a right',
  'GET /api/chat/connections': READS,
  'DELETE /api/chat/connections/:connectionId': ENDS,
  'DELETE /api/chat/conversations/:id': ENDS,
  'POST /api/chat/customers/:customerUuid/data-request': 'notes the request for support; no data leaves',
  'POST /api/chat/customers/:customerUuid/redact': ENDS,
  'GET /api/chat/deliveries/:deliveryId': READS,
  'POST /api/chat/deliveries/:deliveryId/redeliver': KNOWN_PLACE,
  'GET /api/chat/identity-secrets': 'lists ids; a secret is shown once, when it is made',
  'DELETE /api/chat/identity-secrets/:secretId': ENDS,
  'DELETE /api/chat/invitations/:invitationId': ENDS,
  'GET /api/chat/keys': 'lists names; a key is shown once, when it is made',
  'DELETE /api/chat/keys/:keyId': ENDS,
  'PUT /api/chat/members/:memberId/skills': INSIDE,
  'PUT /api/chat/push/rules': 'says what members’ own browsers show; adds no browser',
  'GET /api/chat/rules': READS,
  'POST /api/chat/rules': INSIDE,
  'PATCH /api/chat/rules/:ruleId': INSIDE,
  'DELETE /api/chat/rules/:ruleId': INSIDE,
  'GET /api/chat/rules/:ruleId/runs': READS,
  'PUT /api/chat/rules/order': INSIDE,
  'POST /api/chat/rules/try': READS,
  'POST /api/chat/segments': INSIDE,
  'PATCH /api/chat/segments/:segmentId': INSIDE,
  'DELETE /api/chat/segments/:segmentId': INSIDE,
  'POST /api/chat/segments/try': READS,
  'GET /api/chat/settings': READS,
  'GET /api/chat/settings/mail-preview.html': READS,
  'GET /api/chat/single-sign-on': 'shows no secret of the client',
  'PUT /api/chat/targets': INSIDE,
  'GET /api/chat/spam-senders': READS,
  'POST /api/chat/spam-senders': INSIDE,
  'DELETE /api/chat/spam-senders/:sender': INSIDE,
  'GET /api/chat/team': READS,
  'POST /api/chat/teams': INSIDE,
  'PATCH /api/chat/teams/:teamId': INSIDE,
  'DELETE /api/chat/teams/:teamId': INSIDE,
  'POST /api/chat/uninstall': ENDS,
  'GET /api/chat/webhooks': 'lists endpoints; their secrets check deliveries, and give no access to the inbox',
  'DELETE /api/chat/webhooks/:webhookId': ENDS,
  'GET /api/chat/webhooks/:webhookId/deliveries': READS,
  'GET /api/chat/webhooks/:webhookId/health': READS,
  'GET /api/chat/webhooks/:webhookId/digests': READS,
  'POST /api/chat/webhooks/:webhookId/redeliver': KNOWN_PLACE,
  'POST /api/chat/webhooks/:webhookId/test': KNOWN_PLACE,
}

/** Routes that ask for some bodies: `asks` gives access or lets data out, `doesNot` does neither. */
const BY_BODY: Record<string, { asks: object[]; doesNot: object[] }> = {
  'PATCH /api/chat/settings': {
    asks: [{ requireSecondFactor: true }, { requireSecondFactor: false }, { name: 'x', requireSecondFactor: false }],
    doesNot: [{}, { name: 'Renamed' }, { settings: { autoAssign: true } }],
  },
  'PATCH /api/chat/webhooks/:webhookId': {
    asks: [{ events: ['message.created'] }, { isActive: true }, { isActive: false, events: ['message.created'] }],
    doesNot: [{ isActive: false }],
  },
}

const server = await startServer()
const routes = (await collectInboxRoutes()).filter(({ access }) => access === 'admin')

test('each admin route asks for the password again, or is listed with the reason why not', () => {
  const asking = routes.filter(({ needsProof }) => needsProof === true).map(titleOf)
  const byBody = routes.filter(({ needsProof }) => typeof needsProof === 'function').map(titleOf)
  assert.deepEqual(byBody.sort(), Object.keys(BY_BODY).sort())
  const unlisted = routes.filter(({ needsProof }) => !needsProof).map(titleOf)
  assert.deepEqual(unlisted.sort(), Object.keys(WITHOUT_PROOF).sort())
  for (const title of [
    'POST /api/chat/invitations',
    'PATCH /api/chat/members/:memberId',
    'POST /api/chat/webhooks',
    'POST /api/chat/keys',
    'POST /api/chat/channels',
    'POST /api/chat/channels/sign-in',
    'POST /api/chat/connections',
  ]) {
    assert.ok(asking.includes(title), title)
  }
})

const old = { skip: onPostgres ? false : 'time is turned back on a server’s tables only' }

test('with an old password each of those routes answers 403, and no other one does', old, async () => {
  const store = await makeStore(server)
  const admin = await signInOwner(server, store)
  await query(
    server.env.DATABASE_URL as string,
    "update sessions set reauthenticated_at = now() - interval '11 minutes'",
  )
  const call = (route: (typeof routes)[number], body?: object) =>
    admin.call(route.method, route.url.replaceAll(/:\w+/g, randomUUID()), body)
  for (const route of routes) {
    const title = titleOf(route)
    if (route.needsProof === true) refused(await call(route), 403, 'PASSWORD_NEEDED')
    for (const body of BY_BODY[title]?.asks ?? []) refused(await call(route, body), 403, 'PASSWORD_NEEDED')
    for (const body of BY_BODY[title]?.doesNot ?? []) assert.notEqual((await call(route, body)).status, 403, title)
    if (!route.needsProof) assert.notEqual((await call(route)).status, 403, title)
  }
})

test(
  'a session whose password is old invites nobody, raises nobody, and loosens nothing until it is given',
  old,
  async () => {
    const server = await startServer()
    const store = await makeStore(server)
    const admin = await signInOwner(server, store)
    const [plain, gone] = [await addMember(store), await addMember(store, { active: false })]
    ok(await admin.patch('/api/chat/settings', { requireSecondFactor: false }))
    const endpoint = { url: 'https://1.1.1.1/x', events: ['message.created'] }
    const { id } = ok(await admin.post('/api/chat/webhooks', endpoint), 201)
    const acts = [
      () => admin.post('/api/chat/invitations', { email: 'new-admin@example.com', role: 'admin' }),
      () => admin.post('/api/chat/invitations', { email: 'new-member@example.com', role: 'member' }),
      () => admin.patch(`/api/chat/members/${plain.id}`, { role: 'admin' }),
      () => admin.patch(`/api/chat/members/${gone.id}`, { active: true }),
      () => admin.post('/api/chat/webhooks', { ...endpoint, url: 'https://1.1.1.1/y' }),
      () => admin.patch(`/api/chat/webhooks/${id}`, { events: ['message.created', 'customer.created'] }),
      () => admin.patch(`/api/chat/webhooks/${id}`, { isActive: true }),
      () => admin.patch('/api/chat/settings', { requireSecondFactor: true }),
    ]
    await query(
      server.env.DATABASE_URL as string,
      "update sessions set reauthenticated_at = now() - interval '11 minutes'",
    )
    ok(await admin.patch(`/api/chat/webhooks/${id}`, { isActive: false }))
    for (const act of acts) refused(await act(), 403, 'PASSWORD_NEEDED')
    const { members, invitations } = ok(await admin.get('/api/chat/team'))
    assert.deepEqual(invitations, [])
    const rightsOf = (of: string) => members.find((member: { id: string }) => member.id === of)
    assert.equal(rightsOf(plain.id).role, 'member')
    assert.equal(rightsOf(gone.id).active, false)
    const [webhook, ...others] = ok(await admin.get('/api/chat/webhooks'))
    assert.deepEqual([webhook.isActive, webhook.events, others], [false, endpoint.events, []])
    assert.equal(ok(await admin.get('/api/chat/settings')).requireSecondFactor, false)
    ok(await admin.post('/api/chat/session/password', { password: store.owner.password }))
    for (const act of acts) assert.ok((await act()).status < 300)
  },
)
