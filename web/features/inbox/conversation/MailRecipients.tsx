import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { listMailboxes } from '../../../api/contacts.ts'
import { availabilityQuery } from '../../../api/messages.ts'
import type { Availability, Conversation, ReplyRecipients } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { listRecipients } from '../../../live/recipients.ts'
import { Button } from '../../../ui/Button.tsx'

type Lists = Required<Pick<ReplyRecipients, 'to' | 'cc' | 'bcc'>>

interface Props {
  conversation: Conversation
  /** Undefined: the reply goes to the customer and those in copy. */
  choice: ReplyRecipients | undefined
  onChoose: (choice: ReplyRecipients | undefined) => void
}

/** Recipients of the reply in the composer; opened, they can be changed for this reply. */
export default function MailRecipients({ conversation, choice, onChoose }: Props) {
  const { data } = useQuery(availabilityQuery(conversation.id))
  const [isAsked, setAsked] = useState(false)
  if (data?.recipient === undefined || data.reason) return null
  const all = { to: [data.recipient], cc: data.copies ?? [], bcc: [] }
  if (choice) return <Fields {...{ availability: data, all, choice, isAsked, onChoose }} />
  return (
    <p className="mail-recipients">
      <span>{listRecipients(all)}</span>
      <Button
        kind="quiet"
        onClick={() => {
          setAsked(true)
          onChoose(all)
        }}
      >
        {t('Change recipients')}
      </Button>
    </p>
  )
}

const LISTS = ['to', 'cc', 'bcc'] as const
const LABELS = { to: t('To:'), cc: t('Cc:'), bcc: t('Bcc:') }

interface FieldsProps {
  availability: Availability
  all: Lists
  choice: ReplyRecipients
  /** Whether the member has just opened the fields; a draft brings them too. */
  isAsked: boolean
  onChoose: Props['onChoose']
}

function Fields({ availability, all, choice, isAsked, onChoose }: FieldsProps) {
  // The fields hold what was typed; a button that fills them draws them again.
  const [version, setVersion] = useState(0)
  const fill = (lists: ReplyRecipients) => {
    onChoose({ ...choice, ...lists })
    setVersion(version + 1)
  }
  return (
    <fieldset className="mail-recipients open" aria-label={t('Recipients')} onKeyDown={keepFromSending}>
      {LISTS.map((list) => (
        <label key={`${list}${version}`}>
          <span>{LABELS[list]}</span>
          <input
            type="email"
            multiple
            required={list === 'to'}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the member opened the fields
            autoFocus={isAsked && version === 0 && list === 'to'}
            defaultValue={choice[list]?.join(', ')}
            onChange={(event) => onChoose({ ...choice, [list]: addressesIn(event.target.value) })}
          />
        </label>
      ))}
      <From availability={availability} choice={choice} onChoose={onChoose} />
      <div className="mail-recipients-foot">
        {all.cc.length > 0 && (
          <>
            <Button kind="quiet" onClick={() => fill(all)}>
              {t('Reply all')}
            </Button>
            <Button kind="quiet" onClick={() => fill({ ...all, cc: [] })}>
              {t('Reply to sender only')}
            </Button>
          </>
        )}
        <Button kind="quiet" onClick={() => onChoose(undefined)}>
          {t('Undo changes')}
        </Button>
      </div>
    </fieldset>
  )
}

/** The mailbox that the reply leaves by, where the store has several. */
function From({
  availability: { account },
  choice,
  onChoose,
}: Pick<FieldsProps, 'availability' | 'choice' | 'onChoose'>) {
  const { data: mailboxes = [] } = useQuery({ queryKey: ['mailboxes'], queryFn: listMailboxes })
  if (mailboxes.length < 2) return null
  const usual = mailboxes.find(({ address }) => address === account?.address)
  return (
    <label>
      <span>{t('From:')}</span>
      <select
        value={choice.accountId ?? usual?.id}
        onChange={(event) => onChoose({ ...choice, accountId: event.target.value })}
      >
        {mailboxes.map(({ id, name, address }) => (
          <option key={id} value={id}>
            {name ? `${name} <${address}>` : address}
          </option>
        ))}
      </select>
    </label>
  )
}

const addressesIn = (value: string) =>
  value
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)

/** Enter in a field of a form submits it, which would send the reply. */
function keepFromSending(event: KeyboardEvent<HTMLFieldSetElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
