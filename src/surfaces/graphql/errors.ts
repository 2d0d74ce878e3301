import { type ASTNode, GraphQLError, getLocation } from 'graphql'
import { ParleyError } from '#core/errors.ts'
import { isDatabaseAway } from '#surfaces/http/errors.ts'

/** The codes of spec 7.2, and those beside them (spec C6.15, C9.20). */
export type GraphqlCode =
  | 'BAD_REQUEST'
  | 'GRAPHQL_PARSE_FAILED'
  | 'DOCUMENT_TOO_LARGE'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'UNAUTHENTICATED'
  | 'THROTTLED'
  | 'BAD_USER_INPUT'
  | 'METHOD_NOT_ALLOWED'
  | 'UNAVAILABLE'
  | 'INTERNAL'

/** An entry of `errors`. `locations` where there is query text to point at, `path` where a field was reached. */
export interface ErrorEntry {
  message: string
  locations?: readonly { line: number; column: number }[]
  path?: readonly (string | number)[]
  extensions: { code: GraphqlCode }
}

/** Nothing was carried out: the answer is these errors, with `data` null. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: ErrorEntry[]
  readonly extensions: object | undefined

  constructor(status: number, errors: ErrorEntry[], extensions?: object) {
    super(errors[0]?.message)
    this.status = status
    this.errors = errors
    this.extensions = extensions
  }
}

export function refusal(
  status: number,
  code: GraphqlCode,
  message: string,
  node?: ASTNode,
  extensions?: object,
): Refusal {
  return new Refusal(status, [{ message, ...locationsOf(node), extensions: { code } }], extensions)
}

/** A refusal in graphql-js's own words. */
export function refusalOf(errors: readonly GraphQLError[], code: GraphqlCode): Refusal {
  const entries = errors.map(({ message, locations }) => ({
    message,
    ...(locations && { locations }),
    extensions: { code },
  }))
  return new Refusal(400, entries)
}

/** One field failed: it is null, and the rest of the answer stands. */
export function fieldError(error: unknown, key: string, node: ASTNode | undefined): ErrorEntry {
  return { ...describe(error), ...locationsOf(node), path: [key] }
}

function describe(error: unknown): { message: string; extensions: { code: GraphqlCode } } {
  if (error instanceof GraphQLError || (error instanceof ParleyError && error.code === 'INVALID_PARAMS')) {
    return { message: error.message, extensions: { code: 'BAD_USER_INPUT' } }
  }
  if (isDatabaseAway(error)) {
    return { message: 'The database cannot be reached; try again shortly.', extensions: { code: 'UNAVAILABLE' } }
  }
  return { message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL' } }
}

function locationsOf(node: ASTNode | undefined): Pick<ErrorEntry, 'locations'> {
  return node?.loc ? { locations: [getLocation(node.loc.source, node.loc.start)] } : {}
}
