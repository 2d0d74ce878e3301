import { useState } from 'preact/hooks'
import type { Field } from '../../shared/records.ts'
import { mistakeIn } from '../pre-chat.ts'
import { useEngine, useWidget } from './context.ts'

/** What the store asks before the first message. */
export function PreChatForm() {
  const { texts, engine, commands } = useWidget()
  const { config, preChatFields } = useEngine()
  const { t } = texts
  const { fields = [], consent, mode } = config.preChat
  const [wrong, setWrong] = useState<Record<string, string>>({})

  const set = (name: string, value: string | boolean) =>
    engine.store.set({ preChatFields: { ...engine.store.get().preChatFields, [name]: value } })

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const found: Record<string, string> = {}
    for (const field of fields) {
      const mistake = mistakeIn(field, preChatFields[field.name])
      if (mistake) found[field.name] = t(mistake === 'is not an email address' ? 'prechat.email' : 'prechat.required')
    }
    if (consent?.required && preChatFields.consent !== true) found.consent = t('prechat.required')
    setWrong(found)
    const first = Object.keys(found)[0]
    if (first) document.getElementById(`field-${first}`)?.focus()
    else commands.submitForm()
  }

  return (
    <form class="prechat" noValidate onSubmit={submit} aria-label={t('prechat.title')}>
      <h2>{t('prechat.title')}</h2>
      {fields.map((field) => (
        <div key={field.name} class="field">
          <label htmlFor={`field-${field.name}`} dir="auto">
            {field.label || field.name}
            {field.required ? <span aria-hidden="true"> *</span> : null}
          </label>
          <Input field={field} value={String(preChatFields[field.name] ?? '')} wrong={wrong[field.name]} set={set} />
          <Wrong name={field.name} words={wrong[field.name]} />
        </div>
      ))}
      {consent ? (
        <div class="field">
          <label class="consent">
            <input
              id="field-consent"
              type="checkbox"
              checked={preChatFields.consent === true}
              aria-invalid={wrong.consent !== undefined}
              aria-describedby="wrong-consent"
              onChange={(event) => set('consent', event.currentTarget.checked)}
            />
            <span dir="auto">{consent.text}</span>
          </label>
          <Wrong name="consent" words={wrong.consent} />
        </div>
      ) : null}
      <div class="row">
        <button type="submit" class="primary">
          {t('prechat.submit')}
        </button>
        {mode === 'optional' ? (
          <button type="button" class="quiet" onClick={commands.skipForm}>
            {t('prechat.skip')}
          </button>
        ) : null}
      </div>
    </form>
  )
}

interface InputProps {
  field: Field
  value: string
  wrong: string | undefined
  set(name: string, value: string): void
}

function Input({ field: { name, type, required, options = [] }, value, wrong, set }: InputProps) {
  const { t } = useWidget().texts
  const shared = {
    id: `field-${name}`,
    name,
    value,
    required,
    dir: 'auto' as const,
    'aria-invalid': wrong !== undefined,
    'aria-describedby': `wrong-${name}`,
  }
  if (type === 'select') {
    return (
      <select {...shared} onChange={(event) => set(name, event.currentTarget.value)}>
        <option value="">{t('prechat.choose')}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    )
  }
  const kind = type === 'phone' ? 'tel' : type
  const autoComplete = type === 'phone' ? 'tel' : type === 'email' ? 'email' : name === 'name' ? 'name' : 'off'
  return (
    <input
      {...shared}
      type={kind as 'text'}
      autoComplete={autoComplete}
      maxLength={1_000}
      onInput={(event) => set(name, event.currentTarget.value)}
    />
  )
}

function Wrong({ name, words }: { name: string; words: string | undefined }) {
  return (
    <p class="wrong" id={`wrong-${name}`} role={words ? 'alert' : undefined}>
      {words}
    </p>
  )
}
