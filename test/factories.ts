import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Client, createClient } from './client.ts'
import { ok } from './expect.ts'

/** Stores and records for tests. Every builder takes overrides; what is not given gets an unremarkable value. */

export interface Store {
  shopId: string
  appId: string
  /** A working API key. */
  key: string
  /** The admin the store was made with. */
  owner: { memberId: string; email: string; password: string }
  /** Calls with the store's key. */
  api: Client
  /** Calls with the operator's token. */
  operator: Client
}

type Fields = Record<string, unknown>
export type Line = { kind: string; data: Fields }
type Target = { baseUrl: string; operatorToken: string }

export function operatorOf(server: Target): Client {
  return createClient(server.baseUrl, { authorization: `Bearer ${server.operatorToken}` })
}

/** A new store. One on a plan below Pro gets its key on Pro first, as a store that was downgraded has. */
export async function makeStore(server: Target, { plan = 'pro', name = 'Acme', settings = {} } = {}): Promise<Store> {
  const operator = operatorOf(server)
  const owner = { email: `owner-${randomUUID()}@example.com`, password: 'correct horse battery' }
  const made = ok(await operator.post('/operator/stores', { name, plan: 'pro', owner }), 201)
  const path = `/operator/stores/${made.shopId}`
  const { key } = ok(await operator.post(`${path}/keys`, { name: 'Test' }), 201)
  if (plan !== 'pro' || Object.keys(settings).length > 0) ok(await operator.patch(path, { plan, settings }))
  return {
    shopId: made.shopId,
    appId: made.appId,
    key,
    owner: { ...owner, memberId: made.owner.memberId },
    api: createClient(server.baseUrl, { 'x-api-key': key }),
    operator,
  }
}

/** Imports lines as they are and answers `{imported, rejected}`; a string is sent as a line of its own. */
export async function importLines(store: Store, lines: (Line | string)[]) {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return ok(
    await store.operator.post(`/operator/stores/${store.shopId}/import`, body, {
      'content-type': 'application/x-ndjson',
    }),
  )
}

/** Imports lines that must all be taken. */
async function add(store: Store, lines: Line[]): Promise<void> {
  assert.deepEqual((await importLines(store, lines)).rejected, [])
}

export const contact = (overrides: Fields = {}): Line => ({
  kind: 'contact',
  data: {
    id: randomUUID(),
    type: 'customer',
    name: 'Ada Lovelace',
    email: `ada-${randomUUID()}@example.com`,
    ...overrides,
  },
})

export const member = (overrides: Fields = {}): Line => ({
  kind: 'member',
  data: {
    id: randomUUID(),
    email: `member-${randomUUID()}@example.com`,
    firstName: 'Grace',
    lastName: 'Hopper',
    ...overrides,
  },
})

export const conversation = (overrides: Fields = {}): Line => ({
  kind: 'conversation',
  data: { id: randomUUID(), channel: 'online_store', ...overrides },
})

/** A message of a conversation line: the customer's, unless told otherwise. */
export const message = (overrides: Fields = {}): Fields => ({
  id: randomUUID(),
  text: 'Where is my order?',
  createdAt: new Date().toISOString(),
  ...overrides,
})

export async function addContact(store: Store, overrides: Fields = {}) {
  const line = contact(overrides)
  await add(store, [line])
  return ok(await store.api.get(`/chat/customers/${encodeURIComponent(String(line.data.id))}`))
}

export async function addMember(store: Store, overrides: Fields = {}) {
  const line = member(overrides)
  await add(store, [line])
  return ok(await store.api.get(`/chat/members/${encodeURIComponent(String(line.data.id))}`))
}

/** A conversation as its detail endpoint gives it. Without a customerUuid it gets a contact of its own. */
export async function addConversation(store: Store, overrides: Fields = {}) {
  const parent = contact()
  const line = conversation({ customerUuid: parent.data.id, ...overrides })
  await add(store, 'customerUuid' in overrides ? [line] : [parent, line])
  return ok(await store.api.get(`/chat/conversations/${encodeURIComponent(String(line.data.id))}`))
}
