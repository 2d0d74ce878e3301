/** A JSON Schema as far as this room looks into one. */
export interface Schema {
  title?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  examples?: unknown[]
  default?: unknown
  format?: string
  $ref?: string
}

/**
 * Schemas of an OpenAPI document, made from those the routes validate with. Each titled schema becomes a component
 * under its title, once, and a reference wherever it is used.
 */
export class Components {
  readonly schemas: Record<string, Schema> = {}
  readonly #examples: Record<string, unknown>

  /** `examples`: of each component, by its title. */
  constructor(examples: Record<string, unknown>) {
    this.#examples = examples
  }

  /** The schema as the document shows it. */
  lift(schema: Schema): Schema {
    const { title } = schema
    if (!title) return this.#rewrite(schema)
    this.schemas[title] ??= {
      ...this.#rewrite(schema),
      ...(title in this.#examples && { examples: [this.#examples[title]] }),
    }
    return { $ref: `#/components/schemas/${title}` }
  }

  #rewrite({ anyOf, items, properties, patternProperties, ...rest }: Schema): Schema {
    const schema: Schema & { additionalProperties?: Schema } = { ...rest }
    if (items) schema.items = this.lift(items)
    if (properties) {
      schema.properties = Object.fromEntries(Object.entries(properties).map(([name, s]) => [name, this.lift(s)]))
    }
    // A record says what its values are; that its keys may be anything needs no pattern.
    if (patternProperties) schema.additionalProperties = this.lift(Object.values(patternProperties)[0] ?? {})
    if (!anyOf) return schema
    const choices = anyOf.map((choice) => this.lift(choice))
    return { ...(asNullable(choices) ?? { anyOf: choices }), ...schema }
  }

  /** What an answer of this schema looks like: examples of its components, put together as the schema says. */
  example(schema: Schema): unknown {
    if (schema.title && schema.title in this.#examples) return this.#examples[schema.title]
    if (schema.examples) return schema.examples[0]
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    if (schema.anyOf) return this.example(schema.anyOf[0] as Schema)
    if (schema.type === 'array') return [this.example(schema.items ?? {})]
    if (schema.type === 'object') {
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, s]) => [name, this.example(s)]))
    }
    return { boolean: true, integer: 1, number: 1, null: null }[schema.type as string] ?? 'text'
  }
}

/** `X or null` as one schema of two types, where X is a plain one: how OpenAPI 3.1 readers show it best. */
function asNullable(choices: Schema[]): Schema | null {
  const [schema, none, ...more] = choices
  if (!schema || more.length > 0 || none?.type !== 'null' || typeof schema.type !== 'string' || schema.enum) return null
  return { ...schema, type: [schema.type, 'null'] }
}
