import { firstCodePoints } from '#base/text.ts'
import { invalidParams } from '#core/errors.ts'
import { isPlainText, isUtf16Text } from './text-encodings.ts'

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
  ['audio/webm', 'weba'],
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
/** Containers of videos that hold a sound alone, by type and name: their bytes do not tell them apart. */
const SOUND_IN = new Map([
  ['video/mp4 m4a', 'audio/mp4'],
  ['video/webm weba', 'audio/webm'],
])
/** What a browser may show by itself; the rest is downloaded. */
const SHOWN = /^(image\/(jpeg|png|apng|gif|webp|avif)|video\/(mp4|webm)|audio\/(mpeg|mp4|ogg|wav|webm))$/

const refused = () =>
  invalidParams(
    'Files of this kind are not taken; send an image, a video, a sound, a PDF, an office document or a text.',
  )

/** What a system runs, or a browser takes for a page, by its name. */
const RUNS =
  /^(exe|com|bat|cmd|scr|pif|msi|msp|msix|appx|cpl|dll|sys|drv|ocx|lnk|url|desktop|js|jse|mjs|vbs|vbe|wsf|wsh|ws|hta|ps1|psm1|sh|bash|command|app|dmg|pkg|apk|ipa|jar|class|jnlp|reg|inf|scf|chm|hlp|iso|img|vhdx?|html?|xhtml|xht|shtml|svgz?|xml|xsl|mht|mhtml|php|asp|aspx|jsp|py|pl|rb|swf|docm|dotm|xlsm|xltm|xlam|pptm|ppam)$/
/** Lists the same by their first bytes, in hex: programs of Windows, Linux, macOS and Java, WebAssembly, links, help files. */
const RUNS_BYTES = [
  '4d5a',
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  '0061736d',
  '4c0000000114',
  '49545346',
]

/**
 * A file's type and the extension that belongs to it. INVALID_PARAMS for what is not taken: any other kind, of files that
 * `isIncoming` what could run.
 */
export async function describeFile(
  path: string,
  head: Buffer,
  name: string,
  isIncoming = false,
): Promise<{ type: string; extension: string }> {
  const given = extensionOf(name)
  const text = TEXTS.get(given)
  // The mark of UTF-16 looks like the beginning of a sound.
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type') // not before there is a file
  let found = isUtf16Text(head) ? undefined : await fileTypeFromBuffer(head).catch(() => undefined)
  // Office documents are archives: what is in them, the first bytes may not tell.
  if (found?.mime === 'application/zip') found = await fileTypeFromFile(path).catch(() => undefined)
  const mime = found && (SOUND_IN.get(`${found.mime} ${given}`) ?? found.mime)
  const extension = mime && BINARY.get(mime)
  if (mime && extension) return { type: mime.split(';')[0] as string, extension }
  if (text && !(found && !TEXTS.has(found.ext)) && isPlainText(head)) return { type: text, extension: given }
  if (!isIncoming || canRun(head, given)) throw refused()
  return { type: 'application/octet-stream', extension: given || 'bin' }
}

function canRun(head: Buffer, extension: string): boolean {
  const start = head.toString('hex', 0, 8)
  if (RUNS.test(extension) || RUNS_BYTES.some((bytes) => start.startsWith(bytes))) return true
  return /^[\s\uFEFF\uFFFD]*(<|#!|%!)/.test(head.toString('utf8').replaceAll('\0', ''))
}

export function isShown(type: string): boolean {
  return SHOWN.test(type)
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
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  const known = extensionOf(last)
  const kept = known === extension || (known === 'jpeg' && extension === 'jpg') ? known : extension
  return `${firstCodePoints(stem, 100) || 'file'}.${kept}`
}
