import type { Random } from '#base/random.ts'
import { asBody, type Door, extraHeaders } from '../door.ts'
import { anything, type Ids, text } from '../values.ts'

interface Field {
  name: string
  args: { name: string; type: TypeRef }[]
  type: TypeRef
}
interface TypeRef {
  kind: string
  name: string | null
  ofType?: TypeRef
}

const SCHEMA = `{ __schema { types { name fields { name args { name type { kind name ofType { kind name } } } type {
  kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } }`

/** Queries that the schema allows, and some that it does not. */
export async function graphqlDoor(baseUrl: string, credentials: Record<string, string>, ids: Ids): Promise<Door> {
  const answer = await fetch(`${baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: SCHEMA }),
  })
  const { data } = (await answer.json()) as {
    data: { __schema: { types: { name: string; fields: Field[] | null }[] } }
  }
  const types = new Map(data.__schema.types.map(({ name, fields }) => [name, fields]))

  function selection(random: Random, type: string, depth: number): string {
    const fields = types.get(type)
    if (!fields || depth > 6) return ''
    const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(fields))
    const parts = chosen.map((field, i) => {
      const alias = random.chance(0.9) ? `a${i}: ` : ''
      const args = field.args
        .filter(({ type }) => type.kind === 'NON_NULL' || random.chance(0.4))
        .map(({ name, type }) => `${name}: ${literal(nameOf(type), random, ids)}`)
      const directive = random.chance(0.05)
        ? ` @${random.pick(['skip', 'include'])}(if: ${random.pick(['true', 'true', 'false', '$v'])})`
        : ''
      return `${alias}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive}${selection(random, nameOf(field.type), depth + 1)}`
    })
    if (random.chance(0.1)) parts.push('__typename')
    return ` { ${parts.join(' ')} }`
  }

  return {
    name: 'graphql',
    weight: 12,
    sees: 'store',
    make(random) {
      const document = random.chance(0.93)
        ? `query Q${random.chance(0.8) ? '' : '($v: Boolean = true, $id: ID)'} ${selection(random, 'Query', 0)}`
        : text(random, ids)
      const body = {
        query: random.chance(0.05) ? document.repeat(1 + random.below(3)) : document,
        ...(random.chance(0.3)
          ? { variables: random.chance(0.5) ? { id: text(random, ids) } : anything(random, ids) }
          : {}),
        ...(random.chance(0.1) ? { operationName: text(random, ids) } : {}),
      }
      return {
        method: 'POST',
        path: '/graphql',
        headers: {
          'content-type': 'application/json',
          ...(random.chance(0.95) ? credentials : {}),
          ...extraHeaders(random),
        },
        body: asBody(body, random),
      }
    },
  }
}

function nameOf(type: TypeRef): string {
  return type.ofType ? nameOf(type.ofType) : (type.name as string)
}

/** A value of the type, mostly. */
function literal(type: string, random: Random, ids: Ids): string {
  if (random.chance(0.02)) return '$id'
  if (random.chance(0.03)) return random.pick(['null', 'true', '[]', '{}', 'NAME', '1e400', '"\\ud800"'])
  if (type === 'Int') return String(random.chance(0.8) ? 1 + random.below(4) : random.pick([0, 50, 51, -1, 2 ** 31]))
  if (type === 'Boolean') return random.pick(['true', 'false'])
  return JSON.stringify(text(random, ids).toWellFormed())
}
