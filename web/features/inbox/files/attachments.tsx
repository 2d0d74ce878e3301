import { useState } from 'react'
import { sendFile } from '../../../api/messages.ts'
import type { SentFile } from '../../../api/records.ts'
import { FILE_BYTES_MAX, FILES_PER_MESSAGE_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { complain } from '../../../ui/toast.tsx'

/** Files that go with a message. Each is sent when it is chosen; the message names it by its id. */

const MB = 1024 * 1024

export interface Attachments {
  files: SentFile[]
  isSending: boolean
  add: (chosen: Iterable<File>) => Promise<void>
  remove: (id: string) => void
  clear: () => void
}

/** `before` are those that go with it already. */
export function useAttachments(before: SentFile[] = []): Attachments {
  const [files, setFiles] = useState(before)
  const [sending, setSending] = useState(0)
  return {
    files,
    isSending: sending > 0,
    add: async (chosen) => {
      for (const file of [...chosen].slice(0, FILES_PER_MESSAGE_MAX - files.length)) {
        setSending((count) => count + 1)
        await sendFile(file).then((sent) => setFiles((before) => [...before, sent]), complain)
        setSending((count) => count - 1)
      }
    },
    remove: (id) => setFiles((before) => before.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  }
}

export function AttachedFiles({ attachments: { files, isSending, remove } }: { attachments: Attachments }) {
  if (files.length === 0 && !isSending) return null
  return (
    <ul className="attached">
      {files.map((file) => (
        <li className="chip removable" key={file.id}>
          <span className="text-end">{file.name}</span>
          <IconButton icon="close" label={t('Remove {0}', file.name)} onClick={() => remove(file.id)} />
        </li>
      ))}
      {isSending && <li className="chip">{t('Sending…')}</li>}
    </ul>
  )
}

export function AttachButton({ attachments: { files, add } }: { attachments: Attachments }) {
  return (
    <label className="icon-button attach" title={t('Attach files, up to {0} MB each', FILE_BYTES_MAX / MB)}>
      <Icon name="clip" />
      <span className="sr-only">{t('Attach files')}</span>
      <input
        type="file"
        multiple
        disabled={files.length >= FILES_PER_MESSAGE_MAX}
        onChange={(event) => {
          void add(event.target.files ?? [])
          event.target.value = ''
        }}
      />
    </label>
  )
}
