/**
 * Which files members can send on each channel, by the rules of its provider (docs/operate/messengers.md). Browsers run
 * this file too, so that the composer refuses a file before it is sent.
 */

const MB = 1024 * 1024

export type AttachmentKind = 'image' | 'audio' | 'video' | 'document'

export interface SendableFile {
  id: string
  name: string
  type: string
  /** In bytes. */
  size: number
}

/** A file with its bytes, to be sent. */
export interface LoadedFile {
  name: string
  type: string
  bytes: Buffer
}

/** Why a channel does not deliver a file. `bytesMax`: what it takes of this kind, or of all files of one mail together. */
export type FileRefusal =
  | { reason: 'kind'; file: SendableFile }
  | { reason: 'size'; file: SendableFile; bytesMax: number }
  | { reason: 'total'; bytesMax: number }

interface KindLimit {
  types: RegExp
  bytesMax: number
}

/** The kinds of the three messengers, in the order in which a type is looked up. */
const MESSENGERS = new Map<string, Partial<Record<AttachmentKind, KindLimit>>>(
  Object.entries({
    social_messenger: {
      image: { types: /^image\/(jpeg|png|gif)$/, bytesMax: 8 * MB },
      audio: { types: /^audio\//, bytesMax: 25 * MB },
      video: { types: /^video\//, bytesMax: 25 * MB },
      document: { types: /./, bytesMax: 25 * MB },
    },
    photo_social: {
      image: { types: /^image\/(jpeg|png|gif)$/, bytesMax: 8 * MB },
      audio: { types: /^audio\/(aac|mpeg|mp4|x-m4a|wav)$/, bytesMax: 25 * MB },
      video: { types: /^video\/(mp4|quicktime|webm)$/, bytesMax: 25 * MB },
      document: { types: /^application\/pdf$/, bytesMax: 25 * MB },
    },
    phone_messenger: {
      image: { types: /^image\/(jpeg|png)$/, bytesMax: 5 * MB },
      audio: { types: /^audio\/(aac|amr|mpeg|mp4|x-m4a|ogg)$/, bytesMax: 16 * MB },
      video: { types: /^video\/(mp4|3gpp)$/, bytesMax: 16 * MB },
      document: {
        types: /^(text\/|application\/pdf$|application\/vnd\.openxmlformats-officedocument\.)/,
        bytesMax: 100 * MB,
      },
    },
  }),
)
/** Bytes of one mail's files: servers take 25 MB of mail, and files grow by 37 % in it. */
const MAIL_FILES_BYTES_MAX = 18 * MB

/** As what a messenger takes a file of this type; undefined where it does not take it. */
export function attachmentKindOf(channel: string, type: string): AttachmentKind | undefined {
  return limitOf(channel, type)?.[0]
}

/** The first reason why a channel does not deliver these files together; null where it delivers them. */
export function refusalOfFiles(channel: string, files: readonly SendableFile[]): FileRefusal | null {
  if (channel === 'email') {
    const total = files.reduce((sum, { size }) => sum + size, 0)
    return total > MAIL_FILES_BYTES_MAX ? { reason: 'total', bytesMax: MAIL_FILES_BYTES_MAX } : null
  }
  if (!MESSENGERS.has(channel)) return null
  for (const file of files) {
    const limit = limitOf(channel, file.type)
    if (!limit) return { reason: 'kind', file }
    const [, { bytesMax }] = limit
    if (file.size > bytesMax) return { reason: 'size', file, bytesMax }
  }
  return null
}

function limitOf(channel: string, type: string): [AttachmentKind, KindLimit] | undefined {
  const kinds = Object.entries(MESSENGERS.get(channel) ?? {}) as [AttachmentKind, KindLimit][]
  return kinds.find(([, { types }]) => types.test(type))
}
