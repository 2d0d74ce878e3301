import { useCallback, useEffect, useState } from 'react'
import { useStore } from '../../api/store.ts'
import type { Context, Order } from '../../api/types.ts'
import { Link } from '../../app/Link.tsx'
import { pathTo } from '../../app/router.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { ago, date, moment } from '../../ui/time.ts'
import { Attributes, Notes, Section } from './Annotations.tsx'
import { setTag } from './actions.ts'
import * as calls from './calls.ts'
import { nameOf } from './Row.tsx'
import { inbox } from './state.ts'

const contexts = new Map<string, Context>()
const KEPT = 50
/** What the shop's page may tell of; none of it is verified. */
const SAID: Record<string, string> = {
  shop: 'Shop',
  product: 'Product on screen',
  cart: 'Cart',
  order: 'Order on screen',
  context: 'Context',
}

/** Who one talks with: what is known of them, what they bought and looked at, what the team noted. */
export function Details({ id, onTag, onClose }: { id: string; onTag: () => void; onClose: () => void }) {
  const one = useStore(inbox, (state) => state.conversations[id])
  const [context, setContext] = useState(contexts.get(id))
  const [error, setError] = useState('')
  const customer = one?.customerUuid

  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation that gets a customer has another context
  const load = useCallback(async () => {
    try {
      const now = await calls.getContext(id)
      contexts.delete(id)
      contexts.set(id, now)
      if (contexts.size > KEPT) contexts.delete(contexts.keys().next().value as string)
      setContext(now)
      setError('')
    } catch (failure) {
      setError((failure as Error).message)
    }
  }, [id, customer])
  useEffect(() => {
    setContext(contexts.get(id))
    void load()
  }, [id, load])

  if (!one) return <aside className="details" aria-label="Details" />
  const contact = context?.contact
  const name = contact?.name ?? nameOf(one)
  const facts: [string, string | null | undefined][] = [
    ['Email', contact?.email ?? one.customerEmail],
    ['Phone', contact?.phone],
    ['Kind', { anonymous: 'Visitor', guest: 'Guest', customer: 'Customer' }[contact?.type ?? one.customerType]],
    ['Place', [contact?.city, contact?.country].filter(Boolean).join(', ') || contact?.ipLocation],
    ['Device', [contact?.browser, contact?.os].filter(Boolean).join(' on ')],
    ['Orders', contact?.ordersCount == null ? null : String(contact.ordersCount)],
    ['Since', contact?.createdAt ? date(contact.createdAt) : null],
    ...Object.entries(contact?.customAttributes ?? {}),
  ]
  return (
    <aside className="details" aria-label="Details">
      <header className="details-head">
        <Avatar name={name} size={40} online={one.isOnline} />
        <div>
          <h2>{name}</h2>
          <p>{contact?.email ?? one.customerEmail ?? 'No address given'}</p>
        </div>
        <IconButton icon="close" label="Close the details" className="details-close" onClick={onClose} />
      </header>
      {error && (
        <p className="details-error" role="alert">
          {error}{' '}
          <button type="button" className="text-button" onClick={() => void load()}>
            Try again
          </button>
        </p>
      )}
      {context?.summary && <Section title="Summary">{<p className="summary">{context.summary.text}</p>}</Section>}
      <Section title="About">
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
      </Section>
      <Section title="Tags" act={<IconButton icon="plus" label="Add a tag" hint="t" onClick={onTag} />}>
        <div className="tags">
          {one.tags.map((tag) => (
            <span className="chip removable" key={tag}>
              {tag}
              <IconButton
                icon="close"
                label={`Take the tag ${tag} off`}
                onClick={() => void setTag([id], tag, false)}
              />
            </span>
          ))}
          {one.tags.length === 0 && <p className="none">None yet</p>}
        </div>
      </Section>
      <Notes id={id} notes={context?.notes ?? []} onChange={load} />
      {context && context.orders.length > 0 && (
        <Section title={`Orders (${context.orders.length})`}>
          <ul className="orders">
            {context.orders.map((order) => (
              <OrderLine key={order.orderNumber} order={order} />
            ))}
          </ul>
        </Section>
      )}
      <Attributes id={id} attributes={context?.attributes ?? []} onChange={load} />
      {context && context.pages.length > 0 && (
        <Section title="Looked at">
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
        <Section title="Did">
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
      {context?.said.map(({ kind, data, updatedAt }) => (
        <Section key={kind} title={SAID[kind] ?? kind}>
          <details className="said">
            <summary>As the shop’s page says, {ago(updatedAt)}</summary>
            <pre>{JSON.stringify(data, null, 2)}</pre>
          </details>
        </Section>
      ))}
      {context && context.related.length > 0 && (
        <Section title="Other conversations">
          <ul className="related">
            {context.related.map((other) => (
              <li key={other.id}>
                <Link href={pathTo(other.customerUuid ? `customer:${other.customerUuid}` : 'open', other.id)}>
                  <span>{other.lastMessage?.text ?? 'No messages'}</span>
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

function OrderLine({ order }: { order: Order }) {
  const parcel = order.shipments[0]
  const total = Number(order.total.amount)
  const price = Number.isFinite(total)
    ? `${total.toLocaleString(undefined, { minimumFractionDigits: 2 })} ${order.total.currencyCode}`
    : ''
  return (
    <li>
      <details>
        <summary>
          <strong>#{order.orderNumber.replace(/^#/, '')}</strong>
          <span className="chip">{order.fulfillmentStatus ?? order.status}</span>
          <span className="grow" />
          <span>{price}</span>
        </summary>
        <p>{date(order.createdAt)}</p>
        <ul>
          {order.lineItems.map((item) => (
            <li key={item.title + item.variantTitle}>
              {item.quantity} × {item.title}
              {item.variantTitle ? `, ${item.variantTitle}` : ''}
            </li>
          ))}
        </ul>
        {parcel && (
          <p>
            {parcel.carrier ?? 'Parcel'} {parcel.trackingNumber} · {parcel.status.replaceAll('_', ' ')}
          </p>
        )}
      </details>
    </li>
  )
}
