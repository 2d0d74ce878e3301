import { useEffect, useState } from 'react'
import { whenPasswordNeeded } from '../../api/http.ts'
import { onDemand } from '../../ui/on-demand.tsx'

const PasswordDialog = onDemand(() => import('./PasswordDialog.tsx'))

/** Asks for the password again when the service wants it before an act; the act then goes on by itself. */
export function PasswordPrompt() {
  const [asked, setAsked] = useState<{ answer: (isGiven: boolean) => void } | null>(null)
  useEffect(() => whenPasswordNeeded(() => new Promise((answer) => setAsked({ answer }))), [])
  if (!asked) return null
  const close = (isGiven: boolean) => {
    setAsked(null)
    asked.answer(isGiven)
  }
  return <PasswordDialog onClose={close} />
}
