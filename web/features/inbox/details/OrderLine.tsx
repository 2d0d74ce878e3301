import type { Order } from '../../../api/records.ts'
import { price } from '../../../base/money.ts'
import { t } from '../../../base/texts.ts'
import { date } from '../../../base/time.ts'

/** An order of the contact, with its items and its parcel when it is opened. */
export function OrderLine({ order }: { order: Order }) {
  const parcel = order.shipments[0]
  return (
    <li>
      <details>
        <summary>
          <strong>#{order.orderNumber.replace(/^#/, '')}</strong>
          <span className="chip">{order.fulfillmentStatus ?? order.status}</span>
          <span className="grow" />
          <span>{price(order.total.amount, order.total.currencyCode)}</span>
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
            {parcel.carrier ?? t('Parcel')} {parcel.trackingNumber} · {parcel.status.replaceAll('_', ' ')}
          </p>
        )}
      </details>
    </li>
  )
}
