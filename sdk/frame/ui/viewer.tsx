import { useEffect, useRef } from 'preact/hooks'
import type { FileRecord } from '../../shared/records.ts'
import { useWidget } from './context.ts'
import { Icon } from './icons.tsx'
import { webAddress } from './words.tsx'

/** A picture of the conversation, as large as the panel allows; Esc and a click beside it close it. */
export function Viewer({ picture }: { picture: FileRecord }) {
  const { texts, engine } = useWidget()
  const dialog = useRef<HTMLDialogElement>(null)
  const href = webAddress(picture.url) ?? ''
  const close = () => engine.store.set({ picture: null })

  useEffect(() => dialog.current?.showModal?.(), []) // before iOS 15.4 it is shown without being modal

  return (
    <dialog
      ref={dialog}
      class="viewer"
      aria-label={picture.name}
      onClose={close}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <button type="button" class="round" aria-label={texts.t('close')} onClick={close}>
        <Icon name="close" />
      </button>
      <img src={href} alt={picture.name} />
      <a href={href} target="_blank" rel="noopener noreferrer" dir="auto">
        {picture.name}
      </a>
    </dialog>
  )
}
