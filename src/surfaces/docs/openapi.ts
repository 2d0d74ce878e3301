import { describeApi, HEADERS, SECURITY_SCHEMES, TAGS, TITLE } from './about.ts'
import { COUNTED, describeAnswer, describeGeneral, describeRefusal, JSON_TYPE } from './answers.ts'
import { describeEvents } from './events.ts'
import { BODIES, RECORDS } from './examples.ts'
import { Components, type Schema } from './schemas.ts'

/** A route as the server knows it. */
export interface Route {
  method: string
  /** With parameters as `:name`. */
  url: string
  schema: RouteSchema
}

export interface RouteSchema {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: object[]
  params?: Schema
  querystring?: Schema
  headers?: Schema
  body?: Schema
  /** Media types of a body or a response that is not JSON. */
  bodyType?: string
  answerType?: string
  response?: Record<string, Schema>
}

export interface OpenApiOptions {
  /** The public address, without a slash at its end. */
  baseUrl: string
  version: string
  /** Pages to read beside the reference. */
  guides: { title: string; url: string }[]
}

/** The OpenAPI 3.1 document of these routes: said by the very schemas that they validate and serialise with. */
export function buildOpenApi(routes: Route[], { baseUrl, version, guides }: OpenApiOptions): object {
  const components = new Components(RECORDS)
  const responses: Record<string, object> = {}
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, url, schema } of routes) {
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = describeOperation(method, schema, components, responses)
  }
  const used = new Set(['Events', ...routes.flatMap(({ schema }) => schema.tags ?? [])])
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      version,
      description: describeApi(guides),
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The Parley developers' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    security: [{ ApiKey: [] }],
    paths,
    webhooks: describeEvents(components),
    components: { schemas: components.schemas, responses, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  }
}

function describeOperation(
  method: string,
  schema: RouteSchema,
  components: Components,
  responses: Record<string, object>,
): object {
  const { operationId = '', summary, description, tags, security, params, querystring, headers, response = {} } = schema
  const body = describeBody(schema, components)
  const isCounted = 429 in response // requests that are counted tell what is left
  const isRepeatable = headers?.properties?.['idempotency-key'] !== undefined
  const granted = [...(isCounted ? COUNTED : []), ...(isRepeatable ? ['Idempotent-Replayed'] : [])]
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags,
    ...(security && { security }),
    parameters: [
      ...describeParameters('path', params, components),
      ...describeParameters('query', querystring, components),
      ...describeParameters('header', headers, components),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...Object.fromEntries(
        Object.entries(response).map(([status, answer]) => [
          status,
          status < '400'
            ? describeAnswer(method, status, { schema: answer, type: schema.answerType, headers: granted }, components)
            : describeRefusal(status, answer, { headers: isCounted, responses }, components),
        ]),
      ),
      ...describeGeneral(body !== undefined, responses),
    },
  }
}

function describeBody({ operationId = '', body, bodyType }: RouteSchema, components: Components): object | undefined {
  if (!body && !bodyType) return undefined
  const examples = BODIES[operationId]
  const schema = body ? components.lift(body) : { type: 'string' }
  return { required: true, content: { [bodyType ?? JSON_TYPE]: { schema, ...(examples && { examples }) } } }
}

function describeParameters(
  place: 'path' | 'query' | 'header',
  schema: Schema | undefined,
  components: Components,
): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || (schema?.required?.includes(name) ?? false),
    ...(description && { description }),
    schema: components.lift(property),
  }))
}
