import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Random } from '#base/random.ts'
import { type Ask, dataOf, graphqlOf } from '#test/clients/graphql.ts'
import { contact, importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.6, C6, C9. A store of random contacts, many of them made in the same moment, and a model
// of its list: newest first, then ids from the highest.

const server = await shareServer()
const SIZE = 450

const stream = Random.of(20_261_121)
const random = (below: number) => stream.below(below)

const model = Array.from({ length: SIZE }, (_, i) => ({
  id: `${random(1e9).toString(36)}-${i}`,
  createdAt: new Date(Date.UTC(2026, 0, 1) + random(60) * 1_000 + random(3)).toISOString(),
}))
/** A store with the model's contacts. Each test has one, so that none uses up another's query budget. */
let ask: Ask
beforeEach(async () => {
  const store = await makeStore(server)
  const { rejected } = await importLines(
    store,
    model.map((data) => contact(data)),
  )
  assert.deepEqual(rejected, [])
  ask = graphqlOf(server, store)
})
model.sort((a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1))

const PAGE = `query ($first: Int, $after: String, $last: Int, $before: String) {
  customers(first: $first, after: $after, last: $last, before: $before) {
    info: pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { id } } nodes { id } totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`

interface Arguments {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

async function readPage(args: Arguments) {
  const { customers } = dataOf(await ask(PAGE, args))
  const { edges, nodes, pageInfo, info } = customers
  assert.deepEqual(info, pageInfo)
  assert.deepEqual(
    edges.map((edge: { node: object }) => edge.node),
    nodes,
  )
  assert.equal(pageInfo.startCursor, edges.at(0)?.cursor ?? null)
  assert.equal(pageInfo.endCursor, edges.at(-1)?.cursor ?? null)
  assert.equal(customers.totalCount, SIZE)
  return { ids: nodes.map((node: { id: string }) => node.id), ...pageInfo }
}

const ids = model.map(({ id }) => id)
/** Cursors are opaque; to start in the middle, the tests take those that the list itself gives. */
let cursors: string[]
beforeEach(async () => {
  const { edges } = dataOf(await ask('{ customers { edges { cursor } } }')).customers
  cursors = edges.map(({ cursor }: { cursor: string }) => cursor)
})

test('spec 4.6.5, 4.6.7, C6.15, C9.8: customers without arguments is the whole list, newest first, ties by id', async () => {
  assert.deepEqual((await readPage({})).ids, ids)
  assert.equal(new Set(cursors).size, SIZE)
})

/** The page that the model says. Places count from 0; bounds stand outside. */
function expected(from: number, to: number) {
  return { ids: ids.slice(from, to), hasPreviousPage: from > 0, hasNextPage: to < SIZE }
}

test('spec 4.6.4, C9.21: any page forward is what the model says, and its flags tell the truth', async () => {
  for (let i = 0; i < 60; i++) {
    const after = i % 4 === 0 ? null : random(SIZE)
    const first = [random(5), random(SIZE), null, random(2) * 2 ** 30][i % 4] as number | null
    const page = await readPage({ first, after: after === null ? null : (cursors[after] as string) })
    const from = after === null ? 0 : after + 1
    const { startCursor, endCursor, ...rest } = page
    assert.deepEqual(rest, expected(from, Math.min(SIZE, from + (first ?? SIZE))), `first ${first} after ${after}`)
  }
})

test('spec 4.6.4: any page backward is what the model says, in the list’s order', async () => {
  for (let i = 0; i < 60; i++) {
    const before = i % 4 === 0 ? null : random(SIZE)
    const last = [random(5), random(SIZE), 2 ** 31 - 1, 200 + random(100)][i % 4] as number
    const page = await readPage({ last, before: before === null ? null : (cursors[before] as string) })
    const to = before ?? SIZE
    const { startCursor, endCursor, ...rest } = page
    assert.deepEqual(rest, expected(Math.max(0, to - last), to), `last ${last} before ${before}`)
  }
})

for (const size of [1, 7, 199, 200, 201, 450]) {
  test(`following cursors in pages of ${size} gives each contact once, both ways`, async () => {
    const forward: string[] = []
    for (let after: string | null = null; ; ) {
      const page = await readPage({ first: size, after })
      forward.push(...page.ids)
      if (!page.hasNextPage) break
      after = page.endCursor
    }
    assert.deepEqual(forward, ids)
    const backward: string[] = []
    for (let before: string | null = null; ; ) {
      const page = await readPage({ last: size, before })
      backward.unshift(...page.ids)
      if (!page.hasPreviousPage) break
      before = page.startCursor
    }
    assert.deepEqual(backward, ids)
  })
}

test('spec C9.21: first: 0 is an empty page, after alone gives the rest', async () => {
  const { startCursor, endCursor, ...empty } = await readPage({ first: 0, after: cursors[9] as string })
  assert.deepEqual([startCursor, endCursor], [null, null])
  assert.deepEqual(empty, expected(10, 10))
  assert.deepEqual((await readPage({ first: 0 })).hasNextPage, true)
  assert.deepEqual((await readPage({ after: cursors[439] as string })).ids, ids.slice(440))
  const beyond = await readPage({ first: 5, after: cursors[SIZE - 1] as string })
  assert.deepEqual([beyond.ids, beyond.hasNextPage, beyond.hasPreviousPage], [[], false, true])
})

test('spec 4.6.6: mixing forward and backward arguments is allowed', async () => {
  const { customers } = dataOf(await ask('{ customers(first: 3, last: 2) { nodes { id } } }'))
  assert.ok(customers.nodes.length <= 3)
  const within = await readPage({ first: 100, after: cursors[9] as string, before: cursors[15] as string })
  assert.deepEqual(within.ids, ids.slice(10, 15))
  const inverted = await readPage({ first: 100, after: cursors[15] as string, before: cursors[9] as string })
  assert.deepEqual(inverted.ids, [])
})

test('a contact that joins while pages are followed moves none of them', async () => {
  const joined = await makeStore(server)
  const askJoined = graphqlOf(server, joined)
  await importLines(
    joined,
    model.slice(0, 6).map((data) => contact(data)),
  )
  const query =
    'query ($after: String) { customers(first: 3, after: $after) { nodes { id } pageInfo { endCursor } totalCount } }'
  const one = dataOf(await askJoined(query)).customers
  await importLines(joined, [contact({ id: 'new', createdAt: '2026-02-01T00:00:00Z' })])
  const two = dataOf(await askJoined(query, { after: one.pageInfo.endCursor })).customers
  const shown = [...one.nodes, ...two.nodes].map(({ id }: { id: string }) => id)
  assert.deepEqual(shown, ids.slice(0, 6))
  assert.deepEqual([one.totalCount, two.totalCount], [6, 7])
})

test('spec 2.9.5: a store without contacts has an empty list', async () => {
  const empty = graphqlOf(server, await makeStore(server))
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
  const { info, ...customers } = dataOf(await empty(PAGE)).customers
  assert.deepEqual(customers, { edges: [], nodes: [], totalCount: 0, pageInfo })
})
