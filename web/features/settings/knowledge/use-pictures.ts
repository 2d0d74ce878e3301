import { type ClipboardEvent, type RefObject, useState } from 'react'
import { addPicture } from '../../../api/articles.ts'
import { t } from '../../../base/texts.ts'
import { useFileDrop } from '../../../ui/files/useFileDrop.ts'
import { applyEdit } from '../../../ui/formatting/format-text.ts'
import { complain, toast } from '../../../ui/toast.tsx'

/** Pictures that are dropped on a text, pasted into it or chosen for it. Where each will stand, a mark stands meanwhile. */
export function usePictures(box: RefObject<HTMLTextAreaElement | null>) {
  const [uploading, setUploading] = useState(0)
  const add = async (files: Iterable<File>) => {
    for (const file of files) {
      if (!file.type.startsWith('image/')) {
        toast(t('Only pictures can be placed in an article.'), { kind: 'error' })
        continue
      }
      setUploading((count) => count + 1)
      await place(box, file).catch(complain)
      setUploading((count) => count - 1)
    }
  }
  const drop = useFileDrop(add)
  const onPaste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    if (files.length === 0) return
    event.preventDefault()
    void add([...files])
  }
  return { isUploading: uploading > 0, add, onPaste, ...drop }
}

async function place(box: RefObject<HTMLTextAreaElement | null>, file: File): Promise<void> {
  // A description for those who do not see it, to begin with.
  const name = file.name
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .trim()
  const mark = `![${t('Uploading {0}…', name)}]()`
  const field = box.current
  if (!field) return
  const { selectionStart: from, selectionEnd: to } = field
  applyEdit(field, { from, to, text: mark, select: [from + mark.length, from + mark.length] })
  let shown = ''
  try {
    const { id } = await addPicture(file)
    shown = `![${name}](/files/${id})`
  } finally {
    replace(box.current, mark, shown)
  }
}

/** Replaces a mark, wherever it stands by now; what is selected stays selected. */
function replace(field: HTMLTextAreaElement | null, mark: string, text: string): void {
  const at = field?.value.indexOf(mark) ?? -1
  if (!field || at < 0) return
  const moved = (place: number) => (place > at ? place + text.length - mark.length : place)
  const select: [number, number] = [moved(field.selectionStart), moved(field.selectionEnd)]
  applyEdit(field, { from: at, to: at + mark.length, text, select })
}
