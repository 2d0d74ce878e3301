import { useState } from 'preact/hooks'
import { useEngine, useWidget } from '../context.ts'

/** Asks, while no member is online, for an email address for answers; if one is known, says that mail will arrive. */
export function EmailAsk({ known }: { known: string | null }) {
  const { texts, commands } = useWidget()
  const { t } = texts
  const { mail } = useEngine().config
  const [email, setEmail] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isSaved, setSaved] = useState(false)

  function save(event: SubmitEvent): void {
    event.preventDefault()
    const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim())
    setWrong(!isAddress)
    if (!isAddress) return
    commands.tellVisitor({ email: email.trim() })
    setSaved(true)
  }

  if (isSaved) {
    return (
      <p class="line" role="status">
        {t(mail ? 'email.reply' : 'email.saved', { email: email.trim() })}
      </p>
    )
  }
  if (known) return mail ? <p class="line">{t('email.reply', { email: known })}</p> : null

  return (
    <form class="ask" noValidate onSubmit={save}>
      <label htmlFor="ask-email">{t('email.ask')}</label>
      <div class="row">
        <input
          id="ask-email"
          type="email"
          autoComplete="email"
          placeholder={t('email.label')}
          value={email}
          maxLength={320}
          aria-invalid={isWrong}
          aria-describedby="ask-wrong"
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          {t('email.save')}
        </button>
      </div>
      <p id="ask-wrong" class="wrong" role={isWrong ? 'alert' : undefined}>
        {isWrong ? t('prechat.email') : ''}
      </p>
    </form>
  )
}
