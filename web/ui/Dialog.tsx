import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../base/texts.ts'
import { Button } from './Button.tsx'
import { Form, type FormProps } from './Form.tsx'

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
        // The cancel event of a file picker inside the dialog bubbles up here, too.
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

interface DialogFormProps extends Omit<FormProps, 'empties'> {
  title: string
  /** What submits the form. */
  label?: string
  onClose: () => void
  /** The class of the dialog; `className` is the form's. */
  dialogClass?: string
  /** In the foot, before the two buttons. */
  foot?: ReactNode
}

/** A form in a dialog, which closes once the form is saved. */
export function DialogForm({
  title,
  label = t('Save'),
  onSave,
  onClose,
  dialogClass = '',
  className = 'form',
  foot,
  children,
}: DialogFormProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog label={title} onClose={onClose} className={`ask ${dialogClass}`}>
      <h2>{title}</h2>
      <Form
        className={className}
        onSave={async (form, data) => {
          setBusy(true)
          const isDone = await onSave(form, data)
          setBusy(false)
          if (isDone) onClose()
          return isDone
        }}
      >
        {children}
        <DialogFoot label={label} isBusy={isBusy} onClose={onClose}>
          {foot}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
