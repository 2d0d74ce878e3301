import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Context } from '../../api/records.ts'
import { contactConversationsQuery, contactQuery, contactSegmentsQuery } from '../../api/segments.ts'
import { Link, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { ago, date, moment } from '../../base/time.ts'
import { keepContact } from '../../live/contact-edit.ts'
import { openNewConversation } from '../../live/new-conversation.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Failed, Loading } from '../../ui/Loading.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { amount, KINDS, nameOf, number } from './words.ts'

const ContactDialog = onDemand(() => import('../../ui/ContactDialog.tsx'))

/** A contact's details, segments and conversations, each of which opens in the inbox. */
export function ContactPane({ id, onClose }: { id: string; onClose: () => void }) {
  const contact = useQuery(contactQuery(id))
  const segments = useQuery(contactSegmentsQuery(id))
  const conversations = useQuery(contactConversationsQuery(id))
  const [isEditing, setEditing] = useState(false)
  const one = contact.data
  const name = one ? nameOf(one) : ''
  if (!one) {
    return (
      <aside className="details contact-pane" aria-label={t('Contact')}>
        <header className="details-head">
          <span className="grow" />
          <IconButton icon="close" label={t('Close the contact')} onClick={onClose} />
        </header>
        <Loading error={contact.error} onRetry={contact.refetch} />
      </aside>
    )
  }
  return (
    <aside className="details contact-pane" aria-label={t('Contact')}>
      <header className="details-head">
        <Avatar name={name} size={40} />
        <div>
          <h2>{name}</h2>
          <p>{one.email ?? t('No email')}</p>
        </div>
        <IconButton
          icon="send"
          label={t('New conversation')}
          onClick={() => openNewConversation({ id, name: one.name, email: one.email })}
        />
        <IconButton icon="edit" label={t('Edit the contact')} onClick={() => setEditing(true)} />
        <IconButton icon="close" label={t('Close the contact')} onClick={onClose} />
      </header>
      {isEditing && (
        <ContactDialog contact={one} onSave={(edit) => keepContact(id, edit)} onClose={() => setEditing(false)} />
      )}
      <section>
        <h3>{t('About')}</h3>
        <dl>
          {factsOf(one)
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd title={value ?? undefined}>{value}</dd>
              </div>
            ))}
        </dl>
      </section>
      {segments.error && <Failed message={segments.error.message} onRetry={() => void segments.refetch()} />}
      {segments.data && segments.data.length > 0 && (
        <section>
          <h3>{t('Segments')}</h3>
          <div className="segment-chips">
            {segments.data.map((segment) => (
              <Link className="chip" key={segment.id} href={pathTo('contacts', segment.id, id)} title={segment.name}>
                {segment.name}
              </Link>
            ))}
          </div>
        </section>
      )}
      <section>
        <h3>{t('Conversations')}</h3>
        {!conversations.data && <Loading error={conversations.error} onRetry={conversations.refetch} />}
        {conversations.data?.length === 0 && <p className="none">{t('None yet')}</p>}
        <ul className="related">
          {conversations.data?.map((conversation) => (
            <li key={conversation.id}>
              <Link href={pathTo(`customer:${one.id}`, conversation.id)}>
                <span>{conversation.lastMessage?.text || t('No messages')}</span>
                <time title={conversation.lastActive ? moment(conversation.lastActive) : undefined}>
                  {ago(conversation.lastActive)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}

/** What is known of a contact, as pairs of label and value. */
function factsOf(one: NonNullable<Context['contact']>): [string, string | null | undefined][] {
  return [
    [t('Phone'), one.phone],
    [t('Tags'), one.tags?.join(', ')],
    [t('Note'), one.note],
    [t('Kind'), KINDS[one.type as keyof typeof KINDS]],
    [t('Place'), [one.city, one.country].filter(Boolean).join(', ') || one.ipLocation],
    [t('Orders'), one.ordersCount === null ? null : number(one.ordersCount)],
    [t('Total spent'), one.totalSpent === null ? null : amount(one.totalSpent)],
    [t('Wrote last'), one.lastChatAt && ago(one.lastChatAt)],
    [t('Since'), date(one.createdAt)],
    ...Object.entries(one.customAttributes ?? {}),
  ]
}
