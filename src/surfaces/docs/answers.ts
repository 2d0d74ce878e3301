import { HEADERS, REFUSALS } from './about.ts'
import type { Components, Schema } from './schemas.ts'

export const JSON_TYPE = 'application/json'

/** An answer to a request that was granted. */
export function describeAnswer(method: string, status: string, schema: Schema, components: Components): object {
  const done = status === '201' ? 'Made.' : method === 'GET' ? 'Found.' : 'Done.'
  return {
    description: schema.description ?? done,
    headers: refer('headers', ['X-RateLimit-Limit', 'X-RateLimit-Remaining']),
    content: { [JSON_TYPE]: { schema: components.lift(schema), example: components.example(schema) } },
  }
}

/** A refusal that says what all of its status say refers to one component; one with words of its own stands in place. */
export function describeRefusal(
  status: string,
  { description = '', ...schema }: Schema,
  components: Components,
  responses: Record<string, { description?: string }>,
): object {
  const { name, examples } = REFUSALS[status] ?? { name: `Status${status}`, examples: [] }
  const refusal = {
    description,
    headers: refer('headers', Object.keys(HEADERS).slice(0, status === '429' ? 3 : 2)),
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
  return responses[name].description === description ? { $ref: `#/components/responses/${name}` } : refusal
}

function refer(kind: string, names: string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]))
}
