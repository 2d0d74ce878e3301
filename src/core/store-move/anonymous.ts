import { isObject } from '#base/objects.ts'
import type { RowTexts } from '#storage/backup/rows.ts'
import { ANONYMOUS_TABLES, type Replacement } from './anonymous-tables.ts'
import type { Pseudonyms } from './pseudonyms.ts'

/** Types whose values tell nobody: numbers, times and truth values. */
const HARMLESS = /^(boolean|smallint|integer|bigint|numeric|double precision|real|date|timestamp|uuid)/

export function isHarmless(type: string): boolean {
  return HARMLESS.test(type)
}

/**
 * The row without anything that tells who somebody is or what they wrote; null where it is left out. A column that
 * nothing is known of is a mistake of ours (anonymous-tables.ts), and the export ends.
 */
export function anonymize(
  table: { name: string; columns: { name: string; type: string }[] },
  row: RowTexts,
  names: Pseudonyms,
): RowTexts | null {
  const rules = ANONYMOUS_TABLES[table.name]
  if (rules === undefined || rules === 'left out') return null
  if (rules === 'kept') return row
  const anonymous: RowTexts = {}
  for (const { name, type } of table.columns) {
    const rule = rules[name] ?? (isHarmless(type) || name === 'shop_id' ? 'keep' : undefined)
    if (!rule) throw new Error(`anonymous export: nothing is known of ${table.name}.${name}`)
    anonymous[name] = replace(rule, row[name] ?? null, names)
  }
  const hadFiles = row.files !== undefined && row.files !== null && row.files !== '[]'
  if (hadFiles && anonymous.text === '') anonymous.text = NO_FILE
  return anonymous
}

/** The text of a message that consisted of files. */
const NO_FILE = '(file)'

function replace(rule: Replacement, value: string | null, names: Pseudonyms): string | null {
  if (value === null || rule === 'keep') return value
  switch (rule) {
    case 'null':
      return null
    case 'empty':
      return ''
    case 'no files':
      return '[]'
    case 'no list':
      return '{}'
    case 'json':
      return JSON.stringify(replaceIn(JSON.parse(value), 'text', names))
    case 'pictures':
      // The addresses of pictures hold their secrets.
      return value.replaceAll(/\/storefront\/files\/[\w/-]+/g, '')
    case 'settings':
      return JSON.stringify(withoutFiles(JSON.parse(value), names))
    case 'name':
      return value === '' || value === 'Redacted' ? value : names.name(value)
    default:
      return value === '' ? value : names[rule](value)
  }
}

/** Values of records that tell nobody: ids, states, amounts, times, and what the shop sells. */
const KEPT = [
  'id',
  'type',
  'status',
  'state',
  'currency',
  'currencyCode',
  'amount',
  'sku',
  'title',
  'variantTitle',
].concat(['carrier', 'orderNumber', 'language'])
const KEPT_ENDS = ['Id', 'Status', 'Type', 'At']
const isKept = (key: string) => KEPT.includes(key) || KEPT_ENDS.some((end) => key.endsWith(end))

function replaceIn(value: unknown, key: string, names: Pseudonyms): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceIn(one, key, names))
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceIn(one, name, names)]))
  }
  if (typeof value !== 'string' || isKept(key)) return value
  if (/email/i.test(key)) return names.email(value)
  if (/phone/i.test(key)) return names.phone(value)
  if (/name/i.test(key)) return names.name(value)
  return /number|url/i.test(key) ? names.id(value) : names.text(value)
}

/** Settings stay, but for the store's pictures and the addresses of its people. */
function withoutFiles(value: unknown, names: Pseudonyms): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutFiles(one, names))
  if (isObject(value)) {
    const kept = Object.entries(value).filter(
      ([, one]) => !(typeof one === 'string' && one.includes('/storefront/files/')),
    )
    return Object.fromEntries(kept.map(([name, one]) => [name, withoutFiles(one, names)]))
  }
  if (typeof value !== 'string') return value
  return value
    .split(' ')
    .map((word) => (word.includes('@') ? names.email(word) : word))
    .join(' ')
}
