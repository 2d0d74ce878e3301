import {
  type FieldNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import {
  type ContactColumn,
  type ContactsPageInfo,
  contactCursor,
  type ListedContact,
} from '#core/contacts/contact-list.ts'
import { CUSTOMER_FIELDS } from './customer-fields.ts'
import type { Document } from './document.ts'

/**
 * What an operation comes to: the fields of its answer in their order, what has to be read for them, and functions
 * that write their JSON. Nothing of it depends on the store, and on variables only through @skip and @include.
 */
export type QueryPlan = RootField[]

export type RootField =
  | { kind: 'typename'; key: string }
  | { kind: 'introspection'; key: string; nodes: FieldNode[] }
  | { kind: 'customer'; key: string; node: FieldNode; columns: Set<ContactColumn>; write: Write<ListedContact> }
  | { kind: 'customers'; key: string; node: FieldNode; columns: Set<ContactColumn>; parts: ConnectionPart[] }

type ConnectionPart =
  | { kind: 'typename'; key: string }
  | { kind: 'totalCount'; key: string }
  | { kind: 'pageInfo'; key: string; write: Write<ContactsPageInfo> }
  | { kind: 'nodes' | 'edges'; key: string; write: Write<ListedContact> }

/** Writes the JSON of a value. */
type Write<T> = (value: T, shopId: string) => string

/** The variables' values, and the fragments, of the operation that is planned. */
interface Scope {
  fragments: Document['fragments']
  variables: Record<string, unknown>
}

const plans = new WeakMap<OperationDefinitionNode, QueryPlan>()

/** The plan of an operation, kept with it unless variables may decide which fields there are. */
export function planOf(
  document: Document,
  operation: OperationDefinitionNode,
  variables: Scope['variables'],
): QueryPlan {
  if (document.hasDirectives) return makePlan(document, operation, variables)
  const known = plans.get(operation)
  if (known) return known
  const plan = makePlan(document, operation, variables)
  plans.set(operation, plan)
  return plan
}

function makePlan(
  { fragments }: Document,
  operation: OperationDefinitionNode,
  variables: Scope['variables'],
): QueryPlan {
  const scope = { fragments, variables }
  return collect([operation.selectionSet], scope).map(([key, nodes]) => planRootField(key, nodes, scope))
}

function planRootField(key: string, nodes: FieldNode[], scope: Scope): RootField {
  const node = nodes[0] as FieldNode
  const columns = new Set<ContactColumn>()
  switch (node.name.value) {
    case '__typename':
      return { kind: 'typename', key }
    case 'customer':
      return { kind: 'customer', key, node, columns, write: planCustomer(nodes, columns, scope) }
    case 'customers': {
      const parts = below(nodes, scope).map(([key, nodes]) => planConnectionPart(key, nodes, columns, scope))
      return { kind: 'customers', key, node, columns, parts }
    }
    default:
      return { kind: 'introspection', key, nodes }
  }
}

function planConnectionPart(
  key: string,
  nodes: FieldNode[],
  columns: Set<ContactColumn>,
  scope: Scope,
): ConnectionPart {
  switch (nodes[0]?.name.value) {
    case '__typename':
      return { kind: 'typename', key }
    case 'totalCount':
      return { kind: 'totalCount', key }
    case 'pageInfo':
      return { kind: 'pageInfo', key, write: planPageInfo(nodes, scope) }
    case 'nodes':
      return { kind: 'nodes', key, write: planCustomer(nodes, columns, scope) }
    default:
      return { kind: 'edges', key, write: planEdge(nodes, columns, scope) }
  }
}

function planCustomer(nodes: FieldNode[], columns: Set<ContactColumn>, scope: Scope): Write<ListedContact> {
  return writeObject(
    below(nodes, scope).map(([key, [node]]) => {
      const name = (node as FieldNode).name.value
      if (name === '__typename') return [key, () => '"Customer"']
      const field = CUSTOMER_FIELDS[name]
      if (!field) throw new Error(`the schema has a field that nothing answers: Customer.${name}`)
      for (const column of field.reads) columns.add(column)
      return [key, field.write]
    }),
  )
}

function planEdge(nodes: FieldNode[], columns: Set<ContactColumn>, scope: Scope): Write<ListedContact> {
  return writeObject(
    below(nodes, scope).map(([key, nodes]) => {
      const name = nodes[0]?.name.value
      if (name === '__typename') return [key, () => '"CustomerEdge"']
      if (name === 'cursor') return [key, (contact) => JSON.stringify(contactCursor(contact))]
      return [key, planCustomer(nodes, columns, scope)]
    }),
  )
}

function planPageInfo(nodes: FieldNode[], scope: Scope): Write<ContactsPageInfo> {
  return writeObject(
    below(nodes, scope).map(([key, nodes]) => {
      const name = nodes[0]?.name.value as '__typename' | keyof ContactsPageInfo
      return [key, name === '__typename' ? () => '"PageInfo"' : (info) => JSON.stringify(info[name])]
    }),
  )
}

/** Writes an object whose keys and their order are known beforehand. */
function writeObject<T>(fields: [key: string, write: Write<T>][]): Write<T> {
  const parts = fields.map(([key, write], i) => ({ opening: `${i === 0 ? '{' : ','}"${key}":`, write }))
  if (parts.length === 0) return () => '{}'
  return (value, shopId) => {
    let json = ''
    for (const { opening, write } of parts) json += opening + write(value, shopId)
    return `${json}}`
  }
}

/** Fields by the key that answers them: those of one key are one field, whose selections add up. */
type Collected = [key: string, nodes: FieldNode[]][]

function below(nodes: FieldNode[], scope: Scope): Collected {
  return collect(
    nodes.map((node) => node.selectionSet as SelectionSetNode),
    scope,
  )
}

/**
 * GraphQL's CollectFields. All types are objects, so validation has seen to it that every fragment applies where it
 * stands; each is entered once, however often it is spread.
 */
function collect(sets: SelectionSetNode[], scope: Scope): Collected {
  const collected = new Map<string, FieldNode[]>()
  const entered = new Set<string>()
  const enter = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (isLeftOut(selection, scope)) continue
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        const nodes = collected.get(key)
        if (nodes) nodes.push(selection)
        else collected.set(key, [selection])
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        enter(selection.selectionSet)
      } else if (!entered.has(selection.name.value)) {
        entered.add(selection.name.value)
        const fragment = scope.fragments.get(selection.name.value)
        if (fragment) enter(fragment.selectionSet)
      }
    }
  }
  for (const set of sets) enter(set)
  return [...collected]
}

function isLeftOut(selection: SelectionSetNode['selections'][number], { variables }: Scope): boolean {
  if (!selection.directives?.length) return false
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if === false
  )
}
