import { type BodyFixture, HOOK, RULE, SEGMENT, TEAM } from './body-cases.ts'
import type { Client } from './client.ts'
import { ok } from './expect.ts'
import { addContact, addConversation, addMember, importLines, makeStore, operatorOf } from './factories.ts'
import { PASSWORD, pageOf, signIn, signInOwner } from './inbox.ts'
import { connectAssistant } from './oauth.ts'
import { makeVisitor } from './visitor.ts'

/** A store with one record of every kind that a path may name, and clients of every door. */
export async function makeBodyFixture(server: { baseUrl: string; operatorToken: string }) {
  const preChat = { mode: 'optional', fields: [{ name: 'company', label: 'Company', type: 'text' }] }
  const store = await makeStore(server, { plan: 'plus', settings: { widget: { preChat } } })
  const inbox = await signInOwner(server, store)
  const visitor = await makeVisitor(server, store)
  const nothing = pageOf(server)
  const { memberId } = store.owner
  const { id, customerUuid } = await addConversation(store)
  const order = { orderNumber: '1001', createdAt: new Date().toISOString(), customerUuid }
  const total = { amount: '9.00', currencyCode: 'EUR' }
  await importLines(store, [{ kind: 'order', data: { ...order, total } }])
  const path = `/chat/conversations/${id}`
  const contact = await addContact(store)
  const note = ok(await store.api.post(`${path}/notes`, { text: 'A' }), 201)
  const attribute = ok(await store.api.post(`${path}/attributes`, { name: 'size', value: 'M' }), 201)
  const other = ok(await store.api.post(`${path}/attributes`, { name: 'colour', value: 'red' }), 201)
  const subscription = ok(await store.api.post('/chat/webhooks', HOOK), 201)
  const reply = ok(await store.api.post(`${path}/messages`, { text: 'Hello', memberId }), 201)
  const filters = { status: 'open' }
  const view = ok(await inbox.post('/api/chat/saved-views', { name: 'Open', isShared: true, filters }), 201)
  const rule = ok(await inbox.post('/api/chat/rules', RULE), 201)
  const team = ok(await inbox.post('/api/chat/teams', TEAM), 201)
  const segment = ok(await inbox.post('/api/chat/segments', SEGMENT), 201)
  const later = { text: 'Later', sendAt: new Date(Date.now() + 3_600_000).toISOString() }
  const scheduled = ok(await inbox.post(`/api/chat/conversations/${id}/scheduled`, later), 201)
  const canned = ok(await inbox.post('/api/chat/canned-replies', { shortcut: 'hi', text: 'Hello' }), 201)
  const article = ok(await inbox.post('/api/chat/articles', { question: 'Q?', answer: 'A.' }), 201)
  const member = await addMember(store, { password: PASSWORD })
  const own = await signIn(server, member.email)
  const link = ok(await inbox.post('/api/chat/invitations', { email: 'new@example.com', role: 'member' }), 201).link
  const { conversation: chat } = await visitor.say('Hello')
  const { query: asked } = await connectAssistant(server, store, inbox)
  const fixture: BodyFixture = {
    api: store.api,
    operator: operatorOf(server),
    inbox,
    own,
    visitor: visitor.api,
    nothing,
    legacy: withHeaders(nothing, { 'x-webhook-app-id': store.appId, 'x-webhook-secret': store.key }),
    legacyOwn: withHeaders(nothing, { 'x-webhook-secret': subscription.secret }),
    ending: await signInOwner(server, await makeStore(server, { name: 'Ending' })),
    store,
    memberId,
    member,
    token: link.slice(link.indexOf('#') + 1),
    id,
    note: note.id,
    attribute: attribute.id,
    other: other.id,
    reply: reply.id,
    contact: contact.id,
    removed: (await addContact(store)).id,
    chat: chat.id,
    subscription: subscription.id,
    canned: canned.id,
    view: view.id,
    rule: rule.id,
    team: team.id,
    segment: segment.id,
    scheduled: scheduled.id,
    article: article.id,
    asked,
  }
  return { fixture, store, inbox, visitor }
}

/** A client that sends these headers too. */
export const withHeaders = (client: Client, headers: Record<string, string>): Client => ({
  ...client,
  headers: { ...client.headers, ...headers },
  call: (method, target, body, more) => client.call(method, target, body, { ...headers, ...more }),
})
