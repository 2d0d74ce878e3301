import { useState } from 'preact/hooks'
import { ID_MAX, PERSON_EMAIL_MAX } from '../../../../src/core/limits.ts'
import type { FoundOrder } from '../../../shared/records.ts'
import { addPending } from '../../engine/write.ts'
import type { Key } from '../../i18n/en.ts'
import { useEngine, useWidget } from '../context.ts'
import { Header } from '../header.tsx'
import { Link, webAddress } from '../words.tsx'
import { numberOf, orderState, shipmentState } from './order-state.ts'

/** The order that was chosen on the home screen, or else the way to find one. */
export function Orders() {
  const { t } = useWidget().texts
  const { order } = useEngine()
  return (
    <>
      <Header title={t(order ? 'orders.last' : 'orders')} />
      <div class="scroll help">{order ? <Found found={order} /> : <LookUp />}</div>
    </>
  )
}

/** A shopper's order, by its number and the address it was made with. */
function LookUp() {
  const { texts, engine } = useWidget()
  const { visitor } = useEngine()
  const { t } = texts
  const [key, setKey] = useState('')
  const [email, setEmail] = useState(visitor?.email ?? '')
  const [found, setFound] = useState<FoundOrder | null>(null)
  const [wrong, setWrong] = useState<Key | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function look(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (!key.trim() || !/^[^\s@]+@[^\s@]+$/.test(email.trim())) return setWrong('orders.missing')
    setBusy(true)
    setWrong(null)
    try {
      const asked = { key: key.trim(), email: email.trim() }
      setFound(await engine.inSession(() => engine.api.post<FoundOrder>('orders', asked)))
    } catch (error) {
      setFound(null)
      setWrong((error as { status?: number }).status === 404 ? 'orders.none' : 'help.failed')
    }
    setBusy(false)
  }

  return (
    <>
      <form class="field" noValidate onSubmit={look}>
        <label htmlFor="order-key">{t('orders.number')}</label>
        <input
          id="order-key"
          data-focus
          type="text"
          autoComplete="off"
          value={key}
          maxLength={ID_MAX}
          aria-invalid={wrong !== null}
          aria-describedby="order-wrong"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <label htmlFor="order-email">{t('email.label')}</label>
        <input
          id="order-email"
          type="email"
          autoComplete="email"
          value={email}
          maxLength={PERSON_EMAIL_MAX}
          aria-invalid={wrong !== null}
          aria-describedby="order-wrong"
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <p id="order-wrong" class="wrong" role={wrong ? 'alert' : undefined}>
          {wrong ? t(wrong) : ''}
        </p>
        <button type="submit" class="primary" disabled={isBusy}>
          {t('orders.find')}
        </button>
      </form>
      {found ? <Found found={found} /> : null}
    </>
  )
}

function Found({ found: { order, canReturn } }: { found: FoundOrder }) {
  const { texts, engine, show } = useWidget()
  const { t } = texts
  const number = numberOf(order)
  const page = webAddress(order.statusUrl)

  function askForReturn(): void {
    addPending(engine, { text: t('orders.returnWish', { number }) })
    show('messages')
    if (engine.needsForm()) engine.tellFormNeeded()
  }

  return (
    <section class="order" aria-live="polite">
      <h2 dir="auto">{number}</h2>
      <p class="price">
        {t('orders.placed', { date: texts.date(order.createdAt) })} ·{' '}
        {texts.price(order.total.amount, order.total.currencyCode)}
      </p>
      <ul>
        {order.lineItems.map(({ title, variantTitle, quantity }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an order's lines do not change
          <li key={at} dir="auto">
            {quantity} × {title}
            {variantTitle ? ` · ${variantTitle}` : ''}
          </li>
        ))}
      </ul>
      {order.cancelledAt || order.shipments.length === 0 ? (
        <p>{orderState(order, texts)}</p>
      ) : (
        order.shipments.map((shipment) => <Shipment key={shipment.trackingNumber} shipment={shipment} />)
      )}
      {page ? <Link href={page}>{t('orders.details')}</Link> : null}
      {canReturn ? (
        <button type="button" class="quiet" onClick={askForReturn}>
          {t('orders.return')}
        </button>
      ) : null}
    </section>
  )
}

function Shipment({ shipment }: { shipment: FoundOrder['order']['shipments'][number] }) {
  const { texts } = useWidget()
  const { carrier, trackingNumber, trackingUrl } = shipment
  const href = webAddress(trackingUrl)
  return (
    <p>
      <b>{shipmentState(shipment, texts)}</b>
      <br />
      <span dir="auto">{[carrier, trackingNumber].filter(Boolean).join(' · ')}</span>{' '}
      {href ? <Link href={href}>{texts.t('orders.track')}</Link> : null}
    </p>
  )
}
