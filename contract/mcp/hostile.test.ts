import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { assistantOf, credentials } from '#test/clients/mcp.ts'
import { request, sendRaw } from '#test/clients/send-raw-http.ts'
import { ok } from '#test/expect.ts'
import { addConversation, addMember, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { argumentsFor } from '#test/fixtures/tool-arguments.ts'
import { startServer } from '#test/service/server.ts'

// Every tool with another store's ids, and whatever a client may send that no assistant should. One file for one server,
// whose logs are looked through at its end.

const server = await startServer()
const ON = { ai: { training: { products: true, collections: true, discounts: true }, skills: { sizeGuide: true } } }
const own = await makeStore(server, { settings: ON })
const other = await makeStore(server, { settings: ON })
const assistant = assistantOf(server, own)

async function fill(store: Store) {
  const member = await addMember(store)
  const conversation = await addConversation(store, { isChatBot: true, messages: [message()], tags: ['theirs'] })
  const eur = { amount: '9', currencyCode: 'EUR' }
  const { rejected } = await importLines(store, [
    { kind: 'product', data: { id: 'their-product', title: 'Kayak', variants: [{ id: 'their-variant', price: eur }] } },
    { kind: 'faq', data: { id: 'their-faq', question: 'Kayak?', answer: 'Kayak.' } },
    { kind: 'collection', data: { id: 'their-collection', title: 'Kayak' } },
    {
      kind: 'discount',
      data: {
        id: 'their-discount',
        title: 'Kayak',
        code: 'KAYAK',
        type: 'percentage',
        startsAt: '2020-01-01T00:00:00Z',
      },
    },
    {
      kind: 'order',
      data: {
        orderNumber: '1001',
        createdAt: new Date().toISOString(),
        total: eur,
        shipments: [{ trackingNumber: 'T1' }],
      },
    },
  ])
  assert.deepEqual(rejected, [])
  const { cart } = await assistantOf(server, store).call('manage_cart', {
    action: 'add',
    lines: [{ variantId: 'their-variant' }],
  })
  return { member, conversation, cart }
}

const theirs = await fill(other)
const MINE = { amount: '9', currencyCode: 'EUR' }
await importLines(own, [
  { kind: 'product', data: { id: 'mine', title: 'Oar', variants: [{ id: 'mine', price: MINE }] } },
  { kind: 'order', data: { orderNumber: 'M1', createdAt: new Date().toISOString(), total: MINE } },
])

test('spec 5.1.2, 5.3.1, C7.2: every tool called with another store’s ids finds nothing, and changes nothing there', async () => {
  const snapshot = async () => {
    const path = `/chat/conversations/${theirs.conversation.id}`
    const parts = await Promise.all([path, `${path}/messages`, '/chat/tags'].map((part) => other.api.get(part)))
    const { cart } = await assistantOf(server, other).call('manage_cart', { action: 'get', cartId: theirs.cart.id })
    return [...parts.map(({ body }) => body), cart]
  }
  const before = await snapshot()
  const conversationId = theirs.conversation.id
  const mine = await addConversation(own)
  const calls: [string, object, string][] = [
    ['send_message', { conversationId, text: 'x' }, 'NOT_FOUND'],
    ['add_note', { conversationId, text: 'x' }, 'NOT_FOUND'],
    ['add_note', { conversationId: mine.id, text: 'x', memberId: theirs.member.id }, 'INVALID_PARAMS'],
    ['update_tags', { conversationId, tags: ['x'] }, 'NOT_FOUND'],
    ['assign_member', { conversationId, memberId: null }, 'NOT_FOUND'],
    ['assign_member', { conversationId: mine.id, memberId: theirs.member.id }, 'INVALID_PARAMS'],
    ['human_agent_transfer', { conversationId }, 'NOT_FOUND'],
    ['human_agent_transfer', { conversationId: mine.id, memberId: theirs.member.id }, 'INVALID_PARAMS'],
    ['product_faq_lookup', { productId: 'their-product' }, 'NOT_FOUND'],
    ['size_guide_lookup', { productId: 'their-product' }, 'NOT_FOUND'],
    ['check_order_status', { orderNumber: '1001' }, 'NOT_FOUND'],
    ['check_order_status', { trackingNumber: 'T1' }, 'NOT_FOUND'],
    ['customer_support', { requestType: 'return', orderNumber: '1001' }, 'NOT_FOUND'],
    ['manage_cart', { action: 'get', cartId: theirs.cart.id }, 'CART_NOT_FOUND'],
    ['manage_cart', { action: 'add', lines: [{ variantId: 'their-variant' }] }, 'NOT_FOUND'],
    [
      'manage_cart',
      { action: 'add', cartId: theirs.cart.id, lines: [{ variantId: 'their-variant' }] },
      'CART_NOT_FOUND',
    ],
  ]
  for (const [name, args, code] of calls) {
    const text = await assistant.refused(name, args, code)
    const unknown = JSON.stringify(args).replaceAll(/"(their-\w+|[\da-f-]{36}|1001|T1)"/g, (id) =>
      id === `"${mine.id}"` ? id : `"${randomUUID()}"`,
    )
    const same = await assistant.refused(name, JSON.parse(unknown), code)
    if (name !== 'manage_cart') assert.equal(text, same, 'a foreign id is as unknown as one that never was')
  }
  const searches = ['faq_retrieval', 'product_lookup', 'collection_lookup', 'discount_lookup']
  for (const name of searches) {
    const [records] = Object.values(await assistant.call(name, { query: 'kayak' }))
    assert.deepEqual(records, [], name)
  }
  const listed = await assistant.call('list_members')
  assert.ok(!listed.members.some(({ id }: { id: string }) => id === theirs.member.id))
  assert.deepEqual(await snapshot(), before)
})

test('unknown arguments, prototype keys among them, are refused by every tool', async () => {
  for (const name of await assistant.names()) {
    for (const key of ['extra', '__proto__', 'constructor', 'prototype', 'toString']) {
      const args = JSON.parse(`{"${key}":{"isAdmin":true}}`)
      assert.match(await assistant.refused(name, args, 'INVALID_PARAMS'), /is required|is not an argument|must/)
    }
  }
  assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
})

test('wrong types, NUL, lone surrogates and numbers beyond all bounds are INVALID_PARAMS', async () => {
  const bad: [string, unknown][] = [
    ['send_message', { conversationId: 1, text: 'x' }],
    ['send_message', { conversationId: 'a\0', text: 'x' }],
    ['add_note', { conversationId: 'a', text: '\ud800' }],
    ['update_tags', { conversationId: 'a', tags: 'x' }],
    ['update_tags', { conversationId: 'a', tags: [null] }],
    ['list_conversations', { limit: 1.5 }],
    ['list_conversations', { limit: -1 }],
    ['list_conversations', { limit: '10' }],
    ['list_members', { active: 'yes' }],
    ['product_lookup', { query: 'x', minPrice: 'x' }],
    ['faq_retrieval', { query: ['x'] }],
    ['register_webhook', { url: 'https://example.com/x', events: ['message.created'], metadata: [] }],
  ]
  for (const [name, args] of bad) await assistant.refused(name, args as object, 'INVALID_PARAMS')
  const client = createClient(server.baseUrl, credentials(own))
  const body =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_conversations","arguments":{"limit":1e400}}}'
  assert.equal((await client.post('/mcp', body)).body.result.isError, true)
  assert.equal(
    (await assistant.rpc('tools/call', { name: 'list_conversations', arguments: { limit: 1e300 } })).body.result
      .isError,
    false,
  )
})

test('no refusal repeats more than a little of what was sent', async () => {
  const { body } = await assistant.rpc('tools/list')
  const ACTIONS = ['get', 'add', 'set_quantity', 'remove', 'apply_discount', 'clear']
  const { cart } = await assistant.call('manage_cart', { action: 'add', lines: [{ variantId: 'mine' }] })
  for (const { name, inputSchema } of body.result.tools) {
    const args = argumentsFor(inputSchema, (max = 200_000) => 'x'.repeat(max)) as object
    const cases = [args, { [`k${'x'.repeat(200_000)}`]: 1 }, { ...args, limit: 'x'.repeat(200_000) }]
    if (name === 'manage_cart') {
      for (const action of ACTIONS) cases.push({ ...args, action }, { ...args, action, cartId: cart.id })
    }
    if (name === 'check_order_status') cases.push({ orderNumber: 'x'.repeat(200_000) })
    for (const each of cases) {
      const answer = await assistant.rpc('tools/call', { name, arguments: each })
      const { isError, content } = answer.body.result
      if (isError) assert.ok(content[0].text.length < 500, `${name}: ${content[0].text.slice(0, 200)}`)
    }
  }
  const meta = { 'io.modelcontextprotocol/protocolVersion': 'x'.repeat(200_000) }
  const odd = [
    { method: 'x'.repeat(200_000) },
    { method: 'tools/call', params: { name: 'x'.repeat(200_000) } },
    { method: 'tools/list', params: { _meta: meta } },
    { method: 'tools/list', params: { cursor: 'x'.repeat(200_000) } },
  ]
  for (const each of odd) {
    const headers = { ...credentials(own), 'mcp-protocol-version': '2025-06-18' }
    const answer = await createClient(server.baseUrl, headers).post('/mcp', { jsonrpc: '2.0', id: 1, ...each })
    assert.ok(JSON.stringify(answer.body.error).length < 500)
  }
})

test('null is as good as nothing where an argument may be left out, and nowhere else', async () => {
  const { body } = await assistant.rpc('tools/list')
  const member = await addMember(own)
  const { id: conversationId } = await addConversation(own, { isChatBot: true })
  const needed: Record<string, object> = {
    send_message: { conversationId, text: 'x' },
    faq_retrieval: { query: 'x' },
    add_note: { conversationId, text: 'x' },
    update_tags: { conversationId, tags: [] },
    assign_member: { conversationId, memberId: member.id },
    list_members: {},
    list_conversations: {},
    register_webhook: { url: 'https://example.com/null', events: ['message.created'] },
    product_lookup: { query: 'x' },
    product_faq_lookup: { productId: 'mine' },
    manage_cart: { action: 'add', lines: [{ variantId: 'mine', lineId: null, quantity: null }] },
    collection_lookup: { query: 'x' },
    discount_lookup: {},
    size_guide_lookup: { productId: 'mine' },
    check_order_status: { orderNumber: 'M1' },
    customer_support: { requestType: 'return', orderNumber: 'M1' },
    human_agent_transfer: { conversationId },
  }
  for (const { name, inputSchema } of body.result.tools) {
    const { required = [], properties } = inputSchema
    const optional = Object.keys(properties).filter((key) => !required.includes(key))
    const nulls = Object.fromEntries(optional.map((key) => [key, null]))
    await assistant.call(name, { ...nulls, ...needed[name] })
    for (const key of required) {
      if (properties[key].anyOf) continue // null is a value here
      await assistant.refused(name, { ...needed[name], [key]: null }, 'INVALID_PARAMS')
    }
    await assistant.refused(name, { ...needed[name], unknown: null }, 'INVALID_PARAMS')
  }
})

test('a refused memberId names the tool that lists members, and no path of another door', async () => {
  const { id: conversationId } = await addConversation(own, { isChatBot: true })
  for (const [name, more] of Object.entries({
    assign_member: {},
    add_note: { text: 'x' },
    human_agent_transfer: {},
  })) {
    const text = await assistant.refused(name, { conversationId, memberId: 'none', ...more }, 'INVALID_PARAMS')
    assert.equal(
      text,
      'INVALID_PARAMS: memberId is not an active member of this store. Take an id from list_members and call again.',
    )
  }
  const { body } = await own.api.post(`/chat/conversations/${conversationId}/assign`, { memberId: 'none' })
  assert.equal(body.error.message, 'memberId is not an active member of this store. GET /chat/members lists them.')
})

test('JSON as deep as a body allows is refused, and the service goes on', async () => {
  const client = createClient(server.baseUrl, credentials(own))
  const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
  const call = (args: string) =>
    client.post(
      '/mcp',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"register_webhook","arguments":${args}}}`,
    )
  for (const depth of [33, 5_000, 150_000]) {
    const metadata = deep('{"a":', '}', depth).replace('}', '1}')
    const answer = await call(`{"url":"https://example.com/x","events":["message.created"],"metadata":${metadata}}`)
    assert.ok(answer.body.result?.isError || answer.body.error, String(depth))
  }
  assert.equal((await client.post('/mcp', deep('[', ']', 500_000))).body.error.code, -32600)
  ok(await own.api.get('/chat/tags'))
})

test('spec C6.4, C7.9: a body over 1 MiB is 413, however large; one just below is read', async () => {
  const client = createClient(server.baseUrl, credentials(own))
  const bodyOf = (length: number) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"faq_retrieval","arguments":{"query":"${'x'.repeat(length)}"}}}`
  assert.equal((await client.post('/mcp', bodyOf(1024 * 1024 - 200))).body.result.isError, true)
  const answer = await client.post('/mcp', bodyOf(1024 * 1024))
  assert.deepEqual([answer.status, answer.body.error.code], [413, -32600])
  const huge = await sendRaw(
    server.baseUrl,
    request(
      'POST',
      '/mcp',
      { ...credentials(own), 'content-type': 'application/json', 'content-length': '10485760' },
      'x',
    ),
  )
  assert.equal(huge.status, 413)
})

test('nobody without credentials gets a body read', async () => {
  const answer = await sendRaw(server.baseUrl, request('POST', '/mcp', { 'content-length': '10485760' }, 'x'))
  assert.equal(answer.status, 401)
})

test('spec C7.9: a thousand requests at once are all answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => assistant.rpc('tools/call', { name: 'list_members' })),
  )
  assert.ok(answers.every(({ status, body }) => status === 200 && body.result.isError === false))
})

test('logs hold no argument, key or text', async () => {
  const secret = `secret-${randomUUID()}`
  const { id } = await addConversation(own)
  await assistant.call('send_message', { conversationId: id, text: secret })
  await assistant.refused('send_message', { conversationId: secret, text: secret }, 'NOT_FOUND')
  assert.ok(!server.logs().includes(secret) && !server.logs().includes(own.key))
})
