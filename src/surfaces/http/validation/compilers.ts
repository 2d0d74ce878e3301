import createValidators from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { closed, type JsonSchema } from './closed-bodies.ts'

/** A route's schema of one part of the request, or of one status of its answer. */
interface RouteSchema {
  schema: JsonSchema
  httpPart?: string
}

type Validate = ((data: unknown) => boolean) & { errors?: unknown }
type Serialize = (data: unknown) => string

/**
 * How the framework makes functions of schemas. There are some five hundred, of which a process meets few in its first
 * seconds, so each is compiled when a request first needs it: all at once took a third of the start. Whether they can be
 * compiled at all, and whether each body has one shape, is seen at the start or in a test (src/schemas.test.ts).
 */
export const compilersFactory = {
  buildValidator: ((...options: Parameters<ReturnType<typeof createValidators>>) => {
    const compile = createValidators()(...options) as (route: RouteSchema) => Validate
    return (route: RouteSchema): Validate => {
      const read = route.httpPart === 'body' ? { ...route, schema: closed(route.schema) } : route
      let compiled: Validate | undefined
      const validate: Validate = (data) => {
        compiled ??= compile(read)
        const isValid = compiled(data)
        validate.errors = compiled.errors
        return isValid
      }
      return validate
    }
  }) as never,
  buildSerializer: ((...options: unknown[]) => {
    const compile = (SerializerSelector() as (...options: unknown[]) => (route: RouteSchema) => Serialize)(...options)
    return (route: RouteSchema): Serialize => {
      let compiled: Serialize | undefined
      return (data) => {
        compiled ??= compile(route)
        return compiled(data)
      }
    }
  }) as never,
}
