import { useState } from 'react'
import { refusalOfFiles, type SendableFile } from '../../src/channels/sendable-files.ts'
import { sendFile } from '../api/messages.ts'
import type { SentFile } from '../api/records.ts'
import { FILES_PER_MESSAGE_MAX } from '../base/limits.ts'
import { t } from '../base/texts.ts'
import { complain, toast } from '../ui/toast.tsx'
import { CHANNELS } from './views.ts'

/** Files that go with a message. Each is uploaded when it is chosen; the message names it by its id. */

const MB = 1024 * 1024

export interface Attachments {
  files: SentFile[]
  /** Why the channel does not deliver these files, in words; null where it does. */
  refusal: string | null
  isSending: boolean
  add: (chosen: Iterable<File>) => Promise<void>
  /** Adds files that the service is still preparing. */
  take: (ready: Promise<SentFile[]>) => Promise<void>
  remove: (id: string) => void
  clear: () => void
}

/** Files for a message on `channel`; null for what only members see. `before` are those that go with it already. */
export function useAttachments(channel: string | null, before: SentFile[] = []): Attachments {
  const [files, setFiles] = useState(before)
  const [sending, setSending] = useState(0)
  const take = async (ready: Promise<SentFile[]>) => {
    setSending((count) => count + 1)
    await ready.then((sent) => setFiles((before) => [...before, ...sent].slice(0, FILES_PER_MESSAGE_MAX)), complain)
    setSending((count) => count - 1)
  }
  return {
    files,
    refusal: whyRefused(channel, files),
    isSending: sending > 0,
    add: async (chosen) => {
      for (const file of [...chosen].slice(0, FILES_PER_MESSAGE_MAX - files.length)) {
        const { name, type, size } = file
        // What the browser does not know the type of is judged once the service has read the file.
        const isKnown = type !== '' && type !== 'application/octet-stream'
        const refusal = isKnown ? whyRefused(channel, [{ id: '', name, type, size }]) : null
        if (refusal) toast(refusal, { kind: 'error' })
        else await take(sendFile(file).then((sent) => [sent]))
      }
    },
    take,
    remove: (id) => setFiles((before) => before.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  }
}

function whyRefused(channel: string | null, files: readonly SendableFile[]): string | null {
  const refusal = channel && refusalOfFiles(channel, files)
  if (!refusal) return null
  if (refusal.reason === 'total') return t('One email carries up to {0} MB of files.', refusal.bytesMax / MB)
  const { name, type } = refusal.file
  const where = CHANNELS[channel] ?? channel
  return refusal.reason === 'kind'
    ? t('{0} does not deliver “{1}”: files of this kind ({2}) are not supported there.', where, name, type)
    : t('{0} delivers files of this kind up to {1} MB; “{2}” is larger.', where, refusal.bytesMax / MB, name)
}
