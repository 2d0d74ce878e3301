import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { credentials } from '#test/clients/mcp.ts'
import { connectAssistant } from '#test/clients/oauth.ts'
import { ok } from '#test/expect.ts'
import { bodyCases, HOOK } from '#test/fixtures/body-cases.ts'
import { makeBodyFixture, withHeaders } from '#test/fixtures/body-fixture.ts'
import { addContact, addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { createService } from '../src/service.ts'
import type { Door } from './door.ts'
import { caseDoor } from './doors/cases.ts'
import { ACCOUNTS, mailDoor, messengerDoor } from './doors/channels.ts'
import { graphqlDoor } from './doors/graphql.ts'
import { mcpDoor } from './doors/mcp.ts'
import { oauthDoor } from './doors/oauth.ts'
import { type KnownConnections, platformDoor } from './doors/platform.ts'
import { restDoor } from './doors/rest.ts'
import { socketDoor } from './doors/socket.ts'
import type { Ids } from './values.ts'

type Target = { baseUrl: string; operatorToken: string }

/** What only the other store has written, in every kind of record: no answer but the operator's may hold it. */
export const OTHER_STORE = 'canary-other-store'
/** What other customers of the same store, and its members among themselves, wrote: no visitor's answer may hold it. */
export const OTHER_CUSTOMER = 'canary-other-customer'

/** Two stores, and the doors by which somebody with all credentials of one of them comes. */
export async function makeWorld(server: Target, { appSecret }: { appSecret: string }): Promise<Door[]> {
  const { fixture, store, inbox, visitor } = await makeBodyFixture(server)
  const other = await addConversation(store, {
    messages: [message({ text: OTHER_CUSTOMER })],
    customerUuid: (await addContact(store, { name: OTHER_CUSTOMER })).id,
  })
  ok(await store.api.post(`/chat/conversations/${fixture.chat}/notes`, { text: OTHER_CUSTOMER }), 201)
  const foreign = await fillOtherStore(server)
  const strings = Object.values(fixture).filter((value) => typeof value === 'string')
  const ids: Ids = {
    own: [...strings, fixture.member.id, store.shopId, store.appId, visitor.id, other.id],
    foreign,
    byParent: {
      conversations: fixture.id,
      contacts: fixture.contact,
      messages: fixture.reply,
      notes: fixture.note,
      attributes: fixture.attribute,
      webhooks: fixture.subscription,
    },
  }
  const visitorIds: Ids = {
    own: [fixture.chat, visitor.id, visitor.sessionId, store.appId],
    foreign: [...foreign, ...strings, other.id],
  }
  const visitors = await Promise.all(Array.from({ length: 40 }, () => makeVisitor(server, store)))
  const cases = bodyCases(fixture)
  // Its door is passed with the subscription's own secret, so that it is one which nobody else knows to delete.
  const apart = ok(await store.api.post('/chat/webhooks', { ...HOOK, url: 'https://hooks.example.com/apart' }), 201)
  const legacyOwn = withHeaders(fixture.nothing, { 'x-webhook-secret': apart.secret })
  const legacyCases = bodyCases({ ...fixture, subscription: apart.id, legacyOwn })
  const reads = await readPaths()
  const of = (prefix: string) => reads.filter((path) => path.startsWith(prefix))
  return [
    await restDoor(server.baseUrl, store.key, ids),
    await graphqlDoor(server.baseUrl, { 'x-api-id': store.appId, 'x-api-secret': store.key }, ids),
    await mcpDoor(server.baseUrl, credentials(store), ids),
    oauthDoor(server, store.appId, await connectAssistant(server, store, inbox), ids),
    messengerDoor(appSecret, ids),
    mailDoor(await addChannels(store)),
    platformDoor(await addConnections(store), ids),
    caseDoor(
      { name: 'storefront', prefix: '/storefront', weight: 18, sees: 'own' },
      cases,
      of('/storefront'),
      visitorIds,
      visitors.map(({ api }) => api),
    ),
    caseDoor({ name: 'inbox', prefix: '/api/chat', weight: 14, sees: 'store' }, cases, of('/api/chat'), ids),
    caseDoor({ name: 'operator', prefix: '/operator', weight: 3, sees: 'everything' }, cases, of('/operator'), ids),
    caseDoor(
      { name: 'legacy webhooks', prefix: '/webhook', weight: 4, sees: 'store' },
      legacyCases,
      of('/webhook'),
      ids,
    ),
    socketDoor(
      { name: 'visitor socket', weight: 3, sees: 'own' },
      '/storefront/socket',
      { type: 'hello', appId: store.appId, token: visitor.token },
      {},
      visitorIds,
    ),
    socketDoor(
      { name: 'member socket', weight: 2, sees: 'store' },
      '/api/chat/socket',
      { type: 'hello' },
      inbox.headers,
      ids,
    ),
  ]
}

/** Accounts of messengers, and of a mailbox whose mail is handed in by POST with the secret. */
async function addChannels(store: Store): Promise<{ id: string; secret: string }> {
  const path = `/operator/stores/${store.shopId}/channels`
  for (const account of ACCOUNTS) ok(await store.operator.post(path, account), 201)
  const { id } = ok(await store.operator.post(path, { channel: 'email', address: 'fuzz@shop.example' }), 201)
  const { secret } = ok(await store.operator.post(`${path}/${id}/inbound-secret`), 201)
  return { id, secret }
}

/** Connections to shops that tell by themselves, and that no request leaves for. */
async function addConnections(store: Store): Promise<KnownConnections> {
  const path = `/operator/stores/${store.shopId}/connections`
  const custom = ok(await store.operator.post(path, { kind: 'custom' }), 201)
  const app = { shopDomain: 'fuzz.myshopify.com', clientId: 'fuzz', clientSecret: 'fuzz-client-secret' }
  const { id } = ok(await store.operator.post(path, { kind: 'shopify', ...app }), 201)
  return { custom, shopify: { id, secret: app.clientSecret } }
}

/** One record of every kind, each with the canary in every text it has; answers their ids. */
async function fillOtherStore(server: Target): Promise<string[]> {
  const store = await makeStore(server, { name: 'The other store' }) // its consent page tells everybody its name
  const inbox = await signInOwner(server, store)
  const { memberId } = store.owner
  const contact = await addContact(store, {
    name: OTHER_STORE,
    email: `${OTHER_STORE}@example.com`,
    phone: OTHER_STORE,
  })
  const talk = await addConversation(store, { customerUuid: contact.id, messages: [message({ text: OTHER_STORE })] })
  const path = `/chat/conversations/${talk.id}`
  const hook = { url: `https://${OTHER_STORE}.example.com/`, events: ['message.created'], metadata: { a: OTHER_STORE } }
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say(OTHER_STORE)
  const made = [
    await store.api.post(`${path}/notes`, { text: OTHER_STORE }),
    await store.api.post(`${path}/attributes`, { name: OTHER_STORE, value: OTHER_STORE }),
    await store.api.post(`${path}/messages`, { text: OTHER_STORE, memberId }),
    await store.api.post('/chat/webhooks', hook),
    await inbox.post('/api/chat/canned-replies', { shortcut: 'theirs', text: OTHER_STORE }),
    await inbox.post('/api/chat/articles', { question: OTHER_STORE, answer: OTHER_STORE }),
  ].map((answer) => ok(answer, 201).id as string)
  ok(await store.api.post(`${path}/tags`, { tags: [OTHER_STORE] }))
  return [
    store.shopId,
    store.appId,
    memberId,
    contact.id,
    talk.id,
    conversation.id,
    visitor.id,
    visitor.sessionId,
    ...made,
  ]
}

/** The paths of all routes that are read, as the service has them. */
async function readPaths(): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
  const service = await createService(
    readConfig({ DATA_DIR: directory, DEMO: '1', OPERATOR_TOKEN: 'x'.repeat(32) }),
    createLogger('silent'),
  )
  await service.app.ready()
  const paths = service.app.allRoutes
    .filter(({ method, config }) => [method].flat().includes('GET') && !config?.refusesMethods)
    .map(({ url }) => url)
  await service.stop()
  await rm(directory, { recursive: true, force: true })
  return paths
}
