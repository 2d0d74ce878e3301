import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { dataOf, graphqlOf, refusedAs } from '#test/clients/graphql.ts'
import { ok } from '#test/expect.ts'
import { addContact, makeStore } from '#test/fixtures/factories.ts'
import { assertQuick } from '#test/quick.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.6, 5.2, 7.2, C9.

const server = await shareServer()
const store = await makeStore(server)
const other = await makeStore(server)
const ask = graphqlOf(server, store)
const anyone = createClient(server.baseUrl)
const contact = await addContact(store, { id: 'ada' })
const send = (body: unknown, headers?: Record<string, string>) => anyone.post('/graphql', body, headers)

test('spec 7.2.1, 7.2.2: a body without a query is 400 BAD_REQUEST', async () => {
  for (const body of ['{}', '{"query":null}', '{"query":""}', '{"variables":{}}', '']) {
    refusedAs(await send(body), 400, 'BAD_REQUEST')
  }
})

test('spec C9.20: an unreadable request is 400 BAD_REQUEST', async () => {
  const big = JSON.stringify({ query: `{ __typename } #${'x'.repeat(2 ** 20)}` })
  const bodies = [
    '{bad',
    '[]',
    '[{"query":"{ __typename }"}]',
    'null',
    '"x"',
    '5',
    '{"query":5}',
    '{"query":["x"]}',
    big,
  ]
  for (const part of ['"variables":[]', '"variables":"x"', '"variables":1', '"extensions":[]', '"extensions":"x"']) {
    bodies.push(`{"query":"{ __typename }",${part}}`)
  }
  bodies.push('{"query":"{ __typename }","operationName":5}', '{"query":"{ __typename }","__proto__":{}}')
  for (const body of bodies) refusedAs(await send(body), 400, 'BAD_REQUEST')
  const latin1 = Buffer.from('{"query":"{ __typename } #\xe9"}', 'latin1')
  refusedAs(await send(latin1), 400, 'BAD_REQUEST')
})

test('spec 7.2.3: a document that is not GraphQL is 400 GRAPHQL_PARSE_FAILED and says where', async () => {
  for (const query of ['{', '{ customers', 'customers }', ' ', '{ customer(id: "x) { id } }', '\u0007', '{ ...on }']) {
    const { locations } = refusedAs(await send({ query }), 400, 'GRAPHQL_PARSE_FAILED')
    assert.equal(typeof locations[0].line, 'number')
    assert.equal(typeof locations[0].column, 'number')
  }
})

test('spec 7.2.4: an unknown field, a missing argument and one of a wrong type are 400 GRAPHQL_VALIDATION_FAILED', async () => {
  for (const query of [
    '{ nothing }',
    '{ customers { nodes { nothing } } }',
    '{ customer { id } }',
    '{ customer(id: true) { id } }',
    '{ customers(first: "2") { totalCount } }',
    '{ customers(first: 2147483648) { totalCount } }',
    '{ customers(limit: 2) { totalCount } }',
    '{ customers }',
    '{ customer(id: "x") }',
    'query ($n: Int) { customer(id: $n) { id } }',
    '{ customers { ...on Customer { id } } }',
    '{ customers { ...nobody } }',
    'type A { b: Int }',
  ]) {
    const { locations } = refusedAs(await ask(query), 400, 'GRAPHQL_VALIDATION_FAILED')
    assert.ok(locations.length > 0, query)
  }
})

test('spec 4.6.9, C9.20: a mutation or a subscription is 400 GRAPHQL_VALIDATION_FAILED', async () => {
  for (const query of ['mutation { x }', 'subscription { customers { totalCount } }', 'mutation M { __typename }']) {
    refusedAs(await send({ query }), 400, 'GRAPHQL_VALIDATION_FAILED')
  }
})

test('spec C9.20: a variable of the wrong type, or a missing one, is 400 GRAPHQL_VALIDATION_FAILED', async () => {
  const one = 'query ($id: ID!) { customer(id: $id) { id } }'
  const page = 'query ($n: Int) { customers(first: $n) { totalCount } }'
  for (const [query, variables] of [
    [one, {}],
    [one, { id: null }],
    [one, { id: { a: 1 } }],
    [page, { n: 'x' }],
    [page, { n: 1.5 }],
    [page, { n: 2 ** 31 }],
  ] as const) {
    refusedAs(await ask(query, variables), 400, 'GRAPHQL_VALIDATION_FAILED')
  }
})

test('spec 4.6.2, C9.20: of several operations operationName chooses; an unknown or ambiguous one is 400 BAD_REQUEST', async () => {
  const query = 'query A { a: __typename } query B { b: __typename }'
  assert.deepEqual(dataOf(await ask(query, {}, 'B')), { b: 'Query' })
  assert.deepEqual(dataOf(await ask('query A { a: __typename }')), { a: 'Query' })
  refusedAs(await ask(query), 400, 'BAD_REQUEST')
  refusedAs(await ask(query, {}, 'C'), 400, 'BAD_REQUEST')
  refusedAs(await ask('{ __typename }', {}, 'C'), 400, 'BAD_REQUEST')
})

test('spec 5.2.1, 5.2.2, 7.2.5, C2.3: missing or wrong credentials are HTTP 200, data null and UNAUTHENTICATED', async () => {
  const body = { query: '{ customers { totalCount } }' }
  const { appId, key } = store
  for (const headers of [
    {},
    { 'x-api-id': appId },
    { 'x-api-secret': key },
    { 'x-api-id': appId, 'x-api-secret': 'sk_00000000000000000000000000000000' },
    { 'x-api-id': appId, 'x-api-secret': 'x' },
    { 'x-api-id': 'app_nobody', 'x-api-secret': key },
    { 'x-api-id': '', 'x-api-secret': key },
    { 'x-api-key': key },
  ] as Record<string, string>[]) {
    const error = refusedAs(await send(body, headers), 200, 'UNAUTHENTICATED')
    assert.deepEqual(error.locations, [{ line: 1, column: 3 }])
  }
})

test('spec 5.2.1: the App ID of one store with the key of another is UNAUTHENTICATED', async () => {
  const mixed = { 'x-api-id': store.appId, 'x-api-secret': other.key }
  refusedAs(await send({ query: '{ customer(id: "ada") { id } }' }, mixed), 200, 'UNAUTHENTICATED')
})

test('spec 5.2.1: a deleted key is UNAUTHENTICATED', async () => {
  const path = `/operator/stores/${store.shopId}/keys`
  const { id, key } = ok(await store.operator.post(path, { name: 'gone' }), 201)
  const askWith = graphqlOf(server, { appId: store.appId, key })
  dataOf(await askWith('{ customers { totalCount } }'))
  ok(await store.operator.delete(`${path}/${id}`))
  refusedAs(await askWith('{ customers { totalCount } }'), 200, 'UNAUTHENTICATED')
})

test('spec 4.6.8, 5.2.3: introspection is answered without credentials, contact data beside it is not', async () => {
  const schema = '__schema { queryType { name } mutationType { name } subscriptionType { name } }'
  const { body } = await send({ query: `{ ${schema} __typename __type(name: "Customer") { name } }` })
  assert.deepEqual(body, {
    data: {
      __schema: { queryType: { name: 'Query' }, mutationType: null, subscriptionType: null },
      __typename: 'Query',
      __type: { name: 'Customer' },
    },
  })
  refusedAs(await send({ query: `{ ${schema} customers { totalCount } }` }), 200, 'UNAUTHENTICATED')
  const left = '{ __typename customers @include(if: false) { totalCount } }'
  assert.deepEqual(dataOf(await send({ query: left })), { __typename: 'Query' })
})

test('spec 1.7, 4.6.3: an id of another store is null, as an unknown one is', async () => {
  const query = 'query ($id: ID!) { customer(id: $id) { id email } }'
  const { id, email } = contact
  assert.deepEqual(dataOf(await ask(query, { id })), { customer: { id, email } })
  assert.deepEqual(dataOf(await graphqlOf(server, other)(query, { id })), { customer: null })
  for (const unknown of ['nobody', '', '\u0001', 'x'.repeat(5_000), 7]) {
    assert.deepEqual(dataOf(await ask(query, { id: unknown })), { customer: null })
  }
  assert.deepEqual(dataOf(await ask('{ customer(id: "\\u0000") { id } }')), { customer: null })
})

test('spec C6.15: a negative count or a bad cursor is BAD_USER_INPUT, the field null, the rest answered', async () => {
  const cursors = ['', 'x', 'WzFd', Buffer.from('[8640000000000000,"x"]').toString('base64url'), 'x'.repeat(5_000)]
  const bad = ['first: -1', 'last: -1', ...cursors.flatMap((c) => [`after: "${c}"`, `last: 1, before: "${c}"`])]
  for (const args of bad) {
    const { status, body } = await ask(
      `{ bad: customers(${args}) { totalCount } good: customers(first: 0) { totalCount } }`,
    )
    assert.equal(status, 200)
    assert.deepEqual(body.data, { bad: null, good: { totalCount: 1 } }, args)
    const [{ message, ...error }, ...more] = body.errors
    assert.equal(typeof message, 'string')
    assert.deepEqual(more, [])
    const locations = [{ line: 1, column: 3 }]
    assert.deepEqual(error, { locations, path: ['bad'], extensions: { code: 'BAD_USER_INPUT' } })
  }
})

test('spec 4.6.1: other content types than JSON, and none, are refused', async () => {
  const json = '{"query":"{ __typename }"}'
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'x', '']) {
    refusedAs(await send(json, { 'content-type': type }), 400, 'BAD_REQUEST')
  }
  const bare = await fetch(`${server.baseUrl}/graphql`, { method: 'POST', body: Buffer.from(json) })
  assert.equal(bare.status, 400)
  dataOf(await send(json, { 'content-type': 'application/json; charset=utf-8' }))
  dataOf(await send(json, { 'content-type': 'Application/JSON' }))
})

test('spec 4.6.1: other methods than POST are 405 with Allow, in the same envelope', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await anyone.call(method, '/graphql?query={__typename}')
    refusedAs(answer, 405, 'METHOD_NOT_ALLOWED')
    assert.equal(answer.headers.get('allow'), 'POST')
  }
})

test('hostile queries are answered or refused at once, never with a fault', async () => {
  const many = (n: number, each: (i: number) => string) => Array.from({ length: n }, (_, i) => each(i)).join(' ')
  const chain = (n: number, next: (i: number) => string) =>
    many(n, (i) => `fragment f${i} on Customer { ...f${next(i)} ...f${next(i)} }`)
  for (const [query, status] of [
    [`{ ${many(5_000, (i) => `a${i}: customer(id: "x") { id }`)} }`, 400],
    [`{ customers { nodes { ${many(50_000, (i) => `a${i}: id`)} } } }`, 400],
    [`{ customers(first: 1) { nodes { id ${many(3_000, () => '@skip(if: true)')} } } }`, 400],
    [`{ customers(first: 1) { nodes { ...f0 } } } ${chain(100, (i) => String((i + 1) % 100))}`, 400],
    [
      `{ customers(first: 1) { nodes { ...f0 } } } ${chain(100, (i) => String(i + 1))} fragment f100 on Customer { id }`,
      200,
    ],
    [`{ __schema { ${'types { fields { type { '.repeat(9)} name ${'} } }'.repeat(9)} } }`, 400],
    ['{'.repeat(100_000), 400],
    [`{ customer(id: ${'['.repeat(100_000)}`, 400],
    [`{ ${'... { '.repeat(1_300)} __typename ${'} '.repeat(1_300)} }`, 200],
    [`{ customer(id: "${'x'.repeat(900_000)}") { id } }`, 200],
  ] as const) {
    const begun = performance.now()
    const answer = await ask(query)
    assert.equal(answer.status, status, `${query.slice(0, 60)}: ${JSON.stringify(answer.body).slice(0, 300)}`)
    await assertQuick(begun, 2_000, query.slice(0, 60))
  }
})
