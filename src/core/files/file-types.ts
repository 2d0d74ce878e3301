import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { firstCodePoints } from '#base/text.ts'
import { invalidParams } from '#core/errors.ts'

/**
 * Which files may be sent: what people show each other, and nothing that can run. A file is what its bytes say; only
 * texts have no such mark, and are taken by their name.
 */
const BINARY = new Map<string, string>([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/heic', 'heic'],
  ['image/heif', 'heif'],
  ['image/bmp', 'bmp'],
  ['image/tiff', 'tiff'],
  ['video/mp4', 'mp4'],
  ['video/x-m4v', 'm4v'],
  ['video/quicktime', 'mov'],
  ['video/webm', 'webm'],
  ['video/3gpp', '3gp'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/x-m4a', 'm4a'],
  ['audio/aac', 'aac'],
  ['audio/ogg', 'ogg'],
  ['audio/ogg; codecs=opus', 'opus'],
  ['audio/wav', 'wav'],
  ['audio/flac', 'flac'],
  ['audio/amr', 'amr'],
  ['application/pdf', 'pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
])
const TEXTS = new Map([
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ['md', 'text/plain'],
  ['json', 'text/plain'],
  ['csv', 'text/csv'],
  ['ics', 'text/calendar'],
  ['vcf', 'text/vcard'],
])
/** What a browser may show by itself; the rest is downloaded. */
const SHOWN = /^(image\/(jpeg|png|apng|gif|webp|avif)|video\/(mp4|webm)|audio\/(mpeg|mp4|ogg|wav))$/

const refused = () =>
  invalidParams(
    'Files of this kind are not taken; send an image, a video, a sound, a PDF, an office document or a text.',
  )

/** A file's type and the extension that belongs to it. INVALID_PARAMS for what is not taken. */
export async function describeFile(
  path: string,
  head: Buffer,
  name: string,
): Promise<{ type: string; extension: string }> {
  let found = await fileTypeFromBuffer(head).catch(() => undefined)
  // Office documents are archives: what is in them, the first bytes may not tell.
  if (found?.mime === 'application/zip') found = await fileTypeFromFile(path).catch(() => undefined)
  const extension = found ? BINARY.get(found.mime) : undefined
  if (found && extension) return { type: found.mime.split(';')[0] as string, extension }
  const given = extensionOf(name)
  const type = TEXTS.get(given)
  if (!type || (found && !TEXTS.has(found.ext)) || !isPlainText(head)) throw refused()
  return { type, extension: given }
}

export function isShown(type: string): boolean {
  return SHOWN.test(type)
}

/** No markup, no script: neither what browsers take for a page nor what a system would run. */
function isPlainText(head: Buffer): boolean {
  if (head.includes(0) || !isUtf8(wholeCharacters(head))) return false
  return !/^[\s\uFEFF]*(<|#!|%!)/.test(head.toString('utf8'))
}

/** The head without a character that its end cuts in two. */
function wholeCharacters(head: Buffer): Buffer {
  for (let cut = 0; cut < 4 && cut < head.length; cut++) {
    if (isUtf8(head.subarray(0, head.length - cut))) return head.subarray(0, head.length - cut)
  }
  return head
}

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * A name that is safe on every system and in every header: no path, no control or direction characters, and the
 * extension that fits the bytes, whatever it was called.
 */
export function fileName(given: string, extension: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const stem = last
    .replace(/\.[a-z0-9]{1,8}$/i, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const known = extensionOf(last)
  const kept = known === extension || (known === 'jpeg' && extension === 'jpg') ? known : extension
  return `${firstCodePoints(stem, 100) || 'file'}.${kept}`
}
