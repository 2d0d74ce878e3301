import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listMailboxes } from '../../../api/contacts.ts'
import { availabilityQuery, forwardMessage } from '../../../api/messages.ts'
import type { Message } from '../../../api/records.ts'
import { newClientId } from '../../../base/client-id.ts'
import { MESSAGE_TEXT_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Dialog, DialogFoot } from '../../../ui/Dialog.tsx'
import { fields, useAttempt } from '../../../ui/forms.ts'
import './forward.css'

interface Props {
  conversationId: string
  message: Message
  onClose: () => void
}

/** Characters of the message that the dialog shows; all of it is sent. */
const SHOWN_MAX = 400
const LISTS = ['to', 'cc', 'bcc'] as const
const LABELS = { to: t('To:'), cc: t('Cc:'), bcc: t('Bcc:') }

/** Forwards a message with its files by mail; answers to it become internal notes. */
export default function ForwardDialog({ conversationId, message, onClose }: Props) {
  const { data: mailboxes = [] } = useQuery({ queryKey: ['mailboxes'], queryFn: listMailboxes })
  const { data: availability } = useQuery(availabilityQuery(conversationId))
  const usual = mailboxes.find(({ address }) => address === availability?.account?.address)
  const [from, setFrom] = useState<string>()
  const { isBusy, attempt } = useAttempt()
  const clientId = useRef(newClientId())
  const send = (field: (name: string) => string) =>
    attempt(async () => {
      const [to = [], cc, bcc] = LISTS.map((list) => addressesIn(field(list)))
      const email = { to, cc: cc ?? [], bcc: bcc ?? [], ...(from && { accountId: from }) }
      await forwardMessage(conversationId, message.id, {
        text: field('text').trim(),
        email,
        clientId: clientId.current,
      })
      onClose()
    }, t('Message forwarded'))
  return (
    <Dialog label={t('Forward the message')} onClose={onClose} className="ask forward">
      <h2>{t('Forward the message')}</h2>
      <form className="form" onSubmit={(event) => void send(fields(event))}>
        {LISTS.map((list) => (
          <label key={list}>
            {LABELS[list]}
            <input
              name={list}
              type="email"
              multiple
              required={list === 'to'}
              autoComplete="off"
              autoFocus={list === 'to'}
            />
          </label>
        ))}
        {mailboxes.length > 1 && (
          <label>
            {t('From:')}
            <select value={from ?? usual?.id} onChange={(event) => setFrom(event.target.value)}>
              {mailboxes.map(({ id, name, address }) => (
                <option key={id} value={id}>
                  {name ? `${name} <${address}>` : address}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {t('Your message (optional)')}
          <textarea
            name="text"
            rows={4}
            maxLength={MESSAGE_TEXT_MAX}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
        </label>
        <blockquote className="forwarded" aria-label={t('What is forwarded')} dir="auto">
          <strong>{message.senderName || t('Visitor')}</strong>
          <p>{message.text.length > SHOWN_MAX ? `${message.text.slice(0, SHOWN_MAX)}…` : message.text}</p>
          {message.files.length > 0 && (
            <ul>
              {message.files.map(({ url, name }) => (
                <li key={url}>{name}</li>
              ))}
            </ul>
          )}
        </blockquote>
        <p className="about">{t('Answers appear here as internal notes. The customer does not see them.')}</p>
        <DialogFoot label={t('Forward')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const addressesIn = (value: string) =>
  value
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
