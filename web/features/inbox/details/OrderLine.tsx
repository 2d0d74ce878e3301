import { useState } from 'react'
import type { Order } from '../../../api/records.ts'
import { price } from '../../../base/money.ts'
import { t } from '../../../base/texts.ts'
import { date } from '../../../base/time.ts'
import { onDemand } from '../../../ui/on-demand.tsx'

const OrderActions = onDemand(() => import('../orders/OrderActions.tsx'))

interface Props {
  order: Order
  /** The conversation whose contact ordered it: what can be done with the order is offered there. */
  actsIn?: string
}

/** An order of the contact, with its items and its parcel when it is opened, and what can be done with it. */
export function OrderLine({ order, actsIn }: Props) {
  const [isOpen, setOpen] = useState(false)
  const number = order.orderNumber.replace(/^#/, '')
  const isCancelled = /^cancell?ed$/i.test(order.status)
  const parcel = order.shipments[0]
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <strong>#{number}</strong>
          <span className="chip">{isCancelled ? order.status : (order.fulfillmentStatus ?? order.status)}</span>
          <span className="grow" />
          <span>{price(order.total.amount, order.total.currencyCode)}</span>
        </summary>
        <p>{[date(order.createdAt), order.financialStatus?.replaceAll('_', ' ')].filter(Boolean).join(' · ')}</p>
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
            {parcel.carrier ?? t('Parcel')} {parcel.trackingNumber} · {parcel.status.replaceAll('_', ' ')}
          </p>
        )}
        {actsIn && isOpen && (
          <div className="order-actions">
            <OrderActions id={actsIn} number={number} />
          </div>
        )}
      </details>
    </li>
  )
}
