import { readOrientation, writeOrientation } from './orientation.ts'
import { countPart } from './parts-max.ts'

/** `RIFF`, the size of what follows, `WEBP`. */
const HEAD = 12
const NEEDED = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
/** Bits of a VP8X chunk that announce Exif data and XMP. */
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

/** A WebP of the picture's own chunks, with the orientation alone of its Exif data. Null for a broken one. */
export function dropFromWebp(bytes: Buffer): Buffer[] | null {
  if (bytes.length < HEAD) return null
  const end = bytes.readUInt32LE(4) + 8
  if (end > bytes.length) return null
  const kept: Buffer[] = []
  let orientation = 1
  let parts = 0
  for (let at = HEAD; at + 8 <= end; ) {
    parts = countPart(parts)
    const size = bytes.readUInt32LE(at + 4)
    const next = at + 8 + size + (size % 2)
    if (at + 8 + size > end) return null
    const type = bytes.toString('latin1', at, at + 4)
    if (type === 'EXIF') orientation = readOrientation(tiffOf(bytes.subarray(at + 8, at + 8 + size)))
    if (NEEDED.includes(type)) kept.push(Buffer.from(bytes.subarray(at, next)))
    at = next
  }
  const features = kept.find((one) => one.toString('latin1', 0, 4) === 'VP8X')
  const isTurned = orientation > 1 && features !== undefined
  if (features && features.length > 8) {
    features[8] = ((features[8] as number) & ~(HAS_EXIF | HAS_XMP)) | (isTurned ? HAS_EXIF : 0)
  }
  if (isTurned) kept.push(exifChunk(orientation))
  const head = Buffer.from(bytes.subarray(0, HEAD))
  head.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4)
  return [head, ...kept]
}

/** Some programs put the mark of JPEG before it. */
const tiffOf = (data: Buffer) => (data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data)

function exifChunk(orientation: number): Buffer {
  const data = writeOrientation(orientation) // of an even length, so that nothing fills it up
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}
