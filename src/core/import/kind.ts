import type { Static, TSchema } from 'typebox'
import type { Compile } from 'typebox/compile'
import { describeValidationError } from '#base/describe-validation-error.ts'
import { loadLater } from '#base/load-later.ts'
import { ParleyError } from '#core/errors.ts'
import type { Queries } from '#database/database.ts'

const typebox = loadLater<typeof import('typebox/compile')>('typebox/compile')

/** Why a line of an import is refused; reported with the line's number (spec C5.2). */
export const rejected = (message: string) => new ParleyError('INVALID_PARAMS', message)

/** Ids of the records that a line writes or rests on, of those kinds that others write too. */
export interface Touched {
  members?: (string | null | undefined)[]
  contacts?: (string | null | undefined)[]
  /** What contacts are found by once the line is written, by their ids. */
  addresses?: [id: string, emailKey: string | null][]
  conversations?: (string | null | undefined)[]
  /** Tags that the store's catalog has afterwards. */
  tags?: string[]
}

/** One kind of import line: what its data looks like, and how a checked one is stored. */
export interface ImportKind {
  schema: TSchema
  /** Throws `rejected` when the data is not of the kind's shape. Unknown keys are ignored. */
  check(data: unknown): void
  /** What `save` will touch: a batch locks all of it before its first line is saved (storage/locks.ts). */
  touches(data: unknown): Touched
  /** Stores one record; one with the same id is replaced whole. Throws `rejected` for what only the store can tell. */
  save(tx: Queries, data: unknown): Promise<void>
  /** Saves several records with different ids, if that is faster together. */
  saveAll?(tx: Queries, records: unknown[]): Promise<void>
}

/** A kind from its schema and what stores it. */
export function importKind<T extends TSchema>(
  schema: T,
  save: (tx: Queries, data: Static<T>) => Promise<void>,
  touches: (data: Static<T>) => Touched = () => ({}),
): ImportKind {
  let compiled: ReturnType<typeof Compile<T>> | undefined // when the first line comes
  return {
    schema,
    check(data) {
      compiled ??= typebox().Compile(schema)
      if (compiled.Check(data)) return
      const mistakes = compiled.Errors(data)
      throw rejected(`${describeValidationError({ mistakes, value: data, schema, whole: 'data' })}.`)
    },
    touches: (data) => touches(data as Static<T>),
    save: (tx, data) => save(tx, data as Static<T>),
  }
}

/** A kind that stores several of its records together. */
export function bulkKind<T extends TSchema>(
  schema: T,
  saveAll: (tx: Queries, records: Static<T>[]) => Promise<void>,
  touches: (data: Static<T>) => Touched,
): ImportKind {
  return {
    ...importKind(schema, (tx, data) => saveAll(tx, [data]), touches),
    saveAll: (tx, records) => saveAll(tx, records as Static<T>[]),
  }
}
