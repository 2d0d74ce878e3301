import { readOrientation, writeOrientation } from './orientation.ts'
import { countPart } from './parts-max.ts'

/** HEIF puts an offset before Exif data, of 4 bytes. */
const OFFSET = 4

interface Box {
  type: string
  /** Start and end of the content. */
  start: number
  end: number
}

/**
 * A HEIC, HEIF or AVIF picture whose Exif data and XMP are overwritten where they are, so that everything else stays at its
 * place, also the properties by which it is turned for showing (`irot`, `imir`). Null for a broken one.
 */
export function dropFromHeif(given: Buffer): Buffer[] | null {
  const bytes = Buffer.from(given)
  const meta = boxesIn(bytes, 0, bytes.length)?.find(({ type }) => type === 'meta')
  if (!meta) return null
  const inside = boxesIn(bytes, meta.start + 4, meta.end)
  const [infos, places] = ['iinf', 'iloc'].map((name) => inside?.find(({ type }) => type === name))
  if (!infos || !places) return null
  const types = readTypes(bytes, infos)
  const idat = inside?.find(({ type }) => type === 'idat')
  // Places of hostile files overlap: together they are no longer than the file.
  let left = bytes.length
  for (const { id, start, end } of readPlaces(bytes, places, idat)) {
    const type = types.get(id)
    if (type !== 'Exif' && type !== 'mime') continue
    left -= end - start
    if (left < 0 || end > bytes.length) return null
    overwrite(bytes.subarray(start, end), type)
  }
  return [bytes]
}

/** White space for XMP; for Exif data the orientation alone, as programs may read it there too. */
function overwrite(item: Buffer, type: 'Exif' | 'mime'): void {
  if (type === 'mime') return void item.fill(0x20)
  const tiff = item.length < OFFSET ? item : item.subarray(Math.min(item.length, OFFSET + item.readUInt32BE(0)))
  const kept = writeOrientation(readOrientation(tiff))
  item.fill(0)
  if (item.length >= OFFSET + kept.length) kept.copy(item, OFFSET)
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    countPart(boxes.length)
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1
    if (isLong && at + 16 > to) return undefined
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    if (size < start - at || at + size > to) return undefined
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start, end: at + size })
    at += size
  }
  return boxes
}

/** The type of each item: `Exif`, `mime` (XMP), `hvc1` and the like. */
function readTypes(bytes: Buffer, { start, end }: Box): Map<number, string> {
  const types = new Map<number, string>()
  const version = bytes.readUInt8(start)
  for (const { start: at } of boxesIn(bytes, start + (version === 0 ? 6 : 8), end) ?? []) {
    const isLong = bytes.readUInt8(at) === 3
    const id = isLong ? bytes.readUInt32BE(at + 4) : bytes.readUInt16BE(at + 4)
    const typeAt = at + (isLong ? 10 : 8)
    types.set(id, bytes.toString('latin1', typeAt, typeAt + 4))
  }
  return types
}

/** Positions of the items' bytes, without those in other files and in other items. */
function* readPlaces(bytes: Buffer, { start }: Box, idat: Box | undefined) {
  let at = start
  const read = (size: number): number => {
    at += size
    if (size === 8) return Number(bytes.readBigUInt64BE(at - size))
    return size === 0 ? 0 : bytes.readUIntBE(at - size, size)
  }
  const version = read(1)
  read(3)
  const sizes = read(2)
  const [offsetSize, lengthSize, baseSize] = [(sizes >> 12) & 15, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  const count = read(version < 2 ? 2 : 4)
  let parts = 0
  for (let item = 0; item < count; item++) {
    parts = countPart(parts)
    const id = read(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : read(2) & 15
    read(2) // which file
    const base = read(baseSize) + (method === 1 ? (idat?.start ?? Number.POSITIVE_INFINITY) : 0)
    const extents = read(2)
    for (let extent = 0; extent < extents; extent++) {
      parts = countPart(parts)
      read(indexSize)
      const first = base + read(offsetSize)
      const length = read(lengthSize)
      if (method < 2 && Number.isFinite(first))
        yield { id, start: first, end: length === 0 ? bytes.length : first + length }
    }
  }
}
