import type { FileRecord } from '../../../shared/records.ts'
import { useWidget } from '../context.ts'
import { Icon } from '../icons.tsx'
import { Link, webAddress } from '../words.tsx'

const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/

const PLAYED = /^(audio\/(mpeg|mp4|ogg|wav|webm)|video\/(mp4|webm))$/

/** Attachments: pictures are shown, sounds and videos played, other files named with their size. */
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
            ) : PLAYED.test(file.type) ? (
              <Player kind={file.type[0] as 'a' | 'v'} href={href} name={file.name} />
            ) : (
              <Link href={href} class="file">
                {file.type === 'application/pdf' ? <b>PDF</b> : <Icon name="file" />}
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

function Player({ kind, href, name }: { kind: 'a' | 'v'; href: string; name: string }) {
  const Tag = kind === 'a' ? 'audio' : 'video'
  return <Tag controls preload="metadata" src={href} aria-label={name} />
}

/** Returns a size such as 12 kB; never 0 for a file that is not empty. */
function sizeOf(bytes: number, tag: string): string {
  const [amount, unit] =
    bytes < 1_000 ? [bytes, 'byte'] : bytes < 999_500 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const unitDisplay = unit === 'byte' ? 'long' : 'short' // 5 bytes, but 5 kB
  const maximumFractionDigits = amount < 10 ? 1 : 0
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(amount)
}
