import { crc32 } from 'node:zlib'
import { readOrientation, writeOrientation } from './orientation.ts'
import { countPart } from './parts-max.ts'

const SIGNATURE = 8
/** Length, type and check sum of a chunk. */
const FRAME = 12
const TEXTS = ['tEXt', 'zTXt', 'iTXt', 'tIME']

/** A PNG without texts, times and Exif data, except for the orientation, and without what follows its end. Null for a broken one. */
export function dropFromPng(bytes: Buffer): Buffer[] | null {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE)]
  let parts = 0
  for (let at = SIGNATURE; at + FRAME <= bytes.length; ) {
    parts = countPart(parts)
    const end = at + FRAME + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'eXIf') {
      const orientation = readOrientation(bytes.subarray(at + 8, end - 4))
      if (orientation > 1) kept.push(chunk('eXIf', writeOrientation(orientation)))
    } else if (!TEXTS.includes(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return kept
    at = end
  }
  return null
}

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(checked), 4)
  return Buffer.concat([frame.subarray(0, 4), checked, frame.subarray(4)])
}
