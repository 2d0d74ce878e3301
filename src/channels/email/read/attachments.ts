import type { Attachment } from 'postal-mime'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { cleanLine } from './clean.ts'
import { MAIL_LIMITS } from './limits.ts'
import type { MailAttachment } from './parsed-mail.ts'

/** Signatures, reports and reactions, which only programs read. */
const UNSEEN =
  /^(application\/(pgp-signature|(x-)?pkcs7-signature)|message\/(disposition-notification|(global-)?delivery-status|feedback-report)|text\/rfc822-headers|text\/vnd\.google\.email-reaction\+json)$/
const EXTENSIONS: Record<string, string> = nullPrototypeRecord({
  'text/calendar': 'ics',
  'message/rfc822': 'eml',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/tiff': 'tif',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/3gpp': '3gp',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'application/zip': 'zip',
  'application/json': 'json',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'text/csv': 'csv',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/html': 'html',
})

/**
 * The attachments as they are, unpacked never; what they are is judged by who stores them. Where they are too many, the
 * pictures that the mail's own markup shows give way.
 */
export function readAttachments(attachments: readonly Attachment[], html = ''): MailAttachment[] {
  const shown = new Set(
    Array.from(html.slice(0, MAIL_LIMITS.html).matchAll(/cid:([^"'\s<>)]{1,200})/gi), ([, id]) => id),
  )
  const all = attachments
    .filter(({ mimeType }) => !UNSEEN.test(mimeType))
    .map((attachment) => {
      const contentId = cleanLine(attachment.contentId ?? '', MAIL_LIMITS.name).replace(/^<|>$/g, '') || null
      const isShown = contentId !== null && (shown.has(contentId) || shown.has(encodeURIComponent(contentId)))
      return { attachment, contentId, isShown: isShown && attachment.mimeType.startsWith('image/') }
    })
  const ordered =
    all.length > MAIL_LIMITS.attachments ? all.toSorted((a, b) => Number(a.isShown) - Number(b.isShown)) : all
  return ordered.slice(0, MAIL_LIMITS.attachments).map(({ attachment, contentId, isShown }, index) => {
    const type = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(attachment.mimeType)
      ? attachment.mimeType
      : 'application/octet-stream'
    const name = nameOf(attachment.filename ?? '')
    return {
      name: name || `attachment-${index + 1}.${EXTENSIONS[type] ?? 'bin'}`,
      type,
      bytes: bytesOf(attachment),
      contentId,
      isShown,
    }
  })
}

/** A file whose type nothing names but its own ending. */
export function fileIn(filename: string, bytes: Uint8Array): MailAttachment {
  const name = nameOf(filename) || 'attachment.bin'
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const type = Object.entries(EXTENSIONS).find(([, extension]) => extension === ending)?.[0]
  return { name, type: type ?? 'application/octet-stream', bytes, contentId: null, isShown: false }
}

export function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

/** Without folders, and without the marks that turn the direction of writing, which hide what a file is. */
function nameOf(filename: string): string {
  const plain = cleanLine(filename, MAIL_LIMITS.name).replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
  return (plain.split(/[/\\]/).at(-1) as string).replace(/^\.+/, '').trim()
}
