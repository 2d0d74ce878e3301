/** Bytes of texts in one request: below the 128 KiB that DeepL accepts, with room for their escapes. */
const BYTES_MAX = 60 * 1024
/** Texts in one request: as many as DeepL accepts. */
const TEXTS_MAX = 50

/** Texts in groups that fit into one request each. A text that is too long alone has its own request. */
export function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const text of texts) {
    const size = Buffer.byteLength(JSON.stringify(text))
    const last = batches.at(-1)
    if (last && last.length < TEXTS_MAX && bytes + size <= BYTES_MAX) {
      last.push(text)
      bytes += size
    } else {
      batches.push([text])
      bytes = size
    }
  }
  return batches
}
