import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { availabilityQuery } from '../../../api/messages.ts'
import type { MessageTemplate, SentFile } from '../../../api/records.ts'
import { scheduleReply } from '../../../api/scheduled.ts'
import { postTemplate } from '../../../api/templates.ts'
import { newClientId } from '../../../base/client-id.ts'
import { TEMPLATE_PARAMETER_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { takeMessages } from '../../../live/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogFoot } from '../../../ui/Dialog.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import { toast } from '../../../ui/toast.tsx'
import { SendLaterDialog } from '../scheduled/SendLater.tsx'
import { sendWhen } from '../scheduled/when.ts'
import { categoryOf, priceOf } from './template-words.ts'

interface Props {
  id: string
  template: MessageTemplate
  onBack: () => void
  onClose: () => void
}

const NO_FILES: SentFile[] = []
const PARTS = { header: t('Title'), body: t('Text'), button: t('Link') } as const

/** The placeholders of a template with what the customer will read. */
export function TemplateForm({ id, template, onBack, onClose }: Props) {
  const { name, language, category, content } = template
  const { slots } = content
  const [values, setValues] = useState(() => slots.map(({ suggested }) => suggested))
  const { data: availability } = useQuery(availabilityQuery(id))
  const { isBusy, attempt } = useAttempt()
  const [isSendingLater, setSendingLater] = useState(false)
  const clientId = useRef(newClientId())
  const send = () =>
    attempt(async () => {
      const sent = { name, language, parameters: values, clientId: clientId.current }
      takeMessages(id, [await postTemplate(id, sent)])
      onClose()
    })
  const filled = (part: 'header' | 'body') =>
    content[part].replace(/\{\{\s*(\w{1,60})\s*\}\}/g, (hole, key: string) => {
      const index = slots.findIndex((slot) => slot.part === part && slot.key === key)
      return values[index] || hole
    })
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p>
        <strong>{name}</strong> {language} · {categoryOf(category)}. {priceOf(category, availability?.reason === null)}
      </p>
      {slots.map(({ part, key, button, example }, index) => (
        <label key={`${part} ${button} ${key}`}>
          {PARTS[part]}: {key}
          <input
            required
            maxLength={TEMPLATE_PARAMETER_MAX}
            value={values[index]}
            placeholder={example}
            // biome-ignore lint/a11y/noAutofocus: the step that was chosen begins here
            autoFocus={index === 0}
            autoComplete="off"
            onChange={(event) => setValues((now) => now.with(index, event.target.value))}
          />
        </label>
      ))}
      <section className="template-preview" aria-label={t('Preview')}>
        {content.header && <strong dir="auto">{filled('header')}</strong>}
        <p dir="auto">{filled('body')}</p>
        {content.footer && <small dir="auto">{content.footer}</small>}
        {content.buttons.map(({ text }) => (
          <span key={text} className="template-button">
            {text}
          </span>
        ))}
      </section>
      <DialogFoot label={t('Send')} isBusy={isBusy} onClose={onClose}>
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button icon="clock" onClick={(event) => setSendingLater(event.currentTarget.form?.reportValidity() ?? false)}>
          {t('Send later')}
        </Button>
      </DialogFoot>
      {isSendingLater && (
        <Suspense fallback={null}>
          <SendLaterDialog
            title={t('Send later')}
            text={name}
            channel="phone_messenger"
            files={NO_FILES}
            onSave={async (choice) => {
              await scheduleReply(id, { ...choice, template: { name, language, parameters: values } })
              toast(t('Scheduled for {0}', sendWhen(choice.sendAt)))
              onClose()
            }}
            onClose={() => setSendingLater(false)}
          />
        </Suspense>
      )}
    </form>
  )
}
