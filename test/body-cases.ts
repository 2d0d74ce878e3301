import { randomUUID } from 'node:crypto'
import type { Client } from './client.ts'
import type { Store } from './factories.ts'
import { PASSWORD } from './inbox.ts'

// Every route that takes a body, once. One piece, for it is looked up and compared with the routes as one.

/** One request to a route that takes a body, as contract/rest/unknown-keys.test.ts sends it. */
export interface BodyCase {
  as: Client
  call: string
  body?: object
  status?: number
  /** Keys of the route that `body` leaves out. */
  known?: string[]
}

/** A team of nobody, with every key. */
export const TARGETS = {
  inHours: true,
  targets: Object.fromEntries(
    ['urgent', 'high', 'normal', 'low'].map((priority) => [
      priority,
      { first_reply: 60, next_reply: null, resolve: null },
    ]),
  ),
}
export const TEAM = {
  name: 'Team',
  emoji: '🛍️',
  memberIds: [],
  assignment: 'by_hand',
  takesNew: false,
  takesHandOvers: false,
}

/** A segment of everybody with an address, with every key. */
export const SEGMENT = { name: 'Reachable', conditions: [{ about: 'email', not: false }] }

/** A rule that does little, with every key. */
export const RULE = {
  name: 'Rule',
  isOn: false,
  trigger: { on: 'message' },
  match: 'all',
  conditions: [],
  acts: [{ do: 'star' }],
  stops: false,
}

/** The records that the cases' paths name, and who asks. */
export interface BodyFixture {
  /** Clients: with an API key, as operator, as admin, as another member, as visitor, and without a credential. */
  api: Client
  operator: Client
  inbox: Client
  own: Client
  visitor: Client
  nothing: Client
  legacy: Client
  legacyOwn: Client
  /** The admin of a store that ends here. */
  ending: Client
  store: Pick<Store, 'shopId' | 'appId'>
  memberId: string
  member: { id: string; email: string }
  /** Of an invitation. */
  token: string
  /** Ids. */
  id: string
  note: string
  attribute: string
  other: string
  reply: string
  contact: string
  removed: string
  chat: string
  subscription: string
  canned: string
  view: string
  rule: string
  team: string
  segment: string
  scheduled: string
  article: string
  /** An assistant's request for consent, as a query. */
  asked: string
}

/** What a browser gives out for pushes: an endpoint at a public address, and the keys that RFC 8291 has for an example. */
export const PUSH_ADDRESS = {
  endpoint: 'https://1.1.1.1/push/a',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
export const HOOK = { url: 'https://hooks.example.com/a', events: ['message.created'] }

/**
 * A request to every route that takes a body, and to those that change something without one. src/service.test.ts
 * holds it against the routes there are.
 */
export function bodyCases(fixture: BodyFixture): BodyCase[] {
  const { api, operator, inbox, own, visitor, nothing, legacy, legacyOwn, ending } = fixture
  const { store, memberId, member, token, id, chat } = fixture
  const {
    note,
    attribute,
    other,
    reply,
    contact,
    removed,
    subscription,
    canned,
    view,
    rule,
    team,
    segment,
    scheduled,
  } = fixture
  const { article, asked } = fixture
  const path = `/chat/conversations/${id}`
  const stores = `/operator/stores/${store.shopId}`
  const hook = HOOK
  return [
    { as: api, call: `POST ${path}/state`, body: { status: 'resolved' } },
    { as: api, call: `POST ${path}/assign`, body: { memberId } },
    { as: api, call: `POST ${path}/read` },
    { as: api, call: `POST ${path}/typing`, body: { memberId, active: true } },
    {
      as: api,
      call: `POST ${path}/messages`,
      body: { text: 'Hi', memberId, isNote: false, asCustomer: false },
      status: 201,
    },
    { as: api, call: `POST ${path}/tags`, body: { tags: ['a'] } },
    { as: api, call: `POST ${path}/notes`, body: { text: 'Note' }, status: 201 },
    { as: api, call: `PUT ${path}/notes/${note}`, body: { text: 'Changed' } },
    { as: api, call: `POST ${path}/attributes`, body: { name: 'new', value: 'x' }, status: 201 },
    { as: api, call: `PUT ${path}/attributes/${attribute}`, body: { name: 'size', value: 'L' } },
    { as: api, call: 'POST /chat/webhooks', body: { ...hook, metadata: { a: 'b' } }, status: 201 },
    { as: api, call: `PUT /chat/webhooks/${subscription}`, body: { isActive: true, events: hook.events } },
    { as: legacy, call: 'POST /webhook/subscriptions', body: { ...hook, metadata: {} }, status: 201 },
    { as: legacyOwn, call: 'PUT /webhook/subscriptions', body: { isActive: true, events: hook.events } },
    {
      as: legacyOwn,
      call: `PUT /webhook/subscriptions/${subscription}`,
      body: { isActive: true, events: hook.events },
    },

    {
      as: nothing,
      call: 'POST /storefront/sessions',
      body: { appId: store.appId, locale: 'en', device: {} },
      known: ['token'],
    },
    { as: visitor, call: 'POST /storefront/sessions/reset' },
    {
      as: visitor,
      call: 'POST /storefront/identify',
      body: { id: 'customer-1', email: 'a@example.com', name: 'Ada', phone: '1', attributes: { a: 'b' } },
      known: ['hash'],
    },
    {
      as: visitor,
      call: 'PATCH /storefront/visitor',
      body: { email: 'a@example.com', name: 'Ada', phone: '1', locale: 'en', attributes: { a: 'b' } },
    },
    {
      as: visitor,
      call: 'POST /storefront/messages',
      body: { clientId: randomUUID(), text: 'Hi', quickReply: false },
      status: 201,
      known: ['conversationId', 'files', 'replyTo', 'campaign', 'preChat'],
    },
    { as: visitor, call: 'POST /storefront/read', body: { conversationId: chat, revision: 1 } },
    { as: visitor, call: 'POST /storefront/typing', body: { active: true } },
    // Only a conversation that is resolved is rated.
    {
      as: visitor,
      call: 'POST /storefront/rating',
      body: { conversationId: chat, score: 5, comment: 'Good' },
      status: 400,
    },
    // No order of this number: the same answer as for one of another address.
    { as: visitor, call: 'POST /storefront/orders', body: { key: '1042', email: 'a@example.com' }, status: 404 },
    // No campaign of this key, and no mail leaves the server of these tests.
    {
      as: nothing,
      call: 'POST /storefront/campaigns',
      body: { appId: store.appId, key: 'gone', act: 'shown' },
      status: 404,
    },
    {
      as: visitor,
      call: 'POST /storefront/transcript',
      body: { conversationId: chat, email: 'a@example.com', timeZone: 'UTC' },
      status: 404,
    },
    { as: visitor, call: 'POST /storefront/escalate', body: { reason: 'Help' } },
    {
      as: visitor,
      call: 'POST /storefront/helpful',
      body: { messageId: 'none', isHelpful: true },
      status: 404,
    },
    { as: visitor, call: 'PUT /storefront/context', body: { kind: 'cart', data: { total: 1 } } },
    { as: visitor, call: 'PUT /storefront/attributes', body: { attributes: { size: 'M' } } },
    {
      as: visitor,
      call: 'POST /storefront/pages',
      body: { pages: [{ url: 'https://shop.example/a', title: 'A', viewedAt: new Date().toISOString() }] },
    },
    { as: visitor, call: 'POST /storefront/events', body: { name: 'viewed', props: { a: 1 } } },
    { as: visitor, call: 'POST /storefront/prechat', body: { fields: { company: 'A' }, skip: false } },

    {
      as: nothing,
      call: 'POST /api/chat/session',
      body: { email: member.email, password: PASSWORD },
      known: ['shopId', 'code'],
    },
    // No mail leaves the server of these tests.
    { as: nothing, call: 'POST /api/chat/password-requests', body: { email: 'a@example.com' }, status: 404 },
    {
      as: inbox,
      call: 'POST /api/chat/channels',
      body: {
        channel: 'email',
        address: 'sales@acme.example',
        name: 'Acme',
        smtp: { url: 'smtps://mail.acme.example' },
      },
      status: 201,
      known: ['imap', 'externalId', 'accessToken'],
    },
    {
      as: inbox,
      call: 'POST /api/chat/connections',
      body: { kind: 'custom', shopDomain: 'shop.acme.example' },
      status: 201,
      known: ['apiUrl', 'apiKey', 'consumerKey', 'consumerSecret', 'clientId', 'clientSecret'],
    },
    { as: nothing, call: 'POST /api/chat/links/read', body: { token } },
    {
      as: nothing,
      call: 'POST /api/chat/links/use',
      body: { token, password: PASSWORD, firstName: 'N', lastName: 'M' },
    },
    { as: own, call: 'PATCH /api/chat/me', body: { firstName: 'A', lastName: 'B', enableAwayMode: false } },
    { as: own, call: 'PUT /api/chat/password', body: { current: PASSWORD, password: PASSWORD } },
    { as: own, call: 'POST /api/chat/session/password', body: { password: PASSWORD } },
    { as: own, call: 'POST /api/chat/second-factor', body: { password: PASSWORD } },
    { as: own, call: 'POST /api/chat/second-factor/confirm', body: { code: '000000' }, status: 400 },
    { as: own, call: 'POST /api/chat/second-factor/drop', body: { password: PASSWORD } },
    {
      as: inbox,
      call: 'POST /api/chat/invitations',
      body: { email: 'other@example.com', role: 'member' },
      status: 201,
    },
    { as: inbox, call: `PUT /api/chat/members/${member.id}/skills`, body: { capacity: 5, languages: ['de'] } },
    { as: inbox, call: 'POST /api/chat/teams', body: { ...TEAM, name: 'Another' }, status: 201 },
    { as: inbox, call: `PATCH /api/chat/teams/${team}`, body: TEAM },
    { as: inbox, call: `POST /api/chat/conversations/${fixture.id}/team`, body: { team } },
    { as: inbox, call: 'PUT /api/chat/targets', body: TARGETS },
    { as: inbox, call: 'POST /api/chat/segments', body: { ...SEGMENT, name: 'Another' }, status: 201 },
    { as: inbox, call: 'POST /api/chat/segments/try', body: { conditions: SEGMENT.conditions } },
    { as: inbox, call: `PATCH /api/chat/segments/${segment}`, body: SEGMENT },
    { as: inbox, call: `POST /api/chat/conversations/${fixture.id}/priority`, body: { priority: 'high' } },
    {
      as: inbox,
      call: `POST /api/chat/conversations/${fixture.id}/orders/1001/actions`,
      body: { id: randomUUID(), kind: 'cancel', refunds: true, notifies: false, reason: '', beyondRules: true },
      status: 400,
    },
    { as: inbox, call: `PATCH /api/chat/members/${member.id}`, body: { role: 'member', active: true } },
    { as: inbox, call: `POST /api/chat/members/${member.id}/password-link`, status: 201 },
    {
      as: inbox,
      call: 'POST /api/chat/ai/playground',
      body: { text: 'Hello' },
      status: 201,
      known: ['conversationId'],
    },
    { as: inbox, call: 'PATCH /api/chat/settings', body: { name: 'Acme', settings: { autoAssign: false } } },
    { as: inbox, call: 'POST /api/chat/keys', body: { name: 'Key' }, status: 201, known: ['password'] },
    { as: inbox, call: 'POST /api/chat/identity-secrets', status: 201 },
    { as: inbox, call: 'POST /api/chat/assistant-requests/read', body: { appId: store.appId, query: asked } },
    { as: inbox, call: 'POST /api/chat/assistant-requests/allow', body: { appId: store.appId, query: asked } },
    {
      as: inbox,
      call: 'POST /api/chat/saved-views',
      body: { name: 'Mine', isShared: false, filters: {} },
      status: 201,
    },
    { as: inbox, call: 'PUT /api/chat/saved-views/order', body: { ids: [view] } },
    { as: inbox, call: `PATCH /api/chat/saved-views/${view}`, body: { name: 'All', isShared: true, filters: {} } },
    // Before there is another one: it takes all of them.
    { as: inbox, call: 'PUT /api/chat/rules/order', body: { ids: [rule] } },
    { as: inbox, call: 'POST /api/chat/rules', body: RULE, status: 201 },
    { as: inbox, call: 'POST /api/chat/rules/try', body: { rule: RULE, limit: 1 } },
    { as: inbox, call: `PATCH /api/chat/rules/${rule}`, body: RULE },
    { as: inbox, call: 'POST /api/chat/canned-replies', body: { shortcut: 'yo', text: 'Yo' }, status: 201 },
    { as: inbox, call: `PATCH /api/chat/canned-replies/${canned}`, body: { shortcut: 'hi', text: 'Hi' } },
    {
      as: inbox,
      call: 'POST /api/chat/articles',
      body: { question: 'Q', answer: 'A', url: null, productId: null },
      status: 201,
    },
    {
      as: inbox,
      call: `PATCH /api/chat/articles/${article}`,
      body: { question: 'Q', answer: 'A', url: null, productId: null },
    },
    {
      as: operator,
      call: `POST /operator/stores/${store.shopId}/channels`,
      body: {
        channel: 'email',
        address: 'help@acme.example',
        name: 'Acme',
        smtp: { url: 'smtps://mail.acme.example' },
      },
      status: 201,
      known: ['imap', 'externalId', 'accessToken'],
    },
    {
      as: operator,
      call: `POST /operator/stores/${store.shopId}/connections`,
      body: { kind: 'custom', shopDomain: 'shop.acme.example' },
      status: 201,
      known: ['apiUrl', 'apiKey', 'consumerKey', 'consumerSecret', 'clientId', 'clientSecret'],
    },
    { as: inbox, call: 'POST /api/chat/webhooks', body: { ...hook, url: 'https://hooks.example.com/b' }, status: 201 },
    { as: inbox, call: `PATCH /api/chat/webhooks/${subscription}`, body: { isActive: true, events: hook.events } },
    { as: inbox, call: `POST /api/chat/webhooks/${subscription}/test`, status: 201 },
    { as: inbox, call: 'POST /api/chat/tags', body: { name: 'vip' }, status: 201 },
    { as: inbox, call: 'POST /api/chat/notifications/read', body: { conversationId: id } },
    {
      as: inbox,
      call: 'PUT /api/chat/notifications/mail',
      body: { wants: 'all', quietFrom: null, quietUntil: null, timeZone: 'UTC', byMail: true, unassignedMissed: true },
    },
    { as: inbox, call: 'PUT /api/chat/push/browser', body: PUSH_ADDRESS },
    { as: inbox, call: 'PUT /api/chat/push/rules', body: { hidesText: false } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/state`, body: { status: 'open' } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/assign`, body: { memberId } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/snooze`, body: { until: null } },
    {
      as: inbox,
      call: `POST /api/chat/conversations/${id}/scheduled`,
      body: {
        text: 'Later',
        sendAt: new Date(Date.now() + 3_600_000).toISOString(),
        cancelsOnReply: true,
        along: { tags: ['later'], memberId: null },
      },
      status: 201,
    },
    { as: inbox, call: `PATCH /api/chat/conversations/${id}/scheduled/${scheduled}`, body: { text: 'Later still' } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/read` },
    { as: inbox, call: `POST /api/chat/conversations/${id}/unread` },
    { as: inbox, call: `POST /api/chat/conversations/${id}/typing`, body: { active: true } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/ai`, body: { isChatBot: false } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/star`, body: { isStarred: true } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/block`, body: { isBlock: false } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/tags`, body: { tags: ['b'] } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/notes`, body: { text: 'Note' }, status: 201 },
    { as: inbox, call: `PUT /api/chat/conversations/${id}/notes/${note}`, body: { text: 'Changed' } },
    { as: inbox, call: `POST /api/chat/conversations/${id}/attributes`, body: { name: 'b', value: 'x' }, status: 201 },
    { as: inbox, call: `PUT /api/chat/conversations/${id}/attributes/${other}`, body: { name: 'colour', value: 'x' } },
    {
      as: inbox,
      call: `POST /api/chat/conversations/${id}/messages`,
      body: { text: 'Hi', isNote: false, clientId: randomUUID(), files: [] },
      status: 201,
    },
    { as: inbox, call: `PATCH /api/chat/conversations/${id}/messages/${reply}`, body: { text: 'Edited' } },
    { as: inbox, call: `POST /api/chat/customers/${contact}/data-request` },
    { as: inbox, call: `POST /api/chat/conversations/${id}/merge`, body: { into: 'none' }, status: 404 },
    { as: inbox, call: `POST /api/chat/customers/${contact}/merge`, body: { from: 'none' }, status: 404 },
    { as: inbox, call: `POST /api/chat/customers/${removed}/redact`, body: { orders: [] } },
    { as: ending, call: 'POST /api/chat/uninstall', body: { name: 'Ending' } },

    {
      as: operator,
      call: 'POST /operator/stores',
      body: {
        name: 'New',
        plan: 'free',
        owner: { email: `${randomUUID()}@example.com`, password: PASSWORD, firstName: 'A', lastName: 'B' },
      },
      status: 201,
    },
    { as: operator, call: `PATCH ${stores}`, body: { name: 'Acme', plan: 'plus', settings: { autoAssign: true } } },
    { as: operator, call: `POST ${stores}/keys`, body: { name: 'Key' }, status: 201 },
    {
      as: operator,
      call: `POST ${stores}/sample-data`,
      body: { contacts: 1, conversations: 1, messagesPerConversation: 1, seed: 1 },
    },
    { as: operator, call: `POST ${stores}/privacy/redact`, body: { customerUuid: contact, orders: [] } },
    { as: operator, call: `POST ${stores}/privacy/data-request`, body: { customerUuid: contact } },
    { as: operator, call: `POST ${stores}/webhooks/${subscription}/test`, status: 201 },
    { as: operator, call: `POST ${stores}/uninstall` },
    { as: operator, call: `POST ${stores}/install` },
    { as: operator, call: `POST ${stores}/identity-secrets`, status: 201 },
    { as: operator, call: `POST ${stores}/migrate-legacy` },
  ]
}
