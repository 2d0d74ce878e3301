import { readFile, writeFile } from 'node:fs/promises'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { dropFromHeif } from './heif.ts'
import { dropFromJpeg } from './jpeg.ts'
import { dropFromPng } from './png.ts'
import { dropFromWebp } from './webp.ts'

const BY_TYPE = nullPrototypeRecord<(bytes: Buffer) => Buffer[] | null>({
  'image/jpeg': dropFromJpeg,
  'image/png': dropFromPng,
  'image/apng': dropFromPng,
  'image/webp': dropFromWebp,
  'image/heic': dropFromHeif,
  'image/heif': dropFromHeif,
  'image/avif': dropFromHeif,
})

/**
 * Takes out of a picture's file what its camera and programs wrote into it: where and when it was taken, with what, texts and
 * thumbnails. How it is turned for showing, and its colour profile, stay; its pixels are not touched. Returns the new size in
 * bytes; null for other types, and for a broken picture, which is left as it is.
 */
export async function dropMetadata(path: string, type: string): Promise<number | null> {
  if (!BY_TYPE[type]) return null
  const parts = withoutMetadata(await readFile(path), type)
  if (!parts) return null
  await writeFile(path, parts)
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** What a picture's file becomes, in parts. */
export function withoutMetadata(bytes: Buffer, type: string): Buffer[] | null {
  try {
    return BY_TYPE[type]?.(bytes) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null // read beyond the end of a broken file
    throw error
  }
}
