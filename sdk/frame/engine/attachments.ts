import { ApiError } from './connection/api.ts'
import type { Engine } from './engine.ts'
import type { FileRefusal, TrayItem } from './state.ts'
import { sortFiles, upload } from './uploads.ts'

let lastId = 0
const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/

/**
 * The files of the message being written: chosen, dropped or pasted, sent to the server at once, kept until the message
 * goes, whichever screen it is written on.
 */
export function createTray(engine: Engine) {
  const { store } = engine

  const change = (id: number, changes: Partial<TrayItem>) =>
    store.set({ tray: store.get().tray.map((item) => (item.id === id ? { ...item, ...changes } : item)) })

  function drop(items: TrayItem[]): void {
    for (const { preview } of items) if (preview) URL.revokeObjectURL(preview)
    store.set({ tray: store.get().tray.filter(({ id }) => !items.some((item) => item.id === id)) })
  }

  async function start(file: File): Promise<void> {
    const item: TrayItem = { id: ++lastId, name: file.name, share: 0, abort: new AbortController() }
    if (SHOWN.test(file.type)) item.preview = URL.createObjectURL(file)
    store.set({ tray: [...store.get().tray, item] })
    try {
      const send = () => upload(engine.api, file, (share) => change(item.id, { share }), item.abort.signal)
      change(item.id, { record: await engine.inSession(send), share: 1 })
    } catch (error) {
      drop([item])
      store.set({ refusals: [...store.get().refusals, { name: file.name, why: reasonOf(error) }] })
    }
  }

  return {
    add(chosen: File[]): void {
      if (chosen.length === 0) return
      const { taken, refused } = sortFiles(chosen, store.get().tray.length)
      store.set({ refusals: refused })
      for (const file of taken) start(file)
    },
    remove(item: TrayItem): void {
      item.abort.abort()
      drop([item])
    },
    /** The refusal was read. */
    forget(name: string): void {
      store.set({ refusals: store.get().refusals.filter((one) => one.name !== name) })
    },
    /** The message has taken them along. */
    clear(): void {
      drop(store.get().tray)
      store.set({ refusals: [] })
    },
  }
}

export type Tray = ReturnType<typeof createTray>

/** What the server's refusal means to the shopper, in words of ours: the server's are in English. */
function reasonOf(error: unknown): FileRefusal {
  const status = error instanceof ApiError ? error.status : 0
  return status === 413 ? 'files.tooLarge' : status === 400 ? 'files.kind' : 'files.later'
}
