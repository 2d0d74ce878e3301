import type { FoundOrder } from '../../../shared/records.ts'
import type { Texts } from '../../i18n/texts.ts'

type Shipment = FoundOrder['order']['shipments'][number]

/** State of a parcel. */
export function shipmentState({ deliveredAt, estimatedDeliveryAt, shippedAt }: Shipment, { t, date }: Texts): string {
  if (deliveredAt) return t('orders.delivered', { date: date(deliveredAt) })
  if (estimatedDeliveryAt) return t('orders.expected', { date: date(estimatedDeliveryAt) })
  return shippedAt ? t('orders.shipped', { date: date(shippedAt) }) : t('orders.preparing')
}

/** State of an order: of several parcels, the first that has not arrived. */
export function orderState({ cancelledAt, shipments }: FoundOrder['order'], texts: Texts): string {
  if (cancelledAt) return texts.t('orders.cancelled', { date: texts.date(cancelledAt) })
  const parcel = shipments.find(({ deliveredAt }) => !deliveredAt) ?? shipments[shipments.length - 1]
  return parcel ? shipmentState(parcel, texts) : texts.t('orders.preparing')
}

/** An order's number as shops write it. */
export const numberOf = ({ orderNumber }: FoundOrder['order']) => orderNumber.replace(/^#?/, '#')
