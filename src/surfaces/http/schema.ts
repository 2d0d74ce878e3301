import { type TSchema, Type } from 'typebox'

/** What schemas are made of. */

/** A text that is one of a few. */
export const oneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description ? { description } : {}) })

export const text = (maxLength: number) => Type.String({ maxLength })

/** A request's body. Keys that it does not name are dropped (closed-bodies.ts). */
export const body = <T extends Record<string, TSchema>>(properties: T) => Type.Object(properties)

/** A body whose unknown keys are refused instead: for pages of our own, where only a mistake sends them. */
export const closedBody = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const string = (description?: string) => Type.String(description ? { description } : {})
export const flag = (description?: string) => Type.Boolean(description ? { description } : {})
/** A Date in the service, ISO 8601 text on the wire. */
export const datetime = (description?: string) =>
  Type.Unsafe<Date | string>({ type: 'string', format: 'date-time', ...(description ? { description } : {}) })
export const list = (description?: string) => Type.Array(Type.String(), description ? { description } : {})
export const objects = (description: string) =>
  Type.Array(Type.Object({}, { additionalProperties: true }), { description })
