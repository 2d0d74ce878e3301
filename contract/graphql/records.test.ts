import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { dataOf, graphqlOf } from '#test/clients/graphql.ts'
import { ok } from '#test/expect.ts'
import { addContact, contact, importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 2.9, C9.

const server = await shareServer()
const store = await makeStore(server)
const ask = graphqlOf(server, store)

const FIELDS: Record<string, string> = {
  id: 'ID!',
  shopId: 'String!',
  platformCustomerId: 'String',
  firstName: 'String!',
  lastName: 'String',
  email: 'String',
  phone: 'String',
  ipLocation: 'String',
  ipAddress: 'String',
  type: 'CustomerType!',
  channels: '[Channel!]!',
  ordersCount: 'Int!',
  totalSpent: 'Float!',
  createdAt: 'DateTime!',
  updatedAt: 'DateTime',
  lastChatAt: 'DateTime',
  fullName: 'String!',
}
const ALL = Object.keys(FIELDS).join(' ')
const readOne = async (id: string) =>
  dataOf(await ask(`query ($id: ID!) { customer(id: $id) { ${ALL} } }`, { id })).customer

interface TypeRef {
  kind: string
  name: string | null
  ofType: TypeRef | null
}
const spell = ({ kind, name, ofType }: TypeRef): string =>
  kind === 'NON_NULL'
    ? `${spell(ofType as TypeRef)}!`
    : kind === 'LIST'
      ? `[${spell(ofType as TypeRef)}]`
      : (name as string)

interface Field {
  name: string
  type: TypeRef
  args: { name: string; type: TypeRef; defaultValue: string | null }[]
}

test('spec 2.9, 4.6.5, 4.6.9: the schema’s types, fields, arguments and enum values are the documented ones', async () => {
  const type = 'type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }'
  const query = `{ __schema { types { name kind enumValues { name } fields { name ${type} args { name defaultValue ${type} } } } } }`
  const answer = dataOf(await createClient(server.baseUrl).post('/graphql', { query }))
  const types: { name: string; kind: string; enumValues: { name: string }[]; fields: Field[] }[] = answer.__schema.types
  const own = types.filter(({ name }) => !name.startsWith('__'))
  const shapes = Object.fromEntries(
    own
      .filter(({ kind }) => kind === 'OBJECT')
      .map(({ name, fields }) => [name, Object.fromEntries(fields.map((field) => [field.name, spell(field.type)]))]),
  )
  assert.deepEqual(shapes, {
    Query: { customer: 'Customer', customers: 'CustomerConnection' },
    Customer: FIELDS,
    CustomerConnection: { edges: '[CustomerEdge!]!', nodes: '[Customer!]!', pageInfo: 'PageInfo!', totalCount: 'Int!' },
    CustomerEdge: { cursor: 'String!', node: 'Customer!' },
    PageInfo: { hasNextPage: 'Boolean!', hasPreviousPage: 'Boolean!', startCursor: 'String', endCursor: 'String' },
  })
  const args = Object.fromEntries(
    (own.find(({ name }) => name === 'Query')?.fields ?? []).map((field) => [
      field.name,
      field.args.map((arg) => `${arg.name}: ${spell(arg.type)}${arg.defaultValue ?? ''}`),
    ]),
  )
  assert.deepEqual(args, {
    customer: ['id: ID!'],
    customers: ['first: Int', 'after: String', 'last: Int', 'before: String'],
  })
  const enums = own.filter(({ kind }) => kind === 'ENUM').map((e) => [e.name, e.enumValues.map(({ name }) => name)])
  assert.deepEqual(Object.fromEntries(enums), {
    CustomerType: ['CUSTOMER', 'GUEST', 'ANONYMOUS'],
    Channel: ['ONLINE_STORE', 'EMAIL', 'SOCIAL_MESSENGER', 'PHOTO_SOCIAL', 'PHONE_MESSENGER'],
  })
  const scalars = own.filter(({ kind }) => kind === 'SCALAR').map(({ name }) => name)
  assert.deepEqual(scalars.sort(), ['Boolean', 'DateTime', 'Float', 'ID', 'Int', 'String'])
})

test('spec 2.9.1: every field of a contact comes back as it was brought in', async () => {
  const given = {
    firstName: 'Zoë "Z" \\',
    lastName: 'O’Neil\n渡邊 🎈',
    email: 'zoe@example.com',
    phone: '+49 30 1234',
    ipLocation: 'Berlin, Germany',
    ipAddress: '203.0.113.7',
    ordersCount: 2 ** 31 - 1,
    totalSpent: 1234.56,
  }
  const times = {
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-03T00:00:00+02:00',
    lastChatAt: '2026-01-04T00:00:00.5Z',
  }
  const channels = ['email', 'social_messenger', 'photo_social', 'phone_messenger', 'online_store']
  await addContact(store, { ...given, ...times, id: 'full', type: 'guest', channels, platformId: 'gid://1', name: 'Z' })
  assert.deepEqual(await readOne('full'), {
    ...given,
    id: 'full',
    shopId: store.shopId,
    platformCustomerId: 'gid://1',
    type: 'GUEST',
    channels: channels.map((channel) => channel.toUpperCase()),
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T22:00:00.000Z',
    lastChatAt: '2026-01-04T00:00:00.500Z',
    fullName: `${given.firstName} ${given.lastName}`,
  })
})

test('spec 2.9.2: what is unset has its documented stand-in; a type that an import leaves out is ANONYMOUS', async () => {
  await importLines(store, [
    { kind: 'contact', data: { id: 'bare', createdAt: '2026-01-01T00:00:00Z', updatedAt: null } },
  ])
  assert.deepEqual(await readOne('bare'), {
    id: 'bare',
    shopId: store.shopId,
    platformCustomerId: null,
    firstName: '',
    lastName: null,
    email: null,
    phone: null,
    ipLocation: null,
    ipAddress: null,
    type: 'ANONYMOUS',
    channels: ['ONLINE_STORE'],
    ordersCount: 0,
    totalSpent: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: null,
    lastChatAt: null,
    fullName: '',
  })
})

test('spec 2.9.3: fullName is first and last name, whichever there are', async () => {
  for (const [id, names, fullName] of [
    ['both', { firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
    ['first', { firstName: 'Ada' }, 'Ada'],
    ['last', { lastName: 'Lovelace' }, 'Lovelace'],
  ] as const) {
    await addContact(store, { id, name: null, ...names })
    assert.equal((await readOne(id)).fullName, fullName)
  }
})

test('spec C9.19: the id is the customerUuid of the REST API', async () => {
  const { id, createdAt } = await addContact(store)
  assert.deepEqual(dataOf(await ask('query ($id: ID!) { customer(id: $id) { id createdAt } }', { id })).customer, {
    id,
    createdAt,
  })
})

test('spec 2.9.6: totalCount is the whole store’s, and follows imports', async () => {
  const counted = await makeStore(server)
  const askCounted = graphqlOf(server, counted)
  const count = async () => dataOf(await askCounted('{ customers(first: 1) { totalCount } }')).customers.totalCount
  assert.equal(await count(), 0)
  await importLines(counted, [contact({ id: 'a' }), contact({ id: 'b' })])
  assert.equal(await count(), 2)
  await importLines(counted, [contact({ id: 'a' }), contact({ id: 'c' })])
  assert.equal(await count(), 3)
})

test('spec 1.3, C9.16: a redacted contact shows id, type, channels and times alone', async () => {
  await addContact(store, { id: 'gone', type: 'customer', firstName: 'Ada', email: 'gone@example.com', ordersCount: 3 })
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid: 'gone' }))
  const { firstName, lastName, fullName, email, phone, ipAddress, ordersCount, type } = await readOne('gone')
  assert.deepEqual([firstName, lastName, fullName, email, phone, ipAddress], ['', null, '', null, null, null])
  assert.deepEqual([ordersCount, type], [0, 'CUSTOMER'])
})

test('spec 7.2.1, 7.2.6: a query may partly succeed, and twenty look-ups answer each under its alias', async () => {
  await addContact(store, { id: 'one' })
  const lookUps = Array.from({ length: 20 }, (_, i) => `c${i}: customer(id: "${i % 2 ? 'one' : 'nobody'}") { id }`)
  const { status, body } = await ask(`{ ${lookUps.join(' ')} broken: customers(first: -1) { totalCount } }`)
  assert.equal(status, 200)
  for (let i = 0; i < 20; i++) assert.deepEqual(body.data[`c${i}`], i % 2 ? { id: 'one' } : null)
  assert.equal(body.data.broken, null)
  assert.deepEqual(
    body.errors.map(({ path }: { path: string[] }) => path),
    [['broken']],
  )
})
