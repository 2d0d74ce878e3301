import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf, graphqlOf } from '#test/clients/graphql.ts'
import { ok } from '#test/expect.ts'
import { contact, importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 2.4, 4.6: times are kept as they are given. Exports of other programs hold years that JavaScript takes for others.

const server = await shareServer()
const YEARS = ['0001', '0050', '0099', '0100', '1969', '2026', '9999']
const timeOf = (year: string) => `${year}-03-01T12:34:56.789Z`

test('spec 2.9.7, 4.6.4: contacts of any year are paged through once each, forwards and backwards, and every door tells their time', async () => {
  const store = await makeStore(server)
  const contacts = YEARS.map((year) => contact({ id: `y${year}`, createdAt: timeOf(year) }))
  assert.deepEqual((await importLines(store, contacts)).rejected, [])
  const ask = graphqlOf(server, store)

  async function walk(size: 'first' | 'last', place: 'after' | 'before', cursor: 'endCursor' | 'startCursor') {
    const query = `query ($place: String) { customers(${size}: 1, ${place}: $place) {
      nodes { id createdAt } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
    const seen: { id: string; createdAt: string }[] = []
    let at: string | null = null
    for (let pages = 0; pages <= YEARS.length; pages++) {
      const { customers } = dataOf(await ask(query, { place: at }))
      seen.push(...customers.nodes)
      if (!customers.pageInfo[size === 'first' ? 'hasNextPage' : 'hasPreviousPage']) break
      at = customers.pageInfo[cursor]
    }
    return seen.map(({ id }) => id)
  }
  const oldestFirst = YEARS.map((year) => `y${year}`)
  assert.deepEqual(await walk('first', 'after', 'endCursor'), oldestFirst.toReversed())
  assert.deepEqual(await walk('last', 'before', 'startCursor'), oldestFirst)

  for (const year of YEARS) {
    assert.equal(ok(await store.api.get(`/chat/customers/y${year}`)).createdAt, timeOf(year))
  }
})
