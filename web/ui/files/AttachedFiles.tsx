import { FILE_BYTES_MAX, FILES_PER_MESSAGE_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { IconButton } from '../Button.tsx'
import { Icon } from '../Icon.tsx'

const MB = 1024 * 1024

/** Files that were chosen for a message, as `useAttachments` keeps them. */
interface Chosen {
  files: readonly { id: string; name: string }[]
  refusal: string | null
  isSending: boolean
  add: (chosen: Iterable<File>) => Promise<void>
  remove: (id: string) => void
}

export function AttachedFiles({ attachments: { files, refusal, isSending, remove } }: { attachments: Chosen }) {
  if (files.length === 0 && !isSending) return null
  return (
    <>
      <ul className="attached">
        {files.map((file) => (
          <li className="chip removable" key={file.id}>
            <span className="text-end">{file.name}</span>
            <IconButton icon="close" label={t('Remove {0}', file.name)} onClick={() => remove(file.id)} />
          </li>
        ))}
        {isSending && <li className="chip">{t('Sending…')}</li>}
      </ul>
      {refusal && (
        <p className="form-error" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

export function AttachButton({ attachments: { files, add } }: { attachments: Chosen }) {
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
