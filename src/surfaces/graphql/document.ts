import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationContext,
  validate,
} from 'graphql'
import { RecentMap } from '#base/recent-map.ts'
import { DOCUMENT_TOKENS_MAX } from '#core/limits.ts'
import { checkSize, tooLarge } from './document-size.ts'
import { refusal, refusalOf } from './errors.ts'
import { schema } from './schema.ts'

/** Errors that one answer lists. */
const ERRORS_MAX = 20
/** Valid documents remembered, and how long a text (in characters) may be to be remembered: 8 MB at most. */
const REMEMBERED_MAX = 1_000
const REMEMBERED_LENGTH_MAX = 4_000

/** A valid query text. */
export interface Document {
  operations: OperationDefinitionNode[]
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Whether variables may decide which fields there are. */
  hasDirectives: boolean
}

const remembered = new RecentMap<string, Document>(REMEMBERED_MAX)

/** Reads a query text; GRAPHQL_PARSE_FAILED or GRAPHQL_VALIDATION_FAILED when it is not one of this schema. */
export function readDocument(query: string): Document {
  if (query.length > REMEMBERED_LENGTH_MAX) return check(query)
  return remembered.use(query, () => check(query))
}

function check(query: string): Document {
  const document = parseAndValidate(query)
  const operations: OperationDefinitionNode[] = []
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  return { operations, fragments, hasDirectives: query.includes('@') }
}

function parseAndValidate(query: string): DocumentNode {
  try {
    const document = parse(query, { maxTokens: DOCUMENT_TOKENS_MAX })
    checkSize(document)
    const errors = validate(schema, document, RULES, { maxErrors: ERRORS_MAX })
    if (errors.length > 0) throw refusalOf(errors, 'GRAPHQL_VALIDATION_FAILED')
    return document
  } catch (error) {
    if (error instanceof GraphQLError) {
      if (/more tha[nt] \d+ tokens/.test(error.message)) {
        throw tooLarge(`more than ${DOCUMENT_TOKENS_MAX} tokens`)
      }
      throw refusalOf([error], 'GRAPHQL_PARSE_FAILED')
    }
    // graphql-js descends by recursion, and some thousand brackets are more than the stack holds.
    if (error instanceof RangeError) throw tooLarge('nested too deeply')
    throw error
  }
}

/** There are no mutations and no subscriptions (spec 4.6.9); graphql-js itself would find out while executing. */
function QueriesOnly(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (node.operation === 'query') return
      context.reportError(new GraphQLError(`There are no ${node.operation}s; only queries.`, { nodes: node }))
    },
  }
}
const RULES = [QueriesOnly, ...specifiedRules]

/** The operation that the request means. */
export function chooseOperation({ operations }: Document, name: string | null): OperationDefinitionNode {
  if (name !== null) {
    const named = operations.find((operation) => operation.name?.value === name)
    if (!named) throw refusal(400, 'BAD_REQUEST', `operationName: there is no operation named ${JSON.stringify(name)}.`)
    return named
  }
  if (operations.length > 1) {
    throw refusal(400, 'BAD_REQUEST', `operationName must say which of the ${operations.length} operations to run.`)
  }
  return operations[0] as OperationDefinitionNode
}
