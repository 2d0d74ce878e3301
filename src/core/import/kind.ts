import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ParleyError } from '#core/errors.ts'
import type { Queries } from '#storage/database.ts'

/** Why a line of an import is refused; the message is told with the line's number (contract, section 5). */
export const rejected = (message: string) => new ParleyError('INVALID_PARAMS', message)

/** One kind of import line: what its data looks like, and how a checked one is stored. */
export interface ImportKind {
  /** Throws `rejected` when the data is not of the kind's shape. Unknown keys are ignored. */
  check(data: unknown): void
  /** Stores one record; one with the same id is replaced whole. Throws `rejected` for what only the store can tell. */
  save(tx: Queries, data: unknown): Promise<void>
}

/** A kind from its schema and what stores it. */
export function importKind<T extends TSchema>(
  schema: T,
  save: (tx: Queries, data: Static<T>) => Promise<void>,
): ImportKind {
  const compiled = Compile(schema)
  return {
    check(data) {
      if (compiled.Check(data)) return
      const error = compiled.Errors(data)[0]
      const path = error?.instancePath.slice(1).replaceAll('/', '.')
      const missing = (error?.params as { requiredProperties?: string[] } | undefined)?.requiredProperties
      if (missing) throw rejected(`${[path, missing[0]].filter(Boolean).join('.')} is required.`)
      throw rejected(`${path || 'data'} ${error?.message ?? 'is not valid'}.`)
    },
    save: (tx, data) => save(tx, data as Static<T>),
  }
}
