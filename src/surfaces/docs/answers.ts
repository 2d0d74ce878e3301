import { GENERAL, REFUSALS } from './about.ts'
import type { Components, Schema } from './schemas.ts'

export const JSON_TYPE = 'application/json'
/** Headers that tell of the rate limit. */
export const COUNTED = ['X-RateLimit-Limit', 'X-RateLimit-Remaining']

interface Granted {
  schema: Schema
  /** Its media type, where that is not JSON. */
  type: string | undefined
  /** Names of its headers, each described in `HEADERS`. */
  headers: string[]
}

/** An answer to a request that was granted. */
export function describeAnswer(
  method: string,
  status: string,
  { schema, type, headers }: Granted,
  components: Components,
): object {
  const done = status === '201' ? 'Made.' : method === 'GET' ? 'Found.' : 'Done.'
  const example = type ? {} : { example: components.example(schema) }
  return {
    description: schema.description ?? done,
    ...(headers.length > 0 && { headers: refer('headers', headers) }),
    content: { [type ?? JSON_TYPE]: { schema: components.lift(schema), ...example } },
  }
}

type Responses = Record<string, { description?: string }>

/** A refusal that says what all of its status say refers to one component; one with words of its own stands in place. */
export function describeRefusal(
  status: string,
  { description = '', ...schema }: Schema,
  { headers, responses }: { headers: boolean; responses: Responses },
  components: Components,
): object {
  const { name, examples } = REFUSALS[status] ?? { name: `Status${status}`, examples: [] }
  const names = [...(headers ? COUNTED : []), ...(status === '429' ? ['Retry-After'] : [])]
  const refusal = {
    description,
    ...(names.length > 0 && { headers: refer('headers', names) }),
    content: {
      [JSON_TYPE]: {
        schema: components.lift(schema),
        examples: Object.fromEntries(
          examples.map(([code, message]) => [code, { value: { error: { code, message } } }]),
        ),
      },
    },
  }
  responses[name] ??= refusal
  // One with the same words and headers is the same.
  return JSON.stringify(responses[name]) === JSON.stringify(refusal)
    ? { $ref: `#/components/responses/${name}` }
    : refusal
}

/** What any path may be refused for, before its operation is looked at: by status. */
export function describeGeneral(hasBody: boolean, responses: Responses): object {
  const those = Object.entries(GENERAL).filter(([, { ofBodies }]) => hasBody || !ofBodies)
  for (const [, { name, description, headers = {}, message, code }] of those) {
    const example = { error: { code, message } }
    const content = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' }, example } }
    responses[name] ??= { description, headers, content } as object
  }
  return Object.fromEntries(those.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]))
}

function refer(kind: string, names: string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]))
}
