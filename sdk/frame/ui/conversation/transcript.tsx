import { useEffect, useRef, useState } from 'preact/hooks'
import { PERSON_EMAIL_MAX } from '../../../../src/core/limits.ts'
import type { Key } from '../../i18n/en.ts'
import { useEngine, useWidget } from '../context.ts'

/** Form for a transcript by mail, to the address that the shopper confirms or types. */
export function Transcript({ conversationId }: { conversationId: string }) {
  const { texts, engine } = useWidget()
  const { visitor } = useEngine()
  const { t } = texts
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(visitor?.email ?? '')
  const [wrong, setWrong] = useState<Key | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)

  useEffect(() => field.current?.focus(), [])

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const to = email.trim()
    if (!/^[^\s@]+@[^\s@]+$/.test(to)) return setWrong('prechat.email')
    setBusy(true)
    setWrong(null)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    try {
      await engine.inSession(() => engine.api.post('transcript', { conversationId, email: to, timeZone }))
      setSent(true)
    } catch {
      setWrong('transcript.failed')
    }
    setBusy(false)
  }

  if (isSent) {
    return (
      <p class="line" role="status">
        {t('transcript.sent', { email: email.trim() })}
      </p>
    )
  }
  return (
    <form class="ask" noValidate onSubmit={send}>
      <label htmlFor="copy-email">{t('transcript')}</label>
      <div class="row">
        <input
          ref={field}
          id="copy-email"
          type="email"
          autoComplete="email"
          placeholder={t('email.label')}
          value={email}
          maxLength={PERSON_EMAIL_MAX}
          aria-invalid={wrong !== null}
          aria-describedby="copy-wrong"
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={isBusy}>
          {t('rating.send')}
        </button>
      </div>
      <p id="copy-wrong" class="wrong" role={wrong ? 'alert' : undefined}>
        {wrong ? t(wrong) : ''}
      </p>
    </form>
  )
}
