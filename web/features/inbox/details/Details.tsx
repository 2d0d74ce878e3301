import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contextQuery } from '../../../api/details.ts'
import type { Context, Conversation } from '../../../api/records.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { ago, date, moment } from '../../../base/time.ts'
import { keepContact } from '../../../live/contact-edit.ts'
import { contactName } from '../../../live/contact-name.ts'
import { setTag } from '../../../live/conversation-actions.ts'
import { inbox } from '../../../live/state.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Attributes } from './Attributes.tsx'
import { CartSection, isShownCart } from './CartSection.tsx'
import { ChecklistNotes } from './ChecklistNotes.tsx'
import { OrderLine } from './OrderLine.tsx'
import { Section } from './Section.tsx'
import { Summary } from './Summary.tsx'

const AskAboutCustomer = onDemand(() => import('./AskAboutCustomer.tsx'))
const RunAction = onDemand(() => import('./RunAction.tsx'))
const CustomerCards = onDemand(() => import('./CustomerCards.tsx'))
const TimelineSection = onDemand(() => import('./TimelineSection.tsx'))
const ContactDialog = onDemand(() => import('../../../ui/ContactDialog.tsx'))
const Merged = onDemand(() => import('../merging/Merged.tsx'))

/** What the store's page may say of itself; none of it is verified. */
const SAID: Record<string, string> = {
  shop: t('Store'),
  product: t('Product on screen'),
  cart: t('Cart'),
  order: t('Order on screen'),
  context: t('Context'),
}

interface Props {
  id: string
  onTag: () => void
  onMerge: () => void
  onClose: () => void
}

/** The contact of a conversation: what is known of them, what they bought and looked at, what the team noted. */
export default function Details({ id, onTag, onMerge, onClose }: Props) {
  const one = useStore(inbox, (state) => state.conversations[id])
  const [isEditing, setEditing] = useState(false)
  const { data: context, error, refetch } = useQuery(contextQuery(id, one?.customerUuid ?? null))

  if (!one) return <aside className="details" aria-label={t('Details')} />
  const contact = context?.contact
  const name = contact?.name ?? contactName(one)
  const facts = factsOf(one, contact)
  return (
    <aside className="details" aria-label={t('Details')}>
      <header className="details-head">
        <Avatar name={name} size={40} online={one.isOnline} />
        <div>
          <h2>{name}</h2>
          <p>{contact?.email ?? one.customerEmail ?? t('No email')}</p>
        </div>
        <IconButton icon="close" label={t('Close the details')} className="details-close" onClick={onClose} />
      </header>
      {error && (
        <p className="details-error" role="alert">
          {error.message}{' '}
          <button type="button" className="text-button" onClick={() => void refetch()}>
            {t('Try again')}
          </button>
        </p>
      )}
      <Summary id={id} stored={context?.summary?.text} />
      <AskAboutCustomer id={id} />
      <Section
        title={t('About')}
        act={
          contact && (
            <>
              <IconButton icon="edit" label={t('Edit the contact')} onClick={() => setEditing(true)} />
              <IconButton icon="users" label={t('Merge with another contact')} onClick={onMerge} />
            </>
          )
        }
      >
        <dl>
          {facts
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd title={value ?? undefined}>{value}</dd>
              </div>
            ))}
        </dl>
        {context && context.merged.length > 0 && <Merged merged={context.merged} />}
        {contact && isEditing && (
          <ContactDialog
            contact={contact}
            onSave={(edit) => keepContact(contact.id, edit)}
            onClose={() => setEditing(false)}
          />
        )}
      </Section>
      {context && context.segments.length > 0 && (
        <Section title={t('Segments')}>
          <div className="tags">
            {context.segments.map((segment) => (
              <Link className="chip" key={segment.id} href={pathTo('contacts', segment.id, context.contact?.id ?? '')}>
                {segment.name}
              </Link>
            ))}
          </div>
        </Section>
      )}
      <Section title={t('Tags')} act={<IconButton icon="plus" label={t('Add a tag')} hint="t" onClick={onTag} />}>
        <div className="tags">
          {one.tags.map((tag) => (
            <span className="chip removable" key={tag}>
              <span className="text-end">{tag}</span>
              <IconButton
                icon="close"
                label={t('Remove the tag {0}', tag)}
                onClick={() => void setTag([id], tag, false)}
              />
            </span>
          ))}
          {one.tags.length === 0 && <p className="none">{t('None yet')}</p>}
        </div>
      </Section>
      {context && <CartSection said={context.said} />}
      {contact && <CustomerCards id={id} />}
      {context && <RunAction id={id} orders={context.orders.map(({ orderNumber }) => orderNumber)} />}
      <TimelineSection id={id} />
      <ChecklistNotes id={id} notes={context?.notes ?? []} />
      {context && context.orders.length > 0 && (
        <Section title={t('Orders ({0})', context.orders.length)}>
          <ul className="orders">
            {context.orders.map((order) => (
              <OrderLine key={order.orderNumber} order={order} actsIn={id} />
            ))}
          </ul>
        </Section>
      )}
      {context && context.claimedOrders.length > 0 && (
        <details className="claimed">
          <summary>{t('Orders for an unverified email ({0})', context.claimedOrders.length)}</summary>
          <p className="about">
            {t('This email is unverified. Confirm the customer’s identity before you share order details.')}
          </p>
          <ul className="orders">
            {context.claimedOrders.map((order) => (
              <OrderLine key={order.orderNumber} order={order} />
            ))}
          </ul>
        </details>
      )}
      <Attributes id={id} attributes={context?.attributes ?? []} />
      {context && context.pages.length > 0 && (
        <Section title={t('Pages viewed')}>
          <ul className="pages">
            {context.pages.slice(0, 8).map((page) => (
              <li key={page.url + page.viewedAt}>
                <a href={/^https?:/.test(page.url) ? page.url : undefined} target="_blank" rel="noreferrer">
                  {page.title || page.url}
                </a>
                <time title={moment(page.viewedAt)}>{ago(page.viewedAt)}</time>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {context && context.events.length > 0 && (
        <Section title={t('Did')}>
          <ul className="pages">
            {context.events.slice(0, 8).map((event) => (
              <li key={event.id} title={event.props ? JSON.stringify(event.props) : undefined}>
                <span>{event.name}</span>
                <time title={moment(event.createdAt)}>{ago(event.createdAt)}</time>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {context?.said
        .filter((one) => !isShownCart(one))
        .map(({ kind, data, updatedAt }) => (
          <Section key={kind} title={SAID[kind] ?? kind}>
            <details className="said">
              <summary>{t('As the store’s page says, {0}', ago(updatedAt))}</summary>
              <pre>{JSON.stringify(data, null, 2)}</pre>
            </details>
          </Section>
        ))}
      {context && context.related.length > 0 && (
        <Section title={t('Other conversations')}>
          <ul className="related">
            {context.related.map((other) => (
              <li key={other.id}>
                <Link href={pathTo(other.customerUuid ? `customer:${other.customerUuid}` : 'open', other.id)}>
                  <span>{other.lastMessage?.text ?? t('No messages')}</span>
                  <time>{ago(other.lastActive)}</time>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </aside>
  )
}

/** What is known of a contact, as pairs of label and value. */
function factsOf(one: Conversation, contact: Context['contact'] | undefined): [string, string | null | undefined][] {
  return [
    [t('Email'), contact?.email ?? one.customerEmail],
    [t('Phone'), contact?.phone],
    [t('Tags'), contact?.tags?.join(', ')],
    [t('Note'), contact?.note],
    [
      t('Kind'),
      { anonymous: t('Visitor'), guest: t('Guest'), customer: t('Customer') }[contact?.type ?? one.customerType],
    ],
    [t('Place'), [contact?.city, contact?.country].filter(Boolean).join(', ') || contact?.ipLocation],
    [t('Device'), [contact?.browser, contact?.os].filter(Boolean).join(' · ')],
    [t('Orders'), contact?.ordersCount == null ? null : String(contact.ordersCount)],
    [t('Since'), contact?.createdAt ? date(contact.createdAt) : null],
    ...Object.entries(contact?.customAttributes ?? {}),
  ]
}
