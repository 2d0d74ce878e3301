import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'

/** The schema of spec 2.9. It has no resolvers: plan.ts and answer.ts carry its two queries out (docs/decisions/0007). */
export const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'))
