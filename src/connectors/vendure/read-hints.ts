import { type Change, RECORD_KINDS, type ReadLine, type RecordKind } from '../changes.ts'

/**
 * What our plugin for Vendure sends: lines {"kind", "id", "isDeleted"}, or
 * {"kind": "product", "variantId"}. A record that was deleted goes; others are asked for.
 */
export function* readHints(body: Buffer): Generator<ReadLine> {
  for (const [i, text] of body.toString('utf8').split('\n').entries()) {
    if (text.trim() !== '') yield { line: i + 1, change: readHint(text) }
  }
}

function readHint(text: string): Change | Error {
  let hint: unknown
  try {
    hint = JSON.parse(text)
  } catch {
    return new Error('The line is not valid JSON.')
  }
  const { kind, id, variantId, isDeleted } = Object(hint)
  if (kind === 'product' && isId(variantId)) return { act: 'reread', kind, of: { variantId } }
  if (!RECORD_KINDS.includes(kind) || !isId(id)) {
    return new Error(`The line must have a kind (${RECORD_KINDS.join(', ')}) and an id.`)
  }
  // An order's key here is its number, which the hint does not have.
  if (isDeleted === true && kind !== 'order') return { act: 'delete', kind: kind as RecordKind, id }
  return { act: 'reread', kind: kind as RecordKind, of: { id } }
}

const isId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= 128
