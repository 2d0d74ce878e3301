import { readOrientation, writeOrientation } from './orientation.ts'
import { countPart } from './parts-max.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COMMENT = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const EXIF = 'Exif\0\0'
const JFIF = 'JFIF\0'
const PROFILE = 'ICC_PROFILE\0'

/**
 * A JPEG without comments and application data, except for what its colours and its size need (JFIF, colour profile, Adobe's
 * transform) and its orientation; without what follows the picture, such as a film or further pictures. Null for a broken one.
 */
export function dropFromJpeg(bytes: Buffer): Buffer[] | null {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let hasOrientation = false
  let at = 2
  let parts = 0
  while (at + 4 <= bytes.length) {
    parts = countPart(parts)
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at++ // padding
      continue
    }
    if (marker === EOI) break
    if (marker === SOI) return null
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) return null
    const data = bytes.subarray(at + 4, end)
    const orientation = marker === APP1 && isMarked(data, EXIF) ? readOrientation(data.subarray(EXIF.length)) : 1
    if (isNeeded(marker, data)) kept.push(bytes.subarray(at, end))
    else if (orientation > 1 && !hasOrientation) {
      kept.push(orientationSegment(orientation))
      hasOrientation = true
    }
    at = end
    if (marker !== SOS) continue
    at = endOfScan(bytes, end)
    kept.push(bytes.subarray(end, at))
  }
  if (at < bytes.length) kept.push(Buffer.from([0xff, EOI]))
  return kept
}

function isNeeded(marker: number, data: Buffer): boolean {
  if (marker === COMMENT) return false
  if (marker < APP0 || marker > APP15) return true
  if (marker === APP0) return isMarked(data, JFIF)
  return marker === APP14 || (marker === APP2 && isMarked(data, PROFILE))
}

const isMarked = (data: Buffer, mark: string) => data.toString('latin1', 0, mark.length) === mark

function orientationSegment(orientation: number): Buffer {
  const data = Buffer.concat([Buffer.from(EXIF, 'latin1'), writeOrientation(orientation)])
  return Buffer.concat([Buffer.from([0xff, APP1, 0, data.length + 2]), data])
}

/** End of the compressed data that begins at `from`: at the next marker that is not part of it, or at the end of the file. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  return bytes.length
}
