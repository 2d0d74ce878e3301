import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { dataOf, graphqlOf } from '#test/clients/graphql.ts'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { readEvents } from '#test/fixtures/events.ts'
import { addConversation, importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { shareServer, startServer } from '#test/service/server.ts'

// docs/storefront-protocol.md: what the shop's page tells of a visit, the form before the chat, config and articles.
// One file for one server: the tests are many and short, starting it is what takes time.

const server = await startServer({ env: { COUNTRY_HEADER: 'CF-IPCountry' } })
const store = await makeStore(server)
const plain = createClient(server.baseUrl)
const change = (of: Store, settings: object) => of.operator.patch(`/operator/stores/${of.shopId}`, { settings })

test('details told before a conversation are the contact’s; told later, they change contact and conversation', async () => {
  const visitor = await makeVisitor(server, store)
  const told = ok(await visitor.api.patch('/storefront/visitor', { name: 'Ada', attributes: { size: 'M' } }))
  assert.deepEqual([told.name, told.attributes, told.isIdentified], ['Ada', { size: 'M' }, false])
  const { conversation } = await visitor.say('Hello')
  const record = () => store.api.get(`/chat/conversations/${conversation.id}`).then((answer) => ok(answer))
  assert.deepEqual([(await record()).customerName, (await record()).customerType], ['Ada', 'anonymous'])
  ok(await visitor.api.patch('/storefront/visitor', { email: 'Ada@Example.com', attributes: { colour: 'red' } }))
  const { customerEmail, customerType, customerUuid } = await record()
  assert.deepEqual([customerEmail, customerType], ['Ada@Example.com', 'guest'])
  const contact = ok(await store.api.get(`/chat/customers/${customerUuid}`))
  assert.deepEqual([contact.customAttributes, contact.type], [{ size: 'M', colour: 'red' }, 'guest'])
  const found = ok(await store.api.get('/chat/conversations?email=ada@example.com'))
  assert.deepEqual(
    found.map(({ id }: { id: string }) => id),
    [conversation.id],
  )
})

test('spec 2.9.2, 2.9.3, 6.1.13: a name told in one piece is first and last name too, in GraphQL and in customer.created', async () => {
  const own = await makeStoreWithEvents(server)
  const ask = graphqlOf(server, own)
  const named = async (id: string) =>
    dataOf(await ask('query($id: ID!) { customer(id: $id) { firstName lastName fullName } }', { id })).customer
  const visitor = await makeVisitor(server, own)
  ok(await visitor.api.patch('/storefront/visitor', { name: 'Ada King  Lovelace' }))
  const { conversation } = await visitor.say('Hello')
  const { customerUuid } = ok(await own.api.get(`/chat/conversations/${conversation.id}`))
  const [created] = await readEvents(server, own.shopId)
  assert.deepEqual(
    [created?.type, created?.data.firstName, created?.data.lastName],
    ['customer.created', 'Ada', 'King Lovelace'],
  )
  assert.deepEqual(await named(customerUuid), {
    firstName: 'Ada',
    lastName: 'King Lovelace',
    fullName: 'Ada King Lovelace',
  })
  assert.equal(ok(await own.api.get(`/chat/customers/${customerUuid}`)).name, 'Ada King  Lovelace')
  ok(await visitor.api.patch('/storefront/visitor', { name: 'Ada' }))
  assert.deepEqual(await named(customerUuid), { firstName: 'Ada', lastName: null, fullName: 'Ada' })
})

test('spec C9.9: a changed address is on the contact’s resolved conversations too, and finds them', async () => {
  const visitor = await makeVisitor(server, store)
  const [old, changed] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  ok(await visitor.api.patch('/storefront/visitor', { email: old }))
  const { conversation } = await visitor.say('Hello')
  ok(await store.api.post(`/chat/conversations/${conversation.id}/state`, { status: 'resolved' }))
  ok(await visitor.api.post('/storefront/sessions/reset'))
  const { conversation: open } = await visitor.say('Hello again')
  ok(await visitor.api.patch('/storefront/visitor', { email: changed }))
  assert.deepEqual(await readAllIds(store.api, `/chat/conversations?email=${old}`), [])
  const found = await readAllIds(store.api, `/chat/conversations?email=${changed}`)
  assert.deepEqual(found.sort(), [conversation.id, open.id].sort())
})

test('the browser’s name, system and address are noted on the contact', async () => {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const { token } = ok(await plain.post('/storefront/sessions', { appId: store.appId }, { 'user-agent': agent }))
  const visitor = createClient(server.baseUrl, { 'x-app-id': store.appId, authorization: `Bearer ${token}` })
  const { conversation } = ok(await visitor.post('/storefront/messages', { clientId: randomUUID(), text: 'x' }), 201)
  const { customerUuid } = ok(await store.api.get(`/chat/conversations/${conversation.id}`))
  const { browser, browserVersion, os, deviceType, ipAddress } = ok(
    await store.api.get(`/chat/customers/${customerUuid}`),
  )
  assert.deepEqual(
    [browser, browserVersion, os, deviceType, ipAddress],
    ['Safari', '18.0', 'iOS', 'mobile', '127.0.0.1'],
  )
})

test('conversation attributes are kept until there is a conversation, then upserted by name', async () => {
  const visitor = await makeVisitor(server, store)
  const set = (attributes: unknown) => visitor.api.put('/storefront/attributes', { attributes })
  ok(await set({ order: '1', source: 'ad' }))
  ok(await set({ order: '2' }))
  const { conversation } = await visitor.say('Hello')
  ok(await set({ source: 'mail', empty: '' }))
  const list = ok(await store.api.get(`/chat/conversations/${conversation.id}/attributes`))
  const pairs = Object.fromEntries(list.map(({ name, value }: { name: string; value: string }) => [name, value]))
  assert.deepEqual(pairs, { order: '2', source: 'mail', empty: '' })
  for (const bad of [{ a: 7 }, { ' ': 'x' }, { a: 'x'.repeat(1_001) }, [], 'x', null]) {
    refused(await set(bad), 400, 'INVALID_PARAMS')
  }
  refused(await set(Object.fromEntries(Array.from({ length: 49 }, (_, i) => [`n${i}`, 'x']))), 400, 'INVALID_PARAMS')
})

test('spec 8.25, C8.13: commerce context takes objects of up to 8 KB of JSON', async () => {
  const visitor = await makeVisitor(server, store)
  const put = (kind: string, data: unknown) => visitor.api.put('/storefront/context', { kind, data })
  for (const kind of ['shop', 'product', 'cart', 'order', 'context'])
    ok(await put(kind, { any: ['thing', { deep: 1 }] }))
  const of = (bytes: number) => ({ a: 'é'.repeat((bytes - 8) / 2) })
  ok(await put('cart', of(8_192)))
  refused(await put('cart', of(8_194)), 400, 'INVALID_PARAMS')
  for (const data of [[], 'x', null, 7]) refused(await put('cart', data), 400, 'INVALID_PARAMS')
  refused(await put('other', {}), 400, 'INVALID_PARAMS')
  refused(
    await visitor.api.put('/storefront/context', '{"kind":"cart","data":{"__proto__":{"x":1}}}'),
    400,
    'INVALID_PARAMS',
  )
})

test('spec 8.13: the 50 newest pages of a session are kept', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const page = (i: number) => ({
    url: `https://shop.example/${i}`,
    title: `${i}`,
    viewedAt: new Date(Date.now() - 100_000 + i * 1_000).toISOString(),
  })
  ok(await visitor.api.post('/storefront/pages', { pages: Array.from({ length: 40 }, (_, i) => page(i)) }))
  ok(await visitor.api.post('/storefront/pages', { pages: Array.from({ length: 40 }, (_, i) => page(40 + i)) }))
  const pages = ok(await store.api.get(`/chat/conversations/${conversation.id}/browsed-pages`))
  assert.deepEqual([pages.length, pages[0].title, pages.at(-1).title], [50, '79', '30'])
  refused(await visitor.api.post('/storefront/pages', { pages: Array(51).fill(page(1)) }), 400, 'INVALID_PARAMS')
})

test('events are noted; their names and props are bounded', async () => {
  const visitor = await makeVisitor(server, store)
  const track = (body: object) => visitor.api.post('/storefront/events', body)
  ok(await track({ name: 'added to cart', props: { sku: 'A', price: 3 } }))
  ok(await track({ name: 'x' }))
  for (const bad of [
    {},
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 'x', props: [] },
    { name: 'x', props: { a: 'x'.repeat(9_000) } },
  ]) {
    refused(await track(bad), 400, 'INVALID_PARAMS')
  }
})

test('spec 3.1.5: the form before the chat: checked, noted, and skipped only where it may be', async () => {
  const shop = await makeStore(server)
  const fields = [
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'name', label: 'Name', type: 'text' },
    { name: 'topic', label: 'Topic', type: 'select', options: ['Order', 'Return'] },
  ]
  ok(
    await change(shop, { widget: { preChat: { mode: 'required', fields, consent: { text: 'Ok?', required: true } } } }),
  )
  const visitor = await makeVisitor(server, shop)
  const submit = (body: object) => visitor.api.post('/storefront/prechat', body)
  const good = { email: 'a@example.com', name: 'Ada', topic: 'Return', consent: true }
  for (const bad of [
    {},
    { ...good, email: '' },
    { ...good, email: 'x' },
    { ...good, topic: 'Other' },
    { ...good, consent: false },
  ]) {
    refused(await submit({ fields: bad }), 400, 'INVALID_PARAMS')
  }
  refused(await submit({ skip: true }), 400, 'INVALID_PARAMS')
  assert.deepEqual(ok(await submit({ fields: { ...good, unknown: 'x' } })), { completed: true, hidePreChatMessage: '' })
  const { conversation } = await visitor.say('Hello')
  const record = ok(await shop.api.get(`/chat/conversations/${conversation.id}`))
  assert.deepEqual([record.customerEmail, record.customerName, record.hidePreChatMessage], ['a@example.com', 'Ada', ''])
  const attributes = ok(await shop.api.get(`/chat/conversations/${conversation.id}/attributes`))
  assert.deepEqual(
    attributes.map(({ name, value }: { name: string; value: string }) => [name, value]),
    [['topic', 'Return']],
  )
  ok(await change(shop, { widget: { preChat: { mode: 'optional' } } }))
  const other = await makeVisitor(server, shop)
  const skipped = ok(await other.api.post('/storefront/prechat', { skip: true }))
  assert.deepEqual(skipped, { completed: true, hidePreChatMessage: 'by-user' })
  const said = await other.say('Hello')
  assert.equal(ok(await shop.api.get(`/chat/conversations/${said.conversation.id}`)).hidePreChatMessage, 'by-user')
})

test('a form that is required comes before the first message, and not again', async () => {
  const shop = await makeStore(server)
  const fields = [{ name: 'email', label: 'Email', type: 'email', required: true }]
  ok(await change(shop, { widget: { preChat: { mode: 'required', fields } } }))
  const visitor = await makeVisitor(server, shop)
  const send = () => visitor.api.post('/storefront/messages', { clientId: randomUUID(), text: 'Hello' })
  refused(await send(), 400, 'INVALID_PARAMS')
  ok(await visitor.api.post('/storefront/prechat', { fields: { email: 'ada@example.com' } }))
  ok(await send(), 201)
  const customers = ok(await shop.api.get('/chat/conversations'))
  assert.deepEqual(
    customers.map(({ customerEmail }: { customerEmail: string }) => customerEmail),
    ['ada@example.com'],
  )
  // A visitor who has written already does not get a form that is set up later.
  const other = await makeStore(server)
  const talker = await makeVisitor(server, other)
  await talker.say('Hello')
  ok(await change(other, { widget: { preChat: { mode: 'required', fields } } }))
  await talker.say('Again')
})

test('escalate hands off from the AI agent, once, and leaves the reason as a note', async () => {
  const shop = await makeStore(server, { settings: { ai: { enabled: true } } })
  const visitor = await makeVisitor(server, shop)
  const escalate = (body?: object) => visitor.api.post('/storefront/escalate', body)
  assert.equal(ok(await escalate()).escalated, false)
  const { conversation } = await visitor.say('Hello')
  const first = ok(await escalate({ reason: 'I want a person' }))
  assert.deepEqual([first.escalated, first.transferred, first.conversation.isChatBot], [true, true, false])
  assert.equal(ok(await escalate({})).transferred, false)
  const messages = ok(await shop.api.get(`/chat/conversations/${conversation.id}/messages`))
  assert.deepEqual(
    // The AI agent says what it is here, or has said hello.
    messages
      .slice(-3)
      .map(({ isTransfer, isNote, text }: Record<string, unknown>) => [
        isTransfer,
        isNote,
        String(text).replace(/^I’m an AI assistant of this store\.\s+/, ''),
      ]),
    [
      [false, false, 'A member of our team will take it from here.'],
      [true, false, 'The AI agent handed over to the team.'],
      [false, true, 'I want a person'],
    ],
  )
  assert.ok(!JSON.stringify((await visitor.api.get('/storefront/messages')).body).includes('I want a person'))
})

test('a campaign that was answered is the thread’s first line', async () => {
  const shop = await makeStore(server)
  ok(await change(shop, { widget: { campaigns: [{ key: 'hi', text: 'Need help choosing?', senderName: 'Mia' }] } }))
  const visitor = await makeVisitor(server, shop)
  const { conversation } = await visitor.say('Yes!', { campaign: 'hi' })
  const messages = ok(await shop.api.get(`/chat/conversations/${conversation.id}/messages`))
  assert.deepEqual(
    messages.map((m: Record<string, unknown>) => [m.text, m.senderName, m.isAutomated, m.isFirst]),
    [
      ['Need help choosing?', 'Mia', true, false],
      ['Yes!', 'Visitor', false, true],
    ],
  )
  assert.equal(ok(await shop.api.get(`/chat/conversations/${conversation.id}`)).messageCount, 2)
})

test('config holds what the widget needs, and no other setting', async () => {
  const shop = await makeStore(server, { name: 'Tea <House>' })
  const get = (headers = {}) => plain.get(`/storefront/config?app=${shop.appId}`, headers)
  const untouched = ok(await get())
  assert.deepEqual(
    [untouched.name, untouched.online, untouched.theme.color, untouched.preChat, untouched.campaigns, untouched.faqs],
    ['Tea <House>', false, '#1f6f54', { mode: 'off' }, [], false],
  )
  ok(
    await change(shop, {
      widget: { color: '#AABBCC', unknown: { kept: true } },
      allowedOrigins: ['https://shop.example'],
    }),
  )
  const answer = await get({ origin: 'https://shop.example' })
  assert.equal(ok(answer).theme.color, '#AABBCC')
  assert.equal(answer.headers.get('access-control-allow-origin'), 'https://shop.example')
  assert.equal((await get({ origin: 'https://evil.example' })).headers.get('access-control-allow-origin'), null)
  assert.ok(!/afterSale|autoAssign|allowedOrigins|unknown/.test(JSON.stringify(answer.body)))
  assert.equal((await get({ 'if-none-match': answer.headers.get('etag') ?? '' })).status, 304)
  const stored = ok(await shop.operator.get(`/operator/stores/${shop.shopId}`)).settings.widget
  assert.deepEqual(stored.unknown, { kept: true })
  refused(await plain.get('/storefront/config?app=app_nobody'), 404, 'NOT_FOUND')
  refused(await plain.get('/storefront/config'), 400, 'INVALID_PARAMS')
  ok(await shop.operator.post(`/operator/stores/${shop.shopId}/uninstall`))
  refused(await get(), 404, 'NOT_FOUND')
})

test('campaigns that were shown and clicked are counted, and only those the store has', async () => {
  const [one, other] = [await makeStore(server), await makeStore(server)]
  const campaigns = [
    { key: 'sale', text: 'Sale' },
    { key: 'quiet', text: 'Hello' },
  ]
  ok(await change(one, { widget: { campaigns } }))
  const count = (key: unknown, act: unknown, appId: unknown = one.appId) =>
    plain.post('/storefront/campaigns', { appId, key, act })
  await Promise.all([1, 2, 3].map(async () => ok(await count('sale', 'shown'))))
  ok(await count('sale', 'clicked'))
  refused(await count('gone', 'shown'), 404, 'NOT_FOUND')
  refused(await count('sale', 'shown', other.appId), 404, 'NOT_FOUND')
  refused(await count('sale', 'shown', 'app_nobody'), 404, 'NOT_FOUND')
  for (const [key, act] of [
    ['sale', 'bought'],
    ['sale', 'toString'],
    ['', 'shown'],
    ['x'.repeat(65), 'shown'],
    [7, 'shown'],
    ['sale', null],
  ])
    refused(await count(key, act), 400, 'INVALID_PARAMS')
  const inbox = await signInOwner(server, one)
  const told = ok(await inbox.get('/api/chat/campaigns'))
  assert.deepEqual(told, {
    counts: [
      { key: 'sale', shown: 3, clicked: 1 },
      { key: 'quiet', shown: 0, clicked: 0 },
    ],
    days: 30,
    knowsCountry: true,
  })
  assert.deepEqual(ok(await (await signInOwner(server, other)).get('/api/chat/campaigns')).counts, [])
  const { inbox: member } = await signInMember(server, one)
  refused(await member.get('/api/chat/campaigns'), 403, 'FORBIDDEN')
})

test('the country is what the operator’s header says, and is kept by nobody', async () => {
  const ask = (header?: string) => plain.get('/storefront/country', header ? { 'cf-ipcountry': header } : {})
  for (const [header, country] of [
    ['de', 'DE'],
    ['T1', null],
    ['Germany', null],
    [undefined, null],
  ] as const)
    assert.deepEqual(ok(await ask(header)), { country })
  assert.equal((await ask('DE')).headers.get('cache-control'), 'no-store')
  const unnamed = createClient((await shareServer()).baseUrl)
  assert.deepEqual(ok(await unnamed.get('/storefront/country', { 'cf-ipcountry': 'DE' })), { country: null })
})

test('a widget setting of a wrong kind is refused, by its name', async () => {
  const wrong: [string, unknown][] = [
    ['color', 'red'],
    ['color', '#12345'],
    ['darkMode', 'dim'],
    ['position', 7],
    ['logoUrl', 'javascript:alert(1)'],
    ['logoUrl', '//evil.example/x.png'],
    ['headerImageUrl', 'http://plain.example/x.png'],
    ['font', 'Comic Sans MS'],
    ['transcript', 'yes'],
    ['campaigns', [{ key: 'a', text: 'x', rules: { countries: ['DEU'] } }]],
    ['quickReplies', Array(7).fill('x')],
    ['quickReplies', ['x'.repeat(81)]],
    ['preChat', { mode: 'on' }],
    ['preChat', { mode: 'required', fields: Array(9).fill({ name: 'a', label: 'A', type: 'text' }) }],
    [
      'campaigns',
      [
        { key: 'a', text: 'x' },
        { key: 'a', text: 'y' },
      ],
    ],
    ['campaigns', [{ key: 'a' }]],
    ['texts', { en: 'x' }],
  ]
  for (const [key, value] of wrong) {
    const answer = await change(store, { widget: { [key]: value } })
    assert.match(refused(answer, 400, 'INVALID_PARAMS'), new RegExp(`widget\\.${key}`))
  }
})

test('articles are the FAQs on no product, searched or in pages', async () => {
  const shop = await makeStore(server)
  const faqs = Array.from({ length: 25 }, (_, i) => ({
    kind: 'faq',
    data: {
      id: `f${String(i).padStart(2, '0')}`,
      question: `Question ${i}`,
      answer: i === 7 ? 'We ship to Norway' : 'Yes',
    },
  }))
  const onProduct = { kind: 'faq', data: { id: 'p1', question: 'Norway?', answer: 'x', productId: 'prod' } }
  await importLines(shop, [...faqs, onProduct])
  const visitor = await makeVisitor(server, shop)
  const first = await visitor.api.get('/storefront/articles')
  const rest = await visitor.api.get(`/storefront/articles?cursor=${first.body.paging.nextCursor}`)
  assert.deepEqual([ok(first).length, ok(rest).length, rest.body.paging.hasMore], [20, 5, false])
  const found = ok(await visitor.api.get('/storefront/articles?q=norway'))
  assert.deepEqual(
    found.map(({ id }: { id: string }) => id),
    ['f07'],
  )
  const article = ok(await visitor.api.get('/storefront/articles/f07'))
  assert.deepEqual(article, { id: 'f07', question: 'Question 7', answer: 'We ship to Norway', url: null })
  for (const id of ['p1', 'nobody', '%00'])
    assert.ok([400, 404].includes((await visitor.api.get(`/storefront/articles/${id}`)).status))
  assert.equal(ok(await plain.get(`/storefront/config?app=${shop.appId}`)).faqs, true)
})

test('hostile bodies are refused, never with a fault', async () => {
  const visitor = await makeVisitor(server, store)
  const conversation = await addConversation(store)
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"text":"\\u0000"}',
    '{"text":"\\ud800","clientId":"x"}',
    '{"__proto__":{}}',
  ]
  const calls: [string, string][] = [
    ['POST', '/storefront/sessions'],
    ['POST', '/storefront/messages'],
    ['POST', '/storefront/identify'],
    ['PATCH', '/storefront/visitor'],
    ['PUT', '/storefront/context'],
    ['PUT', '/storefront/attributes'],
    ['POST', '/storefront/pages'],
    ['POST', '/storefront/events'],
    ['POST', '/storefront/prechat'],
    ['POST', '/storefront/read'],
    ['POST', '/storefront/escalate'],
  ]
  for (const [method, path] of calls) {
    for (const body of bodies) {
      const { status } = await visitor.api.call(method, path, body)
      assert.ok(status < 500, `${method} ${path} ${body}: ${status}`)
    }
    const large = JSON.stringify({ text: 'x'.repeat(70_000) })
    refused(await visitor.api.call(method, path, large), 413, 'INVALID_PARAMS')
  }
  for (const path of [
    'messages?before=%00',
    'messages?limit=0',
    `messages?conversationId=${conversation.id}`,
    'articles?cursor=x',
  ]) {
    assert.ok([400, 404].includes((await visitor.api.get(`/storefront/${path}`)).status), path)
  }
  assert.ok(!/"level":50/.test(server.logs()), server.logs().match(/.*"level":50.*/)?.[0])
})
