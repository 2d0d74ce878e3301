import { useEffect, useRef, useState } from 'preact/hooks'
import type { FileRecord } from '../../shared/records.ts'
import { sortFiles, upload } from '../engine/uploads.ts'
import type { Key } from '../i18n/en.ts'
import { useWidget } from './context.ts'
import { Icon } from './icons.tsx'

interface Item {
  id: number
  name: string
  share: number
  record?: FileRecord
  abort: AbortController
}

let lastId = 0

/** The files of the message being written: chosen, dropped or pasted, sent at once, kept until the message goes. */
export function useTray() {
  const { engine, texts } = useWidget()
  const [items, setItems] = useState<Item[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const [isOver, setOver] = useState(false)
  const all = useRef<Item[]>([])
  all.current = items
  useEffect(
    () => () => {
      for (const { abort } of all.current) abort.abort()
    },
    [],
  )

  function change(id: number, changes: Partial<Item> | null): void {
    setItems((known) => known.flatMap((item) => (item.id !== id ? [item] : changes ? [{ ...item, ...changes }] : [])))
  }

  function add(chosen: File[]): void {
    if (chosen.length === 0) return
    const { taken, refused } = sortFiles(chosen, all.current.length)
    setRefusals(refused.map(({ name, why }) => texts.t(why as Key, { name })))
    for (const file of taken) start(file)
  }

  async function start(file: File): Promise<void> {
    const item: Item = { id: ++lastId, name: file.name, share: 0, abort: new AbortController() }
    all.current = [...all.current, item]
    setItems(all.current)
    try {
      await engine.ensureSession()
      const record = await upload(engine.api, file, (share) => change(item.id, { share }), item.abort.signal)
      change(item.id, { record, share: 1 })
    } catch (error) {
      change(item.id, null)
      const why = error instanceof Error ? error.message : ''
      setRefusals((known) => [...known, texts.t('files.refused', { name: file.name, why })])
    }
  }

  return {
    items,
    refusals,
    isOver,
    isBusy: items.some(({ record }) => !record),
    sent: items.flatMap(({ record }) => record ?? []),
    add,
    remove(item: Item): void {
      item.abort.abort()
      change(item.id, null)
    },
    clear(): void {
      setItems([])
      setRefusals([])
    },
    dragOver(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    dragLeave: () => setOver(false),
    drop(event: DragEvent): void {
      event.preventDefault()
      setOver(false)
      add([...(event.dataTransfer?.files ?? [])])
    },
    paste(event: ClipboardEvent): void {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      add(files)
    },
  }
}

export function Tray({ tray }: { tray: ReturnType<typeof useTray> }) {
  const { t } = useWidget().texts
  return (
    <>
      {tray.items.length > 0 ? (
        <ul class="tray">
          {tray.items.map((item) => (
            <li key={item.id}>
              <Icon name="file" />
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
        {tray.refusals.map((words) => (
          <p key={words} dir="auto">
            {words}
          </p>
        ))}
      </div>
    </>
  )
}
