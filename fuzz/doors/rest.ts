import type { Random } from '#base/random.ts'
import type { Schema } from '#surfaces/docs/schemas.ts'
import { asBody, type Door, extraHeaders } from '../door.ts'
import { asText, type Ids, madeOf, text } from '../values.ts'

interface Operation {
  parameters?: { name: string; in: string; schema: Schema; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Requests of a store's REST API, from the OpenAPI document (which has the operator's too). */
export async function restDoor(baseUrl: string, key: string, ids: Ids): Promise<Door> {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
  }
  const refs = document.components.schemas
  const ofStores = Object.entries(document.paths).filter(([path]) => path.startsWith('/chat/'))
  const operations = ofStores.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return {
    name: 'rest',
    weight: 30,
    sees: 'store',
    make(random: Random) {
      const { path, method, operation } = random.pick(operations)
      const filled = path.replace(/(\w+)\/\{\w+\}/g, (_, parent: string) => {
        const known = random.chance(0.7) ? (ids.byParent?.[parent] ?? random.pick(ids.own)) : text(random, ids)
        return `${parent}/${escapePart(known, random)}`
      })
      const query = (operation.parameters ?? [])
        .filter((one) => one.in === 'query' && (one.required || random.chance(0.4)))
        .flatMap(({ name, schema }) => {
          const value = madeOf(schema, random, ids, refs)
          const values = Array.isArray(value) ? value : [value]
          return values.map((each) => `${name}=${escapePart(asText(each), random)}`)
        })
      const schema = operation.requestBody?.content['application/json']?.schema
      const credential = random.chance(0.95)
        ? { 'x-api-key': key }
        : { 'x-api-key': text(random, ids).replace(/[^\x20-\x7e]/g, '') }
      return {
        method: random.chance(0.97)
          ? method
          : random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']),
        path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
        headers: { ...(schema ? { 'content-type': 'application/json' } : {}), ...credential, ...extraHeaders(random) },
        ...(schema ? { body: asBody(madeOf(schema, random, ids, refs), random) } : {}),
      }
    },
  }
}

/** As a path or query takes it; now and then not quite. */
function escapePart(part: string, random: Random): string {
  const escaped = encodeURIComponent(part.toWellFormed()).slice(0, 12_000)
  return random.chance(0.02) ? `${escaped}%zz` : escaped || '-'
}
