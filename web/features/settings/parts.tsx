import { type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { complain, toast } from '../../ui/toast.tsx'

/** What settings pages are made of. */

export function Card({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {about && <p className="about">{about}</p>}
      {children}
    </section>
  )
}

interface ToggleProps {
  label: string
  about?: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

export function Toggle({ label, about, isOn, isDisabled = false, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="toggle">
      <div>
        <label htmlFor={id}>{label}</label>
        {about && <p className="about">{about}</p>}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}

/** A secret or a snippet, to be copied. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div className="copyable">
      <code>{text}</code>
      <IconButton
        icon="copy"
        label={`Copy ${label}`}
        onClick={() => void navigator.clipboard?.writeText(text).then(() => toast('Copied'), complain)}
      />
    </div>
  )
}

/** An act that asks once more before it is done. */
export function Sure({ label, question, onSure }: { label: string; question: string; onSure: () => unknown }) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <Button kind="danger" onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  }
  return (
    <span className="sure">
      {question}
      <Button
        kind="danger"
        onClick={() => {
          setAsking(false)
          void onSure()
        }}
      >
        {label}
      </Button>
      <Button kind="quiet" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </span>
  )
}

/** Says that something was done, or what was wrong with it. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work()
    if (done) toast(done)
    return true
  } catch (error) {
    complain(error)
    return false
  }
}

export function Loading({ error, onRetry }: { error: string; onRetry: () => void }) {
  if (!error) return <p className="more">Loading…</p>
  return (
    <p className="more" role="alert">
      {error} <Button onClick={onRetry}>Try again</Button>
    </p>
  )
}
