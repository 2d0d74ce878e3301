import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../base/texts.ts'
import { Button } from './Button.tsx'

/** A modal dialog of the browser's own: it holds the focus, closes on Escape and gives the focus back. */
export function Dialog({
  label,
  onClose,
  className = '',
  children,
}: {
  label: string
  onClose: () => void
  className?: string
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the backdrop
    <dialog
      ref={ref}
      aria-label={label}
      className={`dialog ${className}`}
      onCancel={(event) => {
        // That of choosing a file comes up to here, too.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

interface FootProps {
  /** What submits the form. */
  label: string
  isBusy?: boolean
  onClose: () => void
  /** Before the two buttons. */
  children?: ReactNode
}

/** The foot of a form in a dialog: it is left as it was, or submitted. */
export function DialogFoot({ label, isBusy = false, onClose, children }: FootProps) {
  return (
    <div className="ask-acts">
      {children}
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button type="submit" kind="primary" busy={isBusy} disabled={isBusy}>
        {label}
      </Button>
    </div>
  )
}
