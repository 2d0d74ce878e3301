import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '#test/clients/client.ts'
import { dataOf, graphqlOf, refusedAs } from '#test/clients/graphql.ts'
import { contact, importLines, makeStore } from '#test/fixtures/factories.ts'
import { REDIS, withoutRedis } from '#test/service/redis.ts'
import { startServer } from '#test/service/server.ts'

// Spec 8, C6, C9. How points come back is tested with the clock replaced, in
// src/core/rates/query-budget.test.ts.

const server = await startServer()

async function makeFilledStore(size: number) {
  const store = await makeStore(server)
  await importLines(
    store,
    Array.from({ length: size }, () => contact()),
  )
  return store
}

const costOf = ({ body }: Answer) => {
  const { requestedQueryCost, actualQueryCost } = body.extensions.cost
  return [requestedQueryCost, actualQueryCost]
}

test('spec 8.19, C9.22: a query costs 1 and the contacts it returns; extensions.cost says so', async () => {
  const ask = graphqlOf(server, await makeFilledStore(5))
  const first = await ask('{ customers(first: 3) { nodes { id } edges { cursor } totalCount pageInfo { endCursor } } }')
  dataOf(first)
  const { throttleStatus, ...costs } = first.body.extensions.cost
  assert.deepEqual(Object.keys(first.body), ['data', 'extensions'])
  assert.deepEqual(costs, { requestedQueryCost: 4, actualQueryCost: 4 })
  assert.deepEqual(throttleStatus, { maximumAvailable: 20_000, currentlyAvailable: 19_996, restoreRate: 500 })
  for (const [query, requested, actual] of [
    ['{ customers(first: 100) { nodes { id } } }', 101, 6],
    ['{ customers(last: 2) { edges { node { id } } } }', 3, 3],
    ['{ customers { nodes { id } } }', 6, 6],
    ['{ customers(first: 2) { a: nodes { id } b: nodes { id } } }', 3, 5],
    ['{ a: customers(first: 2) { nodes { id } } b: customers(first: 1) { nodes { id } } }', 4, 4],
    ['{ customers(first: 4) { totalCount pageInfo { endCursor } } }', 1, 1],
    ['{ customer(id: "x") { id } }', 2, 2],
    ['{ customers(first: -1) { nodes { id } } }', 1, 1],
  ] as const) {
    assert.deepEqual(costOf(await ask(query)), [requested, actual], query)
  }
})

test('spec C9.22: what reads no contact data costs nothing and says nothing of cost', async () => {
  const answer = await graphqlOf(server, await makeStore(server))('{ __typename }')
  assert.deepEqual(answer.body, { data: { __typename: 'Query' } })
})

test('spec 8.19, C9.22: at or below zero queries are THROTTLED with HTTP 200 until points came back, and only this store’s', async () => {
  const store = await makeFilledStore(500)
  const ask = graphqlOf(server, store)
  const lists = Array.from({ length: 60 }, (_, i) => `n${i}: nodes { id }`).join(' ')
  const spent = await ask(`{ customers { ${lists} } }`)
  dataOf(spent)
  assert.equal(spent.body.extensions.cost.actualQueryCost, 30_001)
  assert.ok(spent.body.extensions.cost.throttleStatus.currentlyAvailable < -9_000)
  const refused = await ask('{ customers(first: 1) { nodes { id } } }')
  assert.deepEqual(refusedAs(refused, 200, 'THROTTLED').locations, [{ line: 1, column: 1 }])
  assert.deepEqual(costOf(refused), [2, 0])
  assert.ok(refused.body.extensions.cost.throttleStatus.currentlyAvailable <= 0)
  dataOf(await ask('{ __typename }'))
  dataOf(await graphqlOf(server, await makeStore(server))('{ customers { totalCount } }'))
})

test('spec C1.10, C9.22: processes with REDIS_URL share one budget', { skip: withoutRedis }, async () => {
  const env = { REDIS_URL: REDIS }
  const one = await startServer({ env })
  const store = await makeStore(one)
  await importLines(
    store,
    Array.from({ length: 400 }, () => contact()),
  )
  const available = async (answer: Promise<Answer>) =>
    (await answer).body.extensions.cost.throttleStatus.currentlyAvailable
  const lists = Array.from({ length: 20 }, (_, i) => `n${i}: nodes { id }`).join(' ')
  assert.ok((await available(graphqlOf(one, store)(`{ customers { ${lists} } }`))) < 13_000)
  await one.restart() // a process that remembers nothing
  assert.ok((await available(graphqlOf(one, store)('{ customers { totalCount } }'))) < 19_900)
})
