import type { FormData } from 'undici'
import { loadLater } from '#base/load-later.ts'
import { attachmentKindOf, type LoadedFile } from '../sendable-files.ts'
import type { MessengerChannel } from './webhook.ts'

const undici = loadLater<typeof import('undici')>('undici')

/** A file for the Graph API: what uploads it, and the message that then names it. */

/** Types that the provider knows by another name. */
const NAMES_OF_TYPES = new Map([['audio/x-m4a', 'audio/mp4']])

/** The path behind the account's, and the form. */
export function uploadOf(channel: MessengerChannel, file: LoadedFile): { path: string; form: FormData } {
  const form = new (undici().FormData)()
  const type = NAMES_OF_TYPES.get(file.type) ?? file.type
  const bytes = new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type })
  if (channel === 'phone_messenger') {
    form.set('messaging_product', 'whatsapp')
    form.set('type', type)
    form.set('file', bytes, file.name)
    return { path: 'media', form }
  }
  form.set('message', JSON.stringify({ attachment: { type: messagingKind(channel, file), payload: {} } }))
  form.set('filedata', bytes, asciiName(file.name))
  return { path: channel === 'photo_social' ? 'message_attachments?platform=instagram' : 'message_attachments', form }
}

/** What a message says of the uploaded file. */
export function contentOf(channel: MessengerChannel, file: LoadedFile, id: string): object {
  if (channel !== 'phone_messenger') {
    return { attachment: { type: messagingKind(channel, file), payload: { attachment_id: id } } }
  }
  const kind = attachmentKindOf(channel, file.type) ?? 'document'
  return { type: kind, [kind]: kind === 'document' ? { id, filename: file.name } : { id } }
}

function messagingKind(channel: MessengerChannel, { type }: LoadedFile): string {
  const kind = attachmentKindOf(channel, type) ?? 'document'
  return kind === 'document' ? 'file' : kind
}

/** Messenger and Instagram take names in ASCII only. */
function asciiName(name: string): string {
  if (/^[\x20-\x7e]+$/.test(name)) return name
  const extension = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
  return `file${extension}`
}
