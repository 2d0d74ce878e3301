import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listMailboxes, startConversation } from '../../api/contacts.ts'
import { SEARCH_MIN, searchQuery } from '../../api/search.ts'
import { newClientId } from '../../base/client-id.ts'
import { EMAIL_SUBJECT_MAX, MESSAGE_TEXT_MAX } from '../../base/limits.ts'
import { go, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { useAttachments } from '../../live/attachments.ts'
import { closeNewConversation, type Recipient } from '../../live/new-conversation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFoot } from '../../ui/Dialog.tsx'
import { AttachButton, AttachedFiles } from '../../ui/files/AttachedFiles.tsx'
import { useFileDrop } from '../../ui/files/useFileDrop.ts'
import { fields, useAttempt } from '../../ui/forms.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { useRested } from '../../ui/useDebouncedValue.ts'
import './compose.css'

const FormatBar = onDemand(() => import('../../ui/formatting/FormatBar.tsx'))

/** Typing pauses this long before the search starts. */
const REST_MS = 150
const KNOWN = 6

/** Begins a conversation: by email, or in the chat of a contact who has visited the store. */
export default function NewConversation({ to }: { to: Recipient | null }) {
  const [recipient, setRecipient] = useState<Recipient | null>(to)
  const [address, setAddress] = useState('')
  const [channel, setChannel] = useState<'email' | 'online_store'>('email')
  const mailboxes = useQuery({ queryKey: ['mailboxes'], queryFn: listMailboxes })
  const attachments = useAttachments(channel)
  const { isBusy, attempt } = useAttempt()
  const [text, setText] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const clientId = useRef(newClientId())
  const isMail = channel === 'email'
  const hasNoMailbox = isMail && mailboxes.data?.length === 0
  const { files, isSending, refusal } = attachments

  const send = (value: (name: string) => string) =>
    attempt(async () => {
      const { id } = await startConversation({
        channel,
        ...(recipient ? { contactId: recipient.id } : { email: address.trim() }),
        ...(isMail && { subject: value('subject') }),
        ...(isMail && value('from') && { accountId: value('from') }),
        text,
        isFormatted: true,
        files: files.map((file) => file.id),
        clientId: clientId.current,
      })
      closeNewConversation()
      go(pathTo('open', id))
    })

  return (
    <Dialog label={t('New conversation')} onClose={closeNewConversation} className="ask new-conversation">
      <h2>{t('New conversation')}</h2>
      <form className="form" onSubmit={(event) => void send(fields(event))} {...useFileDrop(attachments.add)}>
        <fieldset className="choice">
          <legend>{t('Channel')}</legend>
          {(['email', 'online_store'] as const).map((one) => (
            <label key={one} className="check">
              <input type="radio" name="channel" checked={channel === one} onChange={() => setChannel(one)} />{' '}
              {one === 'email' ? t('Email') : t('Online store chat')}
            </label>
          ))}
        </fieldset>
        {recipient ? (
          <p className="recipient">
            <span>{t('To:')}</span> <strong>{recipient.name ?? recipient.email ?? t('Visitor')}</strong>{' '}
            {recipient.name && recipient.email && <span>{recipient.email}</span>}
            {!to && (
              <Button kind="quiet" onClick={() => setRecipient(null)}>
                {t('Change')}
              </Button>
            )}
          </p>
        ) : (
          <RecipientField address={address} isMail={isMail} onType={setAddress} onPick={setRecipient} />
        )}
        {isMail && (mailboxes.data?.length ?? 0) > 1 && (
          <label>
            {t('From:')}
            <select name="from">
              {mailboxes.data?.map(({ id, name, address }) => (
                <option key={id} value={id}>
                  {name ? `${name} <${address}>` : address}
                </option>
              ))}
            </select>
          </label>
        )}
        {isMail && (
          <label>
            {t('Subject')}
            <input name="subject" required maxLength={EMAIL_SUBJECT_MAX} />
          </label>
        )}
        <label>
          {t('Message')}
          <textarea
            ref={box}
            value={text}
            onChange={(event) => setText(event.target.value)}
            rows={6}
            required={files.length === 0}
            maxLength={MESSAGE_TEXT_MAX}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
        </label>
        <FormatBar box={box} text={text} channel={channel} />
        <div className="send-files">
          <AttachedFiles attachments={attachments} />
          <AttachButton attachments={attachments} />
        </div>
        {hasNoMailbox && (
          <p className="form-error" role="alert">
            {t('No mailbox is connected. An admin connects one in the settings.')}
          </p>
        )}
        <DialogFoot
          label={t('Send')}
          isBusy={isBusy || isSending || refusal !== null || hasNoMailbox}
          onClose={closeNewConversation}
        />
      </form>
    </Dialog>
  )
}

/** An address, or a contact that is found by name or address. */
function RecipientField({
  address,
  isMail,
  onType,
  onPick,
}: {
  address: string
  isMail: boolean
  onType: (address: string) => void
  onPick: (recipient: Recipient) => void
}) {
  const text = useRested(address.trim(), REST_MS)
  const { data } = useQuery({ ...searchQuery(text), placeholderData: keepPreviousData })
  const people = address.trim().length >= SEARCH_MIN ? (data?.people ?? []).slice(0, KNOWN) : []
  return (
    <>
      <label>
        {t('To:')}
        <input
          type={isMail ? 'email' : 'text'}
          required
          value={address}
          placeholder={isMail ? t('An email address, or a contact’s name') : t('A contact’s name')}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog
          autoFocus
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
        />
      </label>
      {people.length > 0 && (
        <ul className="found-contacts" aria-label={t('Contacts')}>
          {people.map(({ id, name, email }) => (
            <li key={id}>
              <button type="button" onClick={() => onPick({ id, name, email })}>
                <strong>{name ?? email ?? t('Visitor')}</strong> {name && email && <span>{email}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
