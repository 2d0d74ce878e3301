import { useState } from 'preact/hooks'
import type { Tray } from '../engine/attachments.ts'
import { useEngine, useWidget } from './context.ts'
import { Icon } from './icons.tsx'

/** Files dropped on the composer or pasted into it. */
export function useDrops(tray: Tray) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    dragOver(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    dragLeave: () => setOver(false),
    drop(event: DragEvent): void {
      event.preventDefault()
      setOver(false)
      tray.add([...(event.dataTransfer?.files ?? [])])
    },
    paste(event: ClipboardEvent): void {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      tray.add(files)
    },
  }
}

/** The files of the message being written, pictures as pictures, and those that were not taken. */
export function TrayList() {
  const { texts, tray } = useWidget()
  const { tray: items, refusals } = useEngine()
  const { t } = texts
  return (
    <>
      {items.length > 0 ? (
        <ul class="tray">
          {items.map((item) => (
            <li key={item.id}>
              {item.preview ? <img src={item.preview} alt="" /> : <Icon name="file" />}
              <span class="grow" dir="auto">
                {item.name}
              </span>
              {item.record ? null : (
                <progress value={item.share} max={1} aria-label={t('files.sending', { name: item.name })} />
              )}
              <button
                type="button"
                class="round small"
                aria-label={t('files.remove', { name: item.name })}
                onClick={() => tray.remove(item)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div role="alert" class="refusals">
        {refusals.map(({ name, why }) => (
          <p key={name}>
            <span class="grow" dir="auto">
              {t(why, { name })}
            </span>
            <button type="button" class="round small" aria-label={t('close')} onClick={() => tray.forget(name)}>
              <Icon name="close" />
            </button>
          </p>
        ))}
      </div>
    </>
  )
}
