import type { Attachment } from 'postal-mime'
import { table } from '#base/table.ts'
import { cleanLine } from './clean.ts'
import { MAIL_LIMITS } from './limits.ts'
import type { MailAttachment } from './parsed-mail.ts'

/** Signatures, which only programs read. */
const UNSEEN = /^application\/(pgp-signature|(x-)?pkcs7-signature)$/
const EXTENSIONS: Record<string, string> = table({
  'text/calendar': 'ics',
  'message/rfc822': 'eml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/html': 'html',
})

/** The attachments as they are, unpacked never; what they are is judged by who stores them. */
export function readAttachments(attachments: readonly Attachment[]): MailAttachment[] {
  return attachments
    .filter(({ mimeType }) => !UNSEEN.test(mimeType))
    .slice(0, MAIL_LIMITS.attachments)
    .map((attachment, index) => {
      const type = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(attachment.mimeType)
        ? attachment.mimeType
        : 'application/octet-stream'
      const name = nameOf(attachment.filename ?? '')
      return {
        name: name || `attachment-${index + 1}.${EXTENSIONS[type] ?? 'bin'}`,
        type,
        bytes: bytesOf(attachment),
        contentId: cleanLine(attachment.contentId ?? '', MAIL_LIMITS.name).replace(/^<|>$/g, '') || null,
      }
    })
}

export function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

/** Without folders, and without the marks that turn the direction of writing, which hide what a file is. */
function nameOf(filename: string): string {
  const plain = cleanLine(filename, MAIL_LIMITS.name).replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
  return (plain.split(/[/\\]/).at(-1) as string).replace(/^\.+/, '').trim()
}
