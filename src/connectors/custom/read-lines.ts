import { isUtf8 } from 'node:buffer'
import { isObject } from '#base/objects.ts'
import { type Change, type CustomerReference, RECORD_KINDS, type ReadLine, type RecordKind } from '../changes.ts'

/** What any shop may send through the generic door (spec C12): lines in the import's shapes, and requests. */

const REQUESTS = [
  'delete',
  'customer_redact',
  'customer_data_request',
  'shop_redact',
  'app_uninstalled',
  'app_installed',
] as const
type Request = (typeof REQUESTS)[number]
const KINDS: readonly string[] = [...RECORD_KINDS, ...REQUESTS]

type Data = Record<string, unknown>

/** Reads each line of a body; blank ones are counted and left out. */
export function* readLines(body: Buffer): Generator<ReadLine> {
  const lines = isUtf8(body) ? body.toString('utf8').split('\n') : []
  if (!isUtf8(body)) yield { line: 1, change: new Error('The body is not valid UTF-8.') }
  for (const [i, text] of lines.entries()) {
    if (text.trim() === '') continue
    try {
      yield { line: i + 1, change: readLine(text) }
    } catch (error) {
      yield { line: i + 1, change: error as Error }
    }
  }
}

function readLine(text: string): Change {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch (error) {
    throw new Error(`The line is not valid JSON: ${(error as Error).message}.`)
  }
  const { kind, data = {} } = Object(line) as { kind?: unknown; data?: unknown }
  if (typeof kind !== 'string' || !KINDS.includes(kind)) throw new Error(`kind must be one of: ${KINDS.join(', ')}.`)
  if (!isObject(data)) throw new Error('data must be an object.')
  return isRecord(kind) ? readRecord(kind, data as Data) : readRequest(kind as Request, data as Data)
}

const isRecord = (kind: unknown): kind is RecordKind => (RECORD_KINDS as readonly unknown[]).includes(kind)

function readRecord(kind: RecordKind, data: Data): Change {
  return { act: 'save', kind, data, updatedAt: maybeText(data, 'updatedAt') }
}

function readRequest(kind: Request, data: Data): Change {
  switch (kind) {
    case 'delete': {
      if (!isRecord(data.kind)) throw new Error(`data.kind must be one of: ${RECORD_KINDS.join(', ')}.`)
      return { act: 'delete', kind: data.kind, id: requireId(data, 'id'), updatedAt: maybeText(data, 'updatedAt') }
    }
    case 'customer_redact':
      return { act: 'redact', customer: readPerson(data), orders: readOrders(data.orders) }
    case 'customer_data_request':
      return { act: 'dataRequest', customer: readPerson(data) }
    case 'shop_redact':
      return { act: 'shopRedact' }
    case 'app_uninstalled':
      return { act: 'uninstalled' }
    case 'app_installed':
      return { act: 'installed' }
  }
}

function readPerson(data: Data): CustomerReference {
  if (data.customerUuid !== undefined && data.customerUuid !== null) {
    return { customerUuid: requireId(data, 'customerUuid') }
  }
  if (data.platformId !== undefined && data.platformId !== null) return { platformId: requireId(data, 'platformId') }
  throw new Error('data.customerUuid or data.platformId is required.')
}

function readOrders(orders: unknown): string[] {
  if (orders === undefined || orders === null) return []
  if (Array.isArray(orders) && orders.every((one) => typeof one === 'string' || typeof one === 'number')) {
    return orders.map(String)
  }
  throw new Error('data.orders must be an array of the orders’ names.')
}

/** Ids may come as numbers, as many shops have them. */
function requireId(data: Data, name: string): string {
  const value = typeof data[name] === 'number' ? String(data[name]) : data[name]
  if (typeof value !== 'string' || value === '' || value.length > ID_MAX) {
    throw new Error(`data.${name} must be a string of 1 to ${ID_MAX} characters.`)
  }
  return value
}
const ID_MAX = 128

function maybeText(data: Data, name: string): string | undefined {
  const value = data[name] ?? undefined
  if (value !== undefined && typeof value !== 'string') throw new Error(`data.${name} must be a string.`)
  return value
}
