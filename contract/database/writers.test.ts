import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Answer } from '#test/clients/client.ts'
import { allow, ask, exchange, postForm, register } from '#test/clients/oauth.ts'
import { onCitus, onPostgres, query } from '#test/database/database.ts'
import { depth, isFullDepth } from '#test/depth.ts'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { ok } from '#test/expect.ts'
import { RULE, TEAM } from '#test/fixtures/body-cases.ts'
import { importLines, type Line, makeStore, member, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { EVENT_NAMES } from '#test/fixtures/webhooks.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// src/storage/locks.ts: everybody who writes locks in one order. Each kind of writer runs against each other one, on
// the same few records, in both datastores; none may be refused, and PostgreSQL may find no deadlock. (The embedded
// database has one connection: there writers only take turns, and each beside itself and the next one shows that the acts
// are what they should be.) One file, for each writer meets each other one.

const PAIR_MS = onPostgres ? depth(20, 100) : depth(5, 10)
/**
 * Whether writer `i` runs against the one `k` places after it: always itself and the next one; on PostgreSQL, where writers
 * run at the same time, also a third of the others, or all in full depth.
 */
const meets = (i: number, k: number) => k < 2 || (onPostgres && (isFullDepth || (i + k) % 3 === 0))
/** Runs at a time of each writer of a pair. */
const AT_ONCE = 3

const graph = await startGraph()
const server = await startServer({ ownProcess: true, env: graph.env })
const store = await makeStore(server)
const { api, operator } = store
const operated = `/operator/stores/${store.shopId}`
const inbox = await signInOwner(server, store)
const { secret } = ok(await operator.post(`${operated}/identity-secrets`), 201)
const sign = (id: string) => createHmac('sha256', secret).update(id).digest('hex')

const CUSTOMERS = ['ann', 'bob']
const KINDS = ['chat', 'mail', 'old'] as const
const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
const shuffled = <T>(items: T[]): T[] => items.toSorted(() => Math.random() - 0.5)
const anyConversation = () => `${any(CUSTOMERS)}-${any(KINDS)}`

const person = (id: string): Line => ({
  kind: 'contact',
  data: {
    id,
    platformId: `shop-${id}`,
    name: id,
    email: `${id}@${any(['example.com', 'example.net'])}`,
    type: 'customer',
  },
})
const talk = (id: string, kind: (typeof KINDS)[number]): Line => ({
  kind: 'conversation',
  data: {
    id: `${id}-${kind}`,
    customerUuid: id,
    channel: 'online_store',
    datastore: kind === 'old' ? 'firestore' : 'postgresql',
    tags: shuffled(['a', 'b', randomUUID(), `z${randomUUID()}`]),
    messages: [message()],
    notes: [{ text: 'Call back' }],
    attributes: [{ name: 'size', value: 'M' }],
    browsedPages: [{ url: 'https://shop.example/', viewedAt: new Date().toISOString() }],
  },
})
const order = (number: string): Line => ({
  kind: 'order',
  data: {
    orderNumber: number,
    email: `${any(CUSTOMERS)}@example.com`,
    createdAt: new Date().toISOString(),
    total: { amount: '1.00', currencyCode: 'EUR' },
  },
})
const article = (id: string): Line => ({
  kind: 'faq',
  data: { id, question: `Where is ${id}?`, answer: shuffled(['here', 'there', randomUUID(), randomUUID()]).join(' ') },
})

const team = [member({ id: 'grace' }), member({ id: 'edsger' })]
const everything = () => [
  ...shuffled(CUSTOMERS.map(person)),
  ...shuffled(CUSTOMERS.flatMap((id) => KINDS.map((kind) => talk(id, kind)))),
  ...shuffled(['1', '2', '3'].map(order)),
  ...shuffled(['a1', 'a2'].map(article)),
]

const none = { first_reply: null, next_reply: null, resolve: null }
const targetsOf = (first_reply: number) => ({
  inHours: false,
  targets: { urgent: none, high: none, normal: { ...none, first_reply, resolve: 60 }, low: none },
})

/** Browsers of the customers. */
const browsers: Record<string, { visitor: TestVisitor; acts: number }> = {}
/** Below the limit: a browser sends 15 messages per minute. */
const ACTS_MAX = 10
async function fromBrowser(act: (visitor: TestVisitor) => Promise<Answer>): Promise<Answer> {
  const id = any(CUSTOMERS)
  let browser = browsers[id]
  if (!browser || ++browser.acts > ACTS_MAX) {
    const visitor = await makeVisitor(server, store)
    const told = await visitor.api.post('/storefront/identify', { id: `shop-${id}`, hash: sign(`shop-${id}`) })
    if (told.status !== 200) return told
    browser = { visitor, acts: 1 }
    browsers[id] = browser
  }
  const answer = await act(browser.visitor)
  if (answer.status === 401 && browsers[id] === browser) delete browsers[id]
  return answer
}

const said = (visitor: TestVisitor) =>
  visitor.api.post('/storefront/messages', { clientId: randomUUID(), text: 'Hello?' })

let webhook = ''
let salesTeam = ''
let program = ''
let letIn = 0
/** Requests for tokens are counted: so many assistants may come in a minute. */
const LET_IN_MAX = 100
const PAGE = '4711'
/** Conversations with customers of the page. */
let fromMessenger: string[] = []
/** A customer of the page, and what the page says of the replies that they got. */
const fromPage = async (...events: object[]): Promise<Answer> => ({
  status: await graph.deliver(server.baseUrl, webhooks.messaging('page', PAGE, ...events)),
  body: null,
  headers: new Headers(),
})
const WRITERS: Record<string, () => Promise<Answer>> = {
  'a customer’s message': () =>
    api.post(`/chat/conversations/${anyConversation()}/messages`, { text: 'Hello?', asCustomer: true }),
  'a browser’s message': () => fromBrowser(said),
  'a new conversation': () =>
    fromBrowser(async (visitor) => {
      await visitor.api.post('/storefront/sessions/reset')
      return said(visitor)
    }),
  'a first message, then who it is': async () => {
    const visitor = await makeVisitor(server, store)
    const first = await said(visitor)
    if (first.status !== 201) return first
    const id = `shop-${any(CUSTOMERS)}`
    return visitor.api.post('/storefront/identify', { id, hash: sign(id), email: `${randomUUID()}@example.com` })
  },
  'what a customer says of themselves': () =>
    fromBrowser((visitor) =>
      visitor.api.patch('/storefront/visitor', { name: `Ann ${randomUUID()}`, email: `${randomUUID()}@example.com` }),
    ),
  'a reply': () => api.post(`/chat/conversations/${anyConversation()}/messages`, { text: 'Hi', memberId: 'grace' }),
  tags: () =>
    api.post(`/chat/conversations/${anyConversation()}/tags`, { tags: shuffled(['a', 'b', randomUUID(), 'c', 'd']) }),
  'an attribute': () =>
    api.post(`/chat/conversations/${anyConversation()}/attributes`, { name: any(['size', 'tier']), value: 'L' }),
  state: async () => {
    const path = `/chat/conversations/${anyConversation()}/state`
    const answer = await api.post(path, { status: any(['open', 'resolved']) })
    // One that was merged is not reopened.
    return answer.body.error?.code === 'INVALID_PARAMS' ? api.post(path, { status: 'resolved' }) : answer
  },
  schedule: async () => {
    const path = `/api/chat/conversations/${anyConversation()}/scheduled`
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const answer = await inbox.post(path, { text: 'Later', sendAt })
    // Nothing is scheduled in one that was merged.
    if (answer.body.error?.code === 'INVALID_PARAMS') return inbox.get(path)
    if (answer.status !== 201) return answer
    const gone = await inbox.delete(`${path}/${answer.body.data.id}`)
    // A redaction deletes them, too.
    return gone.status === 404 ? inbox.get(path) : gone
  },
  snooze: async () => {
    const path = `/api/chat/conversations/${anyConversation()}/snooze`
    const answer = await inbox.post(path, { until: new Date(Date.now() + 3_000).toISOString() })
    // One that another writer has just resolved cannot be, nor one whose lock took longer than that to get.
    return answer.body.error?.code === 'INVALID_PARAMS' ? inbox.post(path, { until: null }) : answer
  },
  // Each change recounts all clocks.
  targets: () => inbox.put('/api/chat/targets', targetsOf(any([5, 10]))),
  assign: () =>
    api.post(`/chat/conversations/${anyConversation()}/assign`, { memberId: any(['grace', 'edsger', null]) }),
  read: () => api.post(`/chat/conversations/${anyConversation()}/read`),
  block: () => inbox.post(`/api/chat/conversations/${anyConversation()}/block`, { isBlock: false }),
  'a merge': async () => {
    const [into, from] = shuffled(CUSTOMERS)
    const made = await inbox.post(`/api/chat/customers/${into}/merge`, { from })
    // Merged by another one already, or redacted; a redaction, or the other one, may have ended this one, too.
    if (made.body.error?.code === 'INVALID_PARAMS') return inbox.get('/api/chat/session')
    const undone = made.status === 201 ? await inbox.post(`/api/chat/merges/${made.body.data.id}/undo`) : made
    return ['INVALID_PARAMS', 'NOT_FOUND'].includes(undone.body.error?.code) ? inbox.get('/api/chat/session') : undone
  },
  'a merge of conversations': async () => {
    const [first, second] = shuffled([...KINDS])
    const of = any(CUSTOMERS)
    const made = await inbox.post(`/api/chat/conversations/${of}-${first}/merge`, { into: `${of}-${second}` })
    if (made.body.error?.code === 'INVALID_PARAMS') return inbox.get('/api/chat/session')
    const undone =
      made.status === 201 ? await inbox.post(`/api/chat/conversation-merges/${made.body.data.id}/undo`) : made
    return ['INVALID_PARAMS', 'NOT_FOUND'].includes(undone.body.error?.code) ? inbox.get('/api/chat/session') : undone
  },
  redaction: () =>
    operator.post(`${operated}/privacy/redact`, { customerUuid: any(CUSTOMERS), orders: shuffled(['1', '2', '3']) }),
  're-import': async () => {
    const lines = everything().map((line) => JSON.stringify(line))
    const answer = await operator.post(`${operated}/import`, lines.join('\n'), {
      'content-type': 'application/x-ndjson',
    })
    assert.deepEqual(answer.body.data?.rejected ?? [], [])
    return answer
  },
  'migrate-legacy': () => operator.post(`${operated}/migrate-legacy`),
  'sample data': () => operator.post(`${operated}/sample-data`, { contacts: 3, conversations: 3, seed: 7 }),
  'an article': () =>
    inbox.patch('/api/chat/articles/a1', { answer: shuffled(['here', 'there', randomUUID()]).join(' ') }),
  'a deletion': async () => {
    const id = randomUUID()
    // By email: a browser that has just written into it would rightly be told that it is gone.
    const line = { kind: 'conversation', data: { id, customerUuid: any(CUSTOMERS), channel: 'email' } }
    await importLines(store, [line])
    return inbox.delete(`/api/chat/conversations/${id}`)
  },
  'a messenger’s message': () => fromPage(webhooks.text(PAGE, any(CUSTOMERS), 'Hello?')),
  'a reply by messenger': () =>
    api.post(`/chat/conversations/${any(fromMessenger)}/messages`, { text: 'Hi', memberId: 'grace' }),
  'what became of a reply': () => {
    const { id, recipient } = any(graph.sends)
    const at = Date.now()
    return fromPage({
      sender: { id: recipient },
      recipient: { id: PAGE },
      timestamp: at,
      delivery: { mids: [id], watermark: at },
    })
  },
  'an assistant comes and goes': async () => {
    const asking = ask(server, store, program)
    if (++letIn > LET_IN_MAX) return inbox.get('/api/chat/assistants')
    const code = (await allow(inbox, store, asking.query)).searchParams.get('code') ?? ''
    const granted = await exchange(server, store, { ...asking, code })
    if (granted.status !== 200) return granted
    return postForm(server, `/oauth/${store.appId}/revoke`, { token: granted.body.refresh_token })
  },
  settings: () => operator.patch(operated, { settings: { autoAssign: Math.random() < 0.5 } }),
  'a reply that does something': async () => {
    const path = `/api/chat/conversations/${anyConversation()}/messages`
    const replyActions = {
      tags: shuffled(['a', 'b', randomUUID()]),
      memberId: any(['grace', 'edsger', null]),
      status: 'resolved',
    }
    const answer = await inbox.post(path, { text: 'Done', replyActions })
    // An import may have put another thread in its place before it was read back.
    return answer.body.error?.message === 'Message not found.' ? inbox.get(path) : answer
  },
  'a saved view': async () => {
    const made = await inbox.post('/api/chat/saved-views', { name: 'x', isShared: true, filters: {} })
    return made.status === 201 ? inbox.delete(`/api/chat/saved-views/${made.body.data.id}`) : made
  },
  'a rule': async () => {
    const made = await inbox.post('/api/chat/rules', { ...RULE, isOn: true, trigger: { on: 'tag', tag: 'a' } })
    return made.status === 201 ? inbox.delete(`/api/chat/rules/${made.body.data.id}`) : made
  },
  'a team': async () => {
    const made = await inbox.post('/api/chat/teams', { ...TEAM, name: randomUUID(), memberIds: ['grace'] })
    return made.status === 201 ? inbox.delete(`/api/chat/teams/${made.body.data.id}`) : made
  },
  'a conversation for a team': () =>
    inbox.post(`/api/chat/conversations/${anyConversation()}/team`, { team: any([salesTeam, null]) }),
  'a canned reply': async () => {
    const made = await inbox.post('/api/chat/canned-replies', { shortcut: randomUUID(), text: 'Hi' })
    return made.status === 201 ? inbox.delete(`/api/chat/canned-replies/${made.body.data.id}`) : made
  },
  'a webhook comes and goes': async () => {
    const made = await api.post('/chat/webhooks', { url: `https://example.com/${randomUUID()}`, events: EVENT_NAMES })
    return made.status === 201 ? api.delete(`/chat/webhooks/${made.body.data.id}`) : made
  },
  'a webhook': () =>
    api.put(`/chat/webhooks/${webhook}`, { events: shuffled(['message.created', 'customer.created']) }),
}

await importLines(store, [...team, ...everything()])
// Teams assign to members who are online, while other writers run.
salesTeam = ok(
  await inbox.post('/api/chat/teams', { ...TEAM, assignment: 'in_turn', memberIds: ['grace', 'edsger'] }),
  201,
).id
// Rules run after every message, while other writers run.
const ruled = [
  { do: 'add_tags', values: ['a', 'z'] },
  { do: 'assign_in_turn', values: ['grace', 'edsger'] },
  { do: 'note', text: 'x' },
]
const idle = { on: 'idle', minutes: 1, waitsFor: 'team' }
for (const trigger of [{ on: 'message' }, idle]) {
  ok(await inbox.post('/api/chat/rules', { ...RULE, isOn: true, trigger, actions: ruled }), 201)
}
webhook = ok(await api.post('/chat/webhooks', { url: 'https://example.com/hook', events: ['message.created'] }), 201).id

program = await register(server, store)
ok(
  await operator.post(`${operated}/channels`, {
    channel: 'social_messenger',
    externalId: PAGE,
    accessToken: `${PAGE}:t`,
  }),
  201,
)
await fromPage(...CUSTOMERS.map((id) => webhooks.text(PAGE, id, 'Hello?')))
fromMessenger = await until('conversations of the page', async () => {
  const found = ok(await api.get('/chat/conversations?limit=100')) as { id: string; channels: string[] }[]
  const ids = found.filter(({ channels }) => channels.includes('social_messenger')).map(({ id }) => id)
  return ids.length === CUSTOMERS.length && ids
})
for (const id of fromMessenger)
  ok(await api.post(`/chat/conversations/${id}/messages`, { text: 'Hi', memberId: 'grace' }), 201)
await until('replies that were sent', () => graph.sends.length >= CUSTOMERS.length)

const accepted = new Set<string>()

async function run(names: string[], ms: number): Promise<string[]> {
  const until = Date.now() + ms
  const refusals: string[] = []
  const loop = async (name: string) => {
    do {
      const { status, body } = await (WRITERS[name] as () => Promise<Answer>)()
      if (status < 300) accepted.add(name)
      // A redaction ends the customer's browsers.
      else if (status !== 401) refusals.push(`${name}: ${status} ${JSON.stringify(body)}`)
    } while (Date.now() < until)
  }
  await Promise.all(names.flatMap((name) => Array.from({ length: AT_ONCE }, () => loop(name))))
  return refusals
}

const deadlocks = () => metric(server, 'parley_database_deadlocks_total')

test('spec C5.4: a visitor’s message takes five statements, one that is relayed too, and a reply four', async () => {
  const quiet = await startServer({ ownProcess: true, env: { ROLE: 'web' } })
  const store = await makeStore(quiet)
  const visitor = await makeVisitor(quiet, store)
  const { conversation } = await visitor.say('Hello')
  const post = (body: object) => store.api.post(`/chat/conversations/${conversation.id}/messages`, body)
  const acts: [string, number, () => Promise<Answer>][] = [
    ['a visitor’s message', 5, () => said(visitor)],
    ['a relayed one', 5, () => post({ text: 'Hello', asCustomer: true })],
    ['a reply', 4, () => post({ text: 'Hello', memberId: store.owner.memberId })],
  ]
  for (const [name, statements, act] of acts) {
    const taken: number[] = []
    // The service has statements of its own now and then: the least of a few is the act's.
    for (let i = 0; i < 6; i++) {
      const before = await metric(quiet, 'parley_database_statements_total')
      ok(await act(), 201)
      taken.push((await metric(quiet, 'parley_database_statements_total')) - before)
    }
    // On Citus the store is set by a statement of its own, and each table is written by one.
    assert.equal(Math.min(...taken), statements + (onCitus ? 3 : 0), `${name}: ${taken} statements`)
  }
})

test('spec C5.4: every kind of writer runs against every other one without a refusal or a deadlock', async () => {
  const names = Object.keys(WRITERS)
  const refusals: string[] = []
  const stuck: string[] = []
  let passwordGiven = performance.now()
  let before = await deadlocks()
  for (const [i, one] of names.entries()) {
    // Letting an assistant in asks for a password that was given in the last ten minutes; this may take longer.
    if (performance.now() - passwordGiven > 300_000) {
      ok(await inbox.post('/api/chat/session/password', { password: store.owner.password }))
      passwordGiven = performance.now()
    }
    for (const other of names.slice(i).filter((_, k) => meets(i, k))) {
      refusals.push(...(await run([one, other], PAIR_MS)))
      const after = await deadlocks()
      if (after !== before) stuck.push(`${one} and ${other}: ${after - before}`)
      before = after
    }
  }
  refusals.push(...(await run(names, onPostgres ? depth(2_000, 5_000) : 20)))
  assert.deepEqual({ refusals, stuck, more: (await deadlocks()) - before }, { refusals: [], stuck: [], more: 0 })
  assert.deepEqual(new Set(names), accepted)
})

test('spec C3.11: a store is erased while its writers go on, and none of them meets a fault', async () => {
  ok(await operator.post(`${operated}/uninstall`))
  const faults: string[] = []
  let isErased = false
  const loop = async (name: string) => {
    while (!isErased) {
      const { status, body } = await (WRITERS[name] as () => Promise<Answer>)().catch(() => ({ status: 0, body: null }))
      if (status >= 500) faults.push(`${name}: ${status} ${JSON.stringify(body)}`)
    }
  }
  const loops = Promise.all(Object.keys(WRITERS).map(loop))
  const answer = await operator.delete(operated)
  isErased = true
  await loops
  ok(answer)
  assert.deepEqual(faults, [])
  assert.equal((await operator.get(operated)).status, 404)
})

test('spec C5.4: PostgreSQL itself has counted no deadlock', { skip: !onPostgres && 'PostgreSQL only' }, async () => {
  await server.stop() // its connections hand in their figures when they end
  const url = server.env.DATABASE_URL as string
  const [found] = await query<{ deadlocks: string }>(
    url,
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  assert.equal(Number(found?.deadlocks), 0)
})
