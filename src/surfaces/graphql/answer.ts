import { setImmediate as breathe } from 'node:timers/promises'
import { executeSync, type GraphQLField, getArgumentValues, Kind, type OperationDefinitionNode } from 'graphql'
import type { Caller } from '#core/caller.ts'
import {
  type ContactColumn,
  type ContactsPageRequest,
  countContacts,
  getContacts,
  type ListedContact,
  openContactsPage,
} from '#core/contacts/contact-list.ts'
import type { Document } from './document.ts'
import { type ErrorEntry, fieldError } from './errors.ts'
import type { QueryPlan, RootField } from './plan.ts'
import { schema } from './schema.ts'

type CustomerRoot = Extract<RootField, { kind: 'customer' }>
type CustomersRoot = Extract<RootField, { kind: 'customers' }>
type IntrospectionRoot = Extract<RootField, { kind: 'introspection' }>

/** An operation of a document, with everything it needs. */
export interface Run {
  document: Document
  operation: OperationDefinitionNode
  plan: QueryPlan
  variables: Record<string, unknown>
}

/** What is known once all of `data` was written. */
export interface AnswerOutcome {
  errors: ErrorEntry[]
  /** Failures of ours behind some of the errors. */
  faults: unknown[]
  /** Contacts given out: their cost. One that stands in `nodes` and in `edges` of a page counts once. */
  nodes: number
}

/** A page failed after its beginning was sent: the answer cannot become an error any more. */
class BrokenOff extends Error {}

/** Characters of a page that are gathered before they are sent. */
const GATHERED = 32 * 1024

/**
 * Carries an operation out and writes `data` piece by piece. A field that fails is null, and `outcome` says why; once
 * the beginning of a large page was sent, BrokenOff is thrown. `caller` is null when the plan reads no contact data.
 */
export async function* writeData(run: Run, caller: Caller | null, outcome: AnswerOutcome): AsyncGenerator<string> {
  const store = caller && openStore(run, caller)
  let opening = '{'
  for (const field of run.plan) {
    yield `${opening}"${field.key}":`
    opening = ','
    if (field.kind === 'typename') yield '"Query"'
    else if (field.kind === 'introspection') yield introspect(field, run, outcome)
    else {
      if (!store) throw new Error('contact data without a caller')
      try {
        if (field.kind === 'customer') yield await writeCustomer(field, store, outcome)
        else yield* writeCustomers(field, store, outcome)
      } catch (error) {
        if (error instanceof BrokenOff) throw error
        const entry = fieldError(error, field.key, field.node)
        outcome.errors.push(entry)
        if (entry.extensions.code !== 'BAD_USER_INPUT') outcome.faults.push(error)
        yield 'null'
      }
    }
  }
  yield opening === '{' ? '{}' : '}'
}

/** What the fields of one execution share: contacts are read together, the count once. */
interface Store {
  caller: Caller
  shopId: string
  variables: Run['variables']
  lookUp: () => Promise<Map<string, ListedContact>>
  count: () => Promise<number>
}

function openStore({ plan, variables }: Run, caller: Caller): Store {
  return {
    caller,
    shopId: caller.shop.shopId,
    variables,
    count: once(() => countContacts(caller)),
    lookUp: once(() => {
      const ids: string[] = []
      const columns = new Set<ContactColumn>()
      for (const field of plan.filter((field) => field.kind === 'customer')) {
        for (const column of field.columns) columns.add(column)
        try {
          ids.push(readId(field, variables))
        } catch {} // thrown again, and reported, when it is this field's turn
      }
      return getContacts(caller, ids, columns)
    }),
  }
}

async function writeCustomer(field: CustomerRoot, store: Store, outcome: AnswerOutcome): Promise<string> {
  const id = readId(field, store.variables)
  const contact = (await store.lookUp()).get(id)
  outcome.nodes++
  return contact ? field.write(contact, store.shopId) : 'null'
}

async function* writeCustomers(field: CustomersRoot, store: Store, outcome: AnswerOutcome): AsyncGenerator<string> {
  const { parts } = field
  if (parts.some(({ kind }) => kind === 'totalCount')) store.count().catch(() => {}) // asked now, awaited in its turn
  const page = await openContactsPage(store.caller, readPage(field, store.variables), field.columns)
  const info = once(() => page.info())
  const given = { nodes: 0, edges: 0 }
  let json = '{'
  let isSent = false
  try {
    for (const [i, part] of parts.entries()) {
      json += `${i === 0 ? '' : ','}"${part.key}":`
      if (part.kind === 'typename') json += '"CustomerConnection"'
      else if (part.kind === 'totalCount') json += await store.count()
      else if (part.kind === 'pageInfo') json += part.write(await info(), store.shopId)
      else {
        let separator = '['
        for await (const contacts of page.pieces()) {
          for (const contact of contacts) {
            json += separator + part.write(contact, store.shopId)
            separator = ','
            given[part.kind]++
            if (json.length > GATHERED) {
              yield json
              isSent = true
              json = ''
              await breathe() // others get a turn, however much is asked for of each contact
            }
          }
        }
        json += separator === '[' ? '[]' : ']'
      }
    }
  } catch (error) {
    throw isSent ? new BrokenOff('a page broke off in the middle', { cause: error }) : error
  } finally {
    outcome.nodes += Math.max(given.nodes, given.edges)
  }
  yield `${json}}`
}

/** Questions about the schema are graphql-js's to answer. */
function introspect({ key, nodes }: IntrospectionRoot, run: Run, outcome: AnswerOutcome): string {
  const operation = { ...run.operation, selectionSet: { ...run.operation.selectionSet, selections: nodes } }
  const document = { kind: Kind.DOCUMENT, definitions: [operation, ...run.document.fragments.values()] } as const
  const { data, errors = [] } = executeSync({ schema, document, variableValues: run.variables })
  for (const error of errors) outcome.errors.push(fieldError(error, key, nodes[0]))
  return JSON.stringify(data?.[key] ?? null)
}

const FIELDS = schema.getQueryType()?.getFields() as { [name: string]: GraphQLField<unknown, unknown> }

function readId({ node }: CustomerRoot, variables: Run['variables']): string {
  return getArgumentValues(FIELDS.customer as GraphQLField<unknown, unknown>, node, variables).id as string
}

export function readPage({ node }: CustomersRoot, variables: Run['variables']): ContactsPageRequest {
  const args = getArgumentValues(FIELDS.customers as GraphQLField<unknown, unknown>, node, variables)
  return { first: null, after: null, last: null, before: null, ...args }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
