import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphqlSync } from 'graphql'
import { Random } from '#base/random.ts'
import { graphqlOf } from '#test/clients/graphql.ts'
import { contact, importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { schema } from './schema.ts'

// The answers are written straight from rows, so they are held against graphql-js's own execution: for random
// queries over the same contacts both must give the same text, keys in the same order.

const server = await shareServer()
const SIZE = 230 // more than is read at once

const stream = Random.of(7)
const random = (below: number) => stream.below(below)
const pick = <T>(items: readonly T[]): T => stream.pick(items)
const maybe = <T>(value: T): T | null => (random(3) === 0 ? null : value)

const contacts = Array.from({ length: SIZE }, (_, i) => ({
  id: `contact-${String(SIZE - i).padStart(3, '0')}`,
  platformId: maybe(`gid://${i}`),
  type: pick(['customer', 'guest', 'anonymous']),
  firstName: maybe(pick(['Ada', '"quoted"', 'line\nbreak', '渡邊'])),
  lastName: maybe(pick(['Lovelace', '\\', '🎈'])),
  email: maybe(`c${i}@example.com`),
  phone: maybe('+49 30'),
  channels: pick([[], ['email'], ['online_store', 'phone_messenger']]),
  ordersCount: maybe(random(100)),
  totalSpent: maybe(random(10_000) / 8),
  ipAddress: maybe('203.0.113.1'),
  ipLocation: maybe('Berlin'),
  lastChatAt: maybe('2026-03-01T00:00:00.120Z'),
  createdAt: new Date(Date.UTC(2026, 0, 1) - Math.floor(i / 3) * 1_000).toISOString(),
  updatedAt: '2026-02-01T00:00:00.000Z',
}))

const FIELDS =
  '__typename id shopId platformCustomerId firstName lastName email phone ipLocation ipAddress type channels ordersCount totalSpent createdAt updatedAt lastChatAt fullName'.split(
    ' ',
  )

/** Some selections: repeated, aliased, behind directives and inside fragments. */
function selections(fields: readonly (() => string)[], on: string): string {
  return Array.from({ length: 1 + random(4) }, () => {
    const field = pick(fields)()
    switch (random(8)) {
      case 0:
        return `... on ${on} { ${field} __typename }`
      case 1:
        return `... @include(if: $yes) { ${field} }`
      case 2:
        return `... @skip(if: $yes) { ${field} }`
      case 3:
        return `...on${on}`
      default:
        return field
    }
  }).join(' ')
}

let aliases = 0
const named = (name: string) => (random(2) === 0 ? `a${aliases++}: ${name}` : name)
const customer = () =>
  `{ id ${selections(
    FIELDS.map((name) => () => named(name)),
    'Customer',
  )} }`
const info = () =>
  `{ __typename ${selections(
    ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'].map((name) => () => named(name)),
    'PageInfo',
  )} }`
const edge = () => `{ __typename ${selections([() => named('cursor'), () => `node ${customer()}`], 'CustomerEdge')} }`
const connection = () =>
  `{ ${selections([() => named('totalCount'), () => `nodes ${customer()}`, () => `edges ${edge()}`, () => `pageInfo ${info()}`], 'CustomerConnection')} }`
const root = () =>
  pick([
    () => `a${aliases++}: customers(first: ${random(4)}) ${connection()}`,
    () => `a${aliases++}: customers(first: $first) ${connection()}`,
    () => `a${aliases++}: customer(id: "contact-${String(random(300)).padStart(3, '0')}") ${customer()}`,
    () => 'customers(first: 2) { nodes { email } } customers(first: 2) { nodes { id } totalCount }',
    () => named('__typename'),
    () => `a${aliases++}: __type(name: "${pick(['Customer', 'Channel', 'None'])}") { name kind fields { name } }`,
  ])()

const FRAGMENTS = `
  fragment onCustomer on Customer { email id ...more } fragment more on Customer { fullName ...on Customer { type } }
  fragment onCustomerEdge on CustomerEdge { cursor node { lastName ...more } }
  fragment onPageInfo on PageInfo { endCursor }
  fragment onCustomerConnection on CustomerConnection { totalCount edges { ...onCustomerEdge } pageInfo { ...onPageInfo } }`

/** Only fragments that a query uses may stand beside it. */
function withFragments(query: string): string {
  const parts = FRAGMENTS.split(/(?=fragment )/)
  let used = query
  for (;;) {
    const missing = parts.filter((part) => {
      const name = /fragment (\w+)/.exec(part)?.[1]
      return name && !used.includes(part) && new RegExp(`\\.\\.\\.${name}\\b`).test(used)
    })
    if (missing.length === 0) return used
    used += missing.join('')
  }
}

function resolverOf(shopId: string) {
  const cursor = (c: (typeof contacts)[number]) =>
    Buffer.from(JSON.stringify([Date.parse(c.createdAt), c.id])).toString('base64url')
  const show = (c: (typeof contacts)[number]) => ({
    ...c,
    shopId,
    platformCustomerId: c.platformId,
    firstName: c.firstName ?? '',
    type: c.type.toUpperCase(),
    channels: c.channels.length > 0 ? c.channels.map((channel) => channel.toUpperCase()) : ['ONLINE_STORE'],
    ordersCount: c.ordersCount ?? 0,
    totalSpent: c.totalSpent ?? 0,
    fullName: [c.firstName, c.lastName].filter(Boolean).join(' '),
  })
  return {
    customer: ({ id }: { id: string }) => {
      const found = contacts.find((c) => c.id === id)
      return found ? show(found) : null
    },
    customers: ({ first }: { first: number }) => {
      const page = contacts.slice(0, first)
      const [start, end] = [page[0], page.at(-1)]
      return {
        nodes: page.map(show),
        edges: page.map((c) => ({ cursor: cursor(c), node: show(c) })),
        totalCount: SIZE,
        pageInfo: {
          hasNextPage: first < SIZE,
          hasPreviousPage: false,
          startCursor: start ? cursor(start) : null,
          endCursor: end ? cursor(end) : null,
        },
      }
    },
  }
}

test('random queries are answered to the letter as graphql-js answers them', async () => {
  let answered = 0
  const lines = contacts.map((fields) => contact({ ...fields, name: null }))
  for (let round = 0; round < 4; round++) {
    const store = await makeStore(server)
    assert.deepEqual((await importLines(store, lines)).rejected, [])
    const ask = graphqlOf(server, store)
    for (let i = 0; i < 40; i++) {
      const fields = Array.from({ length: 1 + random(3) }, root).join(' ')
      const declared = ['$yes: Boolean!', '$first: Int'].filter((name) => fields.includes(name.split(':')[0] as string))
      const query = withFragments(`query ${declared.length > 0 ? `(${declared.join(' ')})` : ''} { ${fields} }`)
      const variables = { yes: random(2) === 0, first: pick([0, 3, 40, SIZE, SIZE + 5]) }
      const expected = graphqlSync({
        schema,
        source: query,
        rootValue: resolverOf(store.shopId),
        variableValues: variables,
      })
      const { body: answer } = await ask(query, variables)
      assert.equal(JSON.stringify(answer.data), JSON.stringify(expected.data ?? null), query)
      assert.equal(Boolean(answer.errors), Boolean(expected.errors), query)
      if (answer.data) answered++
    }
  }
  assert.ok(answered > 120, `only ${answered} of the queries were valid`)
})
