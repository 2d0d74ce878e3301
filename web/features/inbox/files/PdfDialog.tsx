import { useEffect, useState } from 'react'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import './pdf.css'

/**
 * Shows a PDF by the browser's own viewer. The file is loaded as data of that type: its address answers as a download, and
 * nothing in it runs as a page of the service.
 */
export default function PdfDialog({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  const [address, setAddress] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    fetch(url)
      .then(async (response) => {
        if (!response.ok) throw new Error('not there')
        const bytes = await response.arrayBuffer()
        if (isGone) return
        made = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
        setAddress(made)
      })
      .catch(() => setFailed(true))
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [url])
  return (
    <Dialog label={name} onClose={onClose} className="pdf">
      <h2>{name}</h2>
      {address ? (
        <iframe src={address} title={name} />
      ) : (
        <p role="status">{hasFailed ? t('The file could not be loaded.') : t('Loading…')}</p>
      )}
      <div className="ask-acts">
        <a className="button plain" href={url} download={name}>
          {t('Download')}
        </a>
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  )
}
