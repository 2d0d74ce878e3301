import { isObject } from '#base/objects.ts'

/** An answer for people: a record as a list of its fields, several as a table. */
export function present(data: unknown): string {
  if (Array.isArray(data)) return data.length === 0 ? 'None.' : table(data as Record<string, unknown>[])
  if (!isObject(data)) return String(data)
  const fields = flatten(data)
  const lists = fields.filter(([, value]) => isTable(value))
  const plain = fields.filter(([, value]) => !isTable(value))
  const width = Math.max(0, ...plain.map(([name]) => name.length))
  return [
    ...plain.map(([name, value]) => `${name.padEnd(width)}  ${show(value)}`),
    ...lists.map(([name, rows]) => `\n${name}:\n${firstRows(rows as Record<string, unknown>[])}`),
  ].join('\n')
}

/** Rows of a list inside a record that are shown. */
const ROWS_MAX = 20

function firstRows(rows: Record<string, unknown>[]): string {
  const more = rows.length - ROWS_MAX
  return table(rows.slice(0, ROWS_MAX)) + (more > 0 ? `\n… and ${more} more; --json lists them all.` : '')
}

/** A list of records, as the refused lines of an import are. */
function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && Object(value[0]) === value[0]
}

/** Nested objects by dotted names, as `store update --set` takes them. */
function flatten(record: Record<string, unknown>, prefix = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? flatten(value, `${prefix}${key}.`)
      : [[prefix + key, value] as [string, unknown]],
  )
}

/** The columns that the first row has, but for nested values. */
function table(rows: Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0] ?? {}).filter(
    (name) => typeof rows[0]?.[name] !== 'object' || rows[0][name] === null,
  )
  const lines = [columns, ...rows.map((row) => columns.map((name) => show(row[name])))]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] as string).length)))
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
