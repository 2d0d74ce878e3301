import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getIntrospectionQuery } from 'graphql'
import { createClient } from '#test/clients/client.ts'
import { dataOf, graphqlOf, refusedAs } from '#test/clients/graphql.ts'
import { ok } from '#test/expect.ts'
import { addConversation, contact, importLines, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec 4.3, 7.2, 8: a store's heaviest requests are served, in pieces. How much others wait is `npm run bench:neighbours`;
// here it is only told apart from "until it is done".

const server = await startServer({ ownProcess: true, env: { TRUST_PROXY: '127.0.0.1' } })

test('spec 4.3.4, 8.11: sixty thousand tags in one request are taken, are found, and another store’s writes go on meanwhile', async () => {
  const [store, other] = [await makeStore(server), await makeStore(server)]
  const [tagged, talk] = [await addConversation(store), await addConversation(other)]
  const tags = Array.from({ length: 60_000 }, (_, i) => `tag-${i}`)
  let isDone = false
  const adding = store.api.post(`/chat/conversations/${tagged.id}/tags`, { tags }).finally(() => {
    isDone = true
  })
  let writes = 0
  while (!isDone) {
    ok(await other.api.post(`/chat/conversations/${talk.id}/messages`, { text: 'Hello', asCustomer: true }), 201)
    writes++
  }
  assert.deepEqual(ok(await adding), tags)
  assert.ok(writes >= 10, `${writes} writes of another store while the tags were stored`)
  for (const tag of ['tag-0', 'tag-31415', 'tag-59999']) {
    const [found] = ok(await store.api.get(`/chat/conversations?tag=${tag}`))
    assert.equal(found.id, tagged.id)
  }
  assert.equal(ok(await store.api.get('/chat/tags')).length, 60_000)
  ok(await store.api.delete(`/chat/conversations/${tagged.id}/tags/tag-7`))
  assert.deepEqual(ok(await store.api.get('/chat/conversations?tag=tag-7')), [])
})

for (const [work, path, body, type] of [
  [
    'an import',
    'import',
    Array.from({ length: 4_000 }, () => JSON.stringify(contact())).join('\n'),
    'application/x-ndjson',
  ],
  ['sample data', 'sample-data', { contacts: 300, conversations: 150, seed: 1 }, 'application/json'],
] as const) {
  test(`spec C5.4: another store’s writes get in between the pieces of ${work}`, async () => {
    const [store, other] = [await makeStore(server), await makeStore(server)]
    const talk = await addConversation(other)
    let isDone = false
    const headers = { 'content-type': type }
    const working = store.operator.post(`/operator/stores/${store.shopId}/${path}`, body, headers).finally(() => {
      isDone = true
    })
    let writes = 0
    while (!isDone) {
      ok(await other.api.post(`/chat/conversations/${talk.id}/messages`, { text: 'Hello', asCustomer: true }), 201)
      writes++
    }
    ok(await working)
    assert.ok(writes >= 10, `${writes} writes of another store meanwhile`)
  })
}

test('spec 8.19, C9.18, C9.22: GraphQL queries that run at the same time see what each other will take', async () => {
  const store = await makeStore(server)
  await importLines(
    store,
    Array.from({ length: 300 }, () => contact()),
  )
  const ask = graphqlOf(server, store)
  const lists = Array.from({ length: 150 }, (_, i) => `n${i}: nodes { id }`).join(' ')
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(`{ customers { ${lists} } }`)))
  const throttled = answers.filter(({ body }) => body.errors?.[0]?.extensions.code === 'THROTTLED')
  assert.equal(throttled.length, 5)
  for (const answer of throttled) refusedAs(answer, 200, 'THROTTLED')
})

test('spec 7.2.4: a valid document that is too large is refused as such, not as a syntax error', async () => {
  const ask = graphqlOf(server, await makeStore(server))
  const many = (n: number, each: (i: number) => string) => Array.from({ length: n }, (_, i) => each(i)).join(' ')
  for (const [query, names] of [
    [`{ ${many(3_000, (i) => `a${i}: __typename`)} }`, /8000 tokens/],
    [`{ ${many(350, () => 'a: customer(id: "x") { id }')} }`, /10000 pairs/],
    [
      `{ ${many(300, (i) => `...f${i}`)} } ${many(300, (i) => `fragment f${i} on Query { __typename }`)}`,
      /10000 pairs/,
    ],
  ] as const) {
    assert.match(refusedAs(await ask(query), 400, 'DOCUMENT_TOO_LARGE').message, names)
  }
  dataOf(await ask(`{ ${many(600, (i) => `a${i}: customer(id: "x") { id }`)} }`))
  refusedAs(await ask('{ customers('), 400, 'GRAPHQL_PARSE_FAILED')
  // Short, and long to answer: what it would say of the schema counts.
  const about = (n: number) =>
    `{ __schema { ${many(n, (i) => `a${i}: types { fields { name type { fields { name } } } }`)} } }`
  for (const query of [
    about(200),
    `{ ${many(200, (i) => `a${i}: __schema { types { fields { name args { name } } } }`)} }`,
  ]) {
    assert.match(refusedAs(await ask(query), 400, 'DOCUMENT_TOO_LARGE').message, /20000 fields about the schema/)
  }
  dataOf(await ask(about(10)))
  dataOf(await ask(getIntrospectionQuery()))
  const cycle = '{ __schema { types { ...a } } } fragment a on __Type { ofType { ...a } }'
  refusedAs(await ask(cycle), 400, 'GRAPHQL_VALIDATION_FAILED')
})

test('spec 8.19: schema questions of any caller are metered by network; a store’s own queries go on', async () => {
  const types = 'types { name fields { name type { name } } }'
  const query = `{ ${Array.from({ length: 30 }, (_, i) => `a${i}: __schema { ${types} }`).join(' ')} }`
  const from = (address: string) => createClient(server.baseUrl, { 'x-forwarded-for': address })
  const isRefused = async (address: string, query: string) => {
    const { body } = await from(address).post('/graphql', { query })
    return body.errors?.[0]?.extensions.code === 'THROTTLED'
  }
  // Many at a time: those that are admitted together leave a debt that takes a while to come back. The small question is
  // asked while they are under way, for on a slow machine the debt may be paid when they have all been answered.
  await until('a small question is refused, from whichever address of the network', async () => {
    const address = (n: number) => `2001:db8:7:7::${n.toString(16)}`
    const isSmall = (n: number) => n % 5 === 4
    const asked = Array.from({ length: 50 }, (_, n) => isRefused(address(n), isSmall(n) ? '{ __typename }' : query))
    return (await Promise.all(asked)).some((refused, n) => refused && isSmall(n))
  })
  dataOf(await from('2001:db8:7:8::1').post('/graphql', { query: '{ __typename }' }))
  const store = await makeStore(server)
  const api = createClient(server.baseUrl, {
    'x-forwarded-for': '2001:db8:7:7::1',
    'x-api-id': store.appId,
    'x-api-secret': store.key,
  })
  ok(await store.api.get('/chat/tags')) // from now on the key is known
  dataOf(await api.post('/graphql', { query: '{ customers { totalCount } }' }))
})

test('spec C9.21: a hand-built cursor is BAD_USER_INPUT and its field null, whatever is in it', async () => {
  const ask = graphqlOf(server, await makeStore(server))
  for (const key of [
    [-99_999_999_999_999, 'x'],
    [253_402_300_800_000, 'x'],
    [null, 'x'],
    [1.5, 'x'],
    [0, 'a\0'],
    [0],
  ]) {
    const after = Buffer.from(JSON.stringify(key)).toString('base64url')
    const { status, body } = await ask('query($after: String) { customers(first: 1, after: $after) { totalCount } }', {
      after,
    })
    assert.deepEqual([status, body.data, body.errors[0].extensions.code], [200, { customers: null }, 'BAD_USER_INPUT'])
  }
})
