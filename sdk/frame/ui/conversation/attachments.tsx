import type { FileRecord } from '../../../shared/records.ts'
import { useWidget } from '../context.ts'
import { Icon } from '../icons.tsx'
import { Link, webAddress } from '../words.tsx'

const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/

/** Attachments: pictures are shown, other files are named with their size. */
export function Files({ files }: { files: FileRecord[] }) {
  const { texts, engine } = useWidget()
  if (files.length === 0) return null
  return (
    <ul class="files">
      {files.map((file) => {
        const href = webAddress(file.url)
        if (!href) return null
        return (
          <li key={file.id}>
            {SHOWN.test(file.type) ? (
              <button type="button" class="picture" onClick={() => engine.store.set({ picture: file })}>
                <img src={href} alt={file.name} loading="lazy" width={220} height={165} />
              </button>
            ) : (
              <Link href={href} class="file">
                <Icon name="file" />
                <span class="grow" dir="auto">
                  {file.name}
                </span>
                <small>{sizeOf(file.size, texts.tag)}</small>
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Such as 12 kB: never none of a file that has something in it. */
function sizeOf(bytes: number, tag: string): string {
  const [amount, unit] =
    bytes < 1_000 ? [bytes, 'byte'] : bytes < 999_500 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const unitDisplay = unit === 'byte' ? 'long' : 'short' // 5 bytes, but 5 kB
  const maximumFractionDigits = amount < 10 ? 1 : 0
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(amount)
}
