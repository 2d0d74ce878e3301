import { type ReactNode, useState } from 'react'
import type { Message } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { onDemand } from '../../../ui/on-demand.tsx'

const PdfDialog = onDemand(() => import('./PdfDialog.tsx'))

type File = Message['files'][number]

/** Files that go with a message: pictures, sounds and videos are shown, the others by name and size. */
export function Files({
  files,
  delivered = files.length,
}: {
  files: readonly File[]
  /** How many of them the channel delivered. */
  delivered?: number
}) {
  if (files.length === 0) return null
  return (
    <ul className="files">
      {files.map((file, i) => (
        <li key={`${file.url}${file.name}`}>
          <FileView file={file} />
          {i >= delivered && <span className="file-failed">{t('Not delivered')}</span>}
        </li>
      ))}
    </ul>
  )
}

function FileView({ file: { name = 'File', url = '', type = '', size } }: { file: File }) {
  const isSafe = /^(https:\/\/|\/(?!\/))/.test(url)
  if (!isSafe) return name
  if (/^audio\/(mpeg|mp4|ogg|wav|webm)$/.test(type)) {
    // biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what a customer recorded
    return <audio src={url} controls preload="none" aria-label={name} />
  }
  if (/^video\/(mp4|webm)$/.test(type)) {
    // biome-ignore lint/a11y/useMediaCaption: as above
    return <video src={url} controls preload="metadata" aria-label={name} />
  }
  const link = (
    <a href={url} target="_blank" rel="noreferrer">
      {/^image\/(png|jpeg|gif|webp|avif)$/.test(type) ? <img src={url} alt={name} loading="lazy" /> : name}
      {typeof size === 'number' && !type.startsWith('image/') && <span className="file-size"> {sizeOf(size)}</span>}
    </a>
  )
  // Our own files: what is elsewhere may not be read from here.
  const hasPreview = type === 'application/pdf' && url.startsWith('/') && navigator.pdfViewerEnabled
  return hasPreview ? <Pdf name={name} url={url} link={link} /> : link
}

function Pdf({ name, url, link }: { name: string; url: string; link: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {link}{' '}
      <button type="button" className="text-button" aria-label={t('Preview {0}', name)} onClick={() => setOpen(true)}>
        {t('Preview')}
      </button>
      {isOpen && <PdfDialog name={name} url={url} onClose={() => setOpen(false)} />}
    </>
  )
}

const KB = 1024

function sizeOf(bytes: number): string {
  return bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`
}
