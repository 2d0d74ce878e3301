import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../base/texts.ts'
import { forgetDraft, keepDraft, restoreDraft } from './form-drafts.ts'
import { fields } from './forms.ts'

export interface FormProps {
  /** Saves what was entered, by the names of the fields; resolves to whether it was saved, as `attempt` does. */
  onSave: (form: (name: string) => string, data: FormData) => Promise<boolean>
  /** Empties the form once it was saved: for one entry after another. */
  empties?: boolean
  /** A key of the whole app: what was entered and not saved is there again when the form is opened again. */
  draft?: string | undefined
  className?: string
  children: ReactNode
}

/** A form that is saved as a whole. */
export function Form({ onSave, empties = false, draft, className = 'form', children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isRestored, setRestored] = useState(false)
  useLayoutEffect(() => {
    if (draft && form.current) setRestored(restoreDraft(draft, form.current))
  }, [draft])
  const forget = () => {
    if (draft) forgetDraft(draft)
    setRestored(false)
  }
  return (
    <form
      ref={form}
      className={className}
      onInput={(event) => {
        if (draft) keepDraft(draft, event.currentTarget)
      }}
      onSubmit={(event) => {
        const target = event.currentTarget
        void onSave(fields(event), new FormData(target)).then((isDone) => {
          if (!isDone) return
          forget()
          if (empties) target.reset()
        })
      }}
    >
      {children}
      {isRestored && (
        <p className="about" role="status">
          {t('Not saved yet: this is what you entered before.')}
        </p>
      )}
    </form>
  )
}
