import type { Param } from './database.ts'

/** A column of a table: its type in SQL, and the type of its values here (which exists for the compiler only). */
export interface Column<T> {
  readonly sql: string
  readonly value?: T
}

const column = <T>(sql: string): Column<T> => ({ sql })

export const text = <T extends string = string>(): Column<T> => column<T>('text')
export const texts = (): Column<string[]> => column('text[]')
export const boolean = (): Column<boolean> => column('boolean')
export const integer = (): Column<number> => column('integer')
export const double = (): Column<number> => column('double precision')
/** Comes back as a text of digits, whatever its size. */
export const bigint = (): Column<string> => column('bigint')
export const time = (): Column<Date> => column('timestamptz')
export const json = <T extends object>(): Column<T> => column<T>('json')
export const jsonb = <T extends object>(): Column<T> => column<T>('jsonb')
export const nullable = <T>(of: Column<T>): Column<T | null> => of

type Columns = Record<string, Column<unknown>>

/** A row with all of a table's columns, as queries return it. */
export type RowOf<T extends Table<Columns>> = {
  [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Value> ? Value : never
}

export interface Table<C extends Columns> {
  readonly columns: C
  /** Names and types as SQL spells them, for `insertRows`. */
  readonly types: Record<string, string>
  /** `first_name, last_name`: a list for `select` and `returning`; all columns where none are named. */
  list(...names: (keyof C & string)[]): string
  /**
   * `(shop_id, first_name, last_name) values ($1, $2, …)` for `insert` of the fields that are given, whose parameters begin
   * at `first` (2 unless told).
   */
  insert(row: { [Name in keyof C]?: unknown }, first?: number): { sql: string; values: Param[] }
  /** `first_name = $3, last_name = $4` for `update`, from the parameter `first` on, with the values in that order. */
  assign(patch: { [Name in keyof C]?: unknown }, first: number): { sql: string; values: Param[] }
}

/**
 * Names a table's columns once, in camelCase: row types, select lists, updates and bulk inserts all follow from it. What
 * is not a column of the table never gets into a statement.
 */
export function table<C extends Columns>(columns: C): Table<C> {
  const names = Object.keys(columns) as (keyof C & string)[]
  // Written once, not with each statement.
  const spelt = Object.fromEntries(names.map((name) => [name, snake(name)])) as Record<keyof C, string>
  return {
    columns,
    types: Object.fromEntries(names.map((name) => [snake(name), (columns[name] as Column<unknown>).sql])),
    list: (...some) => (some.length > 0 ? some : names).map((name) => spelt[name]).join(', '),
    insert(row, first = 2) {
      const given = names.filter((name) => row[name] !== undefined)
      const params = given.map((name, i) => `$${first + i}::${(columns[name] as Column<unknown>).sql}`)
      return {
        sql: `(shop_id, ${given.map((name) => spelt[name]).join(', ')}) values ($1, ${params.join(', ')})`,
        values: given.map((name) => row[name] as Param),
      }
    },
    assign(patch, first) {
      const given = names.filter((name) => patch[name] !== undefined)
      return {
        sql: given.map((name, i) => `${spelt[name]} = $${first + i}`).join(', '),
        values: given.map((name) => patch[name] as Param),
      }
    },
  }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
