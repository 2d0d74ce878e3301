import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { Change, RecordKind } from '../changes.ts'
import { readLines } from '../custom/read-lines.ts'

const KINDS: Record<string, RecordKind> = nullPrototypeRecord({
  order: 'order',
  product: 'product',
  customer: 'contact',
  coupon: 'discount',
})
/** What our plugin for WordPress may ask for, which WooCommerce has no webhook for. */
const OF_PLUGIN = ['redact', 'dataRequest']

/**
 * What a webhook of WooCommerce means: that a record is to be asked for. Topic and times are not signed, and payloads are
 * as of some moment and as some user sees them; so nothing of it is believed but that there is news of an id. An Error
 * where it cannot be read; nothing where it tells of nothing that is kept here.
 */
export function readWooWebhook(topic: string, body: Buffer): Change[] | Error {
  const [resource = ''] = topic.split('.')
  if (resource === 'parley') {
    const [line] = readLines(body)
    const change = line?.change ?? new Error('The body is empty.')
    if (change instanceof Error) return change
    return OF_PLUGIN.includes(change.act) ? [change] : new Error('The plugin may not ask for this.')
  }
  const kind = KINDS[resource]
  if (!kind) return []
  let record: unknown
  try {
    record = JSON.parse(body.toString('utf8'))
  } catch {
    return new Error('The body is not valid JSON.')
  }
  const { id } = Object(record) as { id?: unknown }
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return new Error('The body must have an id.')
  return [{ act: 'reread', kind, of: { id: String(id) } }]
}
