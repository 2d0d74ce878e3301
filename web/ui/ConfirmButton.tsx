import { useState } from 'react'
import { t } from '../base/texts.ts'
import { Button } from './Button.tsx'

/** A button that asks once more before it acts. */
export function ConfirmButton({
  label,
  question,
  onConfirm,
}: {
  label: string
  question: string
  onConfirm: () => unknown
}) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <Button kind="danger" onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  }
  return (
    <span className="confirming">
      {question}
      <Button
        kind="danger"
        onClick={() => {
          setAsking(false)
          void onConfirm()
        }}
      >
        {label}
      </Button>
      <Button kind="quiet" onClick={() => setAsking(false)}>
        {t('Keep')}
      </Button>
    </span>
  )
}
