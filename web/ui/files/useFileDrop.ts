import { type DragEvent, useState } from 'react'

/** Takes files that are dropped on an element; `data-drop` is on it while they are held over it. */
export function useFileDrop(add: (files: Iterable<File>) => Promise<void>) {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    ...(isOver && { 'data-drop': '' }),
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      void add(event.dataTransfer.files)
    },
  }
}
