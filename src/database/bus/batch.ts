import { TEXT_BYTES_MAX } from './transport.ts'

/** Packs JSON values into as few array texts as a transport takes. A value that fits into none is left out. */
export function pack(items: Iterable<string>, bytesMax = TEXT_BYTES_MAX): string[] {
  const texts: string[] = []
  let batch: string[] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(item) + 1
    if (size > bytesMax) continue
    if (bytes + size > bytesMax) {
      texts.push(`[${batch.join(',')}]`)
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) texts.push(`[${batch.join(',')}]`)
  return texts
}
