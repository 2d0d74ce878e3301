import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { findUpload } from '#storage/files/files.ts'
import { markAsPicture } from '#storage/knowledge/article-pictures.ts'

/** Pixels of a picture that is re-encoded, and its width on pages, which is twice the width of a column. */
const PIXELS_MAX = 50_000_000
const WIDTH_MAX = 1_600
/** Quality of WebP, 1 to 100. */
const QUALITY = 82

/** A picture that article bodies show as `![…](/files/{id})`. */
export interface NewPicture {
  id: string
  /** In pixels. */
  width: number
  height: number
  /** The address for the editor; readers get it at `…/files/{id}`. */
  url: string
}

/**
 * Re-encodes a picture that a member has uploaded (decision 131): no metadata, at most 1,600 pixels wide, WebP. INVALID_PARAMS
 * for a file of another member, and for one that is not a picture.
 */
export async function makePicture(
  { shop }: Caller,
  { fileId, memberId, files }: { fileId: string; memberId: string; files: FileStore },
): Promise<NewPicture> {
  const upload = await findUpload(shop, fileId)
  if (!upload || upload.memberId !== memberId) throw invalidParams('fileId is not one of your uploads.')
  if (!upload.type.startsWith('image/')) throw invalidParams('fileId is not a picture.')
  return keepPicture(
    { shop },
    { bytes: await buffer(await files.read(shop.shopId, upload)), ...upload, memberId, files },
  )
}

/** Re-encodes a picture and keeps it as a file of a member. INVALID_PARAMS for what is not one. */
export async function keepPicture(
  { shop }: Pick<Caller, 'shop'>,
  { bytes, name, memberId, files }: { bytes: Buffer; name: string; memberId: string; files: FileStore },
): Promise<NewPicture> {
  const { default: sharp } = await import('sharp')
  const encoded = await sharp(bytes, { animated: true, limitInputPixels: PIXELS_MAX })
    .rotate()
    .resize({ width: WIDTH_MAX, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw invalidParams('The picture cannot be read, or has more than 50 million pixels.')
    })
  const { width, height: all, pageHeight: height = all } = encoded.info // of an animation, the height of one picture
  const called = `${name.replace(/\.[^.]*$/, '')}.webp`
  const file = await files.take(
    { shop },
    { name: called, body: Readable.from([encoded.data]), visitorId: null, memberId },
  )
  await markAsPicture(shop, file.id, { width, height })
  return { id: file.id, width, height, url: file.url }
}
