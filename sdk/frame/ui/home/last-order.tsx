import { useEffect } from 'preact/hooks'
import type { FoundOrder } from '../../../shared/records.ts'
import { useEngine, useWidget } from '../context.ts'
import { Card } from './card.tsx'
import { numberOf, orderState } from './order-state.ts'

/** The last order of a customer whom the shop has signed: where it is, one touch from its parcels. */
export function LastOrder() {
  const { texts, engine, show } = useWidget()
  const { config, visitor, lastOrder } = useEngine()
  const isKnown = config.orders && visitor?.isIdentified === true
  useEffect(() => {
    if (!isKnown) return engine.store.set({ lastOrder: null })
    engine.api
      .get<FoundOrder | null>('orders/last')
      .then(({ data }) => engine.store.set({ lastOrder: data }))
      .catch(() => {}) // asked again the next time
  }, [engine, isKnown])
  if (!lastOrder) return null
  const { order } = lastOrder
  const price = texts.price(order.total.amount, order.total.currencyCode)
  return (
    <Card
      icon="parcel"
      title={texts.t('orders.last')}
      onClick={() => {
        engine.store.set({ order: lastOrder })
        show('orders')
      }}
    >
      <small dir="auto">{orderState(order, texts)}</small>
      <small dir="auto">{`${numberOf(order)} · ${texts.date(order.createdAt)} · ${price}`}</small>
    </Card>
  )
}
