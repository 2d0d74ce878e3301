import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Delivery as DeliveryRecord } from '../../api/records.ts'
import { deliveriesQuery, deliveryQuery, redeliver, redeliverFailed } from '../../api/store/webhooks.ts'
import { t } from '../../base/texts.ts'
import { moment } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import './webhooks.css'
import { toast } from '../../ui/toast.tsx'
import { useRested } from '../../ui/useDebouncedValue.ts'

const STATUSES: Record<string, string> = {
  pending: t('Waiting'),
  held: t('On hold'),
  delivered: t('Delivered'),
  dropped: t('Rejected by the endpoint'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
}
const HOUR_MS = 3_600_000
const SPANS = [
  { hours: 1, name: t('the last hour') },
  { hours: 24, name: t('the last 24 hours') },
  { hours: 168, name: t('the last 7 days') },
]
const TYPING_MS = 300

/** What was delivered to an endpoint: filtered, searched, each with its body and attempts, and sent again. */
export function WebhookLog({ id, isActive }: { id: string; isActive: boolean }) {
  const [status, setStatus] = useState('')
  const [about, setAbout] = useState('')
  const filter = { status, about: useRested(about.trim(), TYPING_MS) }
  const { data: deliveries, error, refetch } = useQuery(deliveriesQuery(id, filter))
  return (
    <>
      <div className="form row-form">
        <select aria-label={t('Status')} value={status} onChange={({ target }) => setStatus(target.value)}>
          <option value="">{t('All deliveries')}</option>
          {Object.entries(STATUSES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={t('Search by event or conversation')}
          placeholder={t('ID of an event or conversation')}
          maxLength={128}
          value={about}
          onChange={({ target }) => setAbout(target.value)}
        />
      </div>
      {!deliveries && <Loading error={error} onRetry={refetch} />}
      {deliveries && (
        <ul className="lines">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {deliveries?.length === 0 && (
        <p className="none">{status || filter.about ? t('No delivery matches.') : t('Nothing yet.')}</p>
      )}
      <div className="acts">
        <Button kind="quiet" onClick={() => void refetch()}>
          {t('Check again')}
        </Button>
      </div>
      {isActive && <SendFailedAgain id={id} />}
    </>
  )
}

function Delivery({ delivery }: { delivery: DeliveryRecord }) {
  const [isOpen, setOpen] = useState(false)
  const { id, type, createdAt, status, attempts } = delivery
  return (
    <li>
      <div>
        <strong>{type}</strong>
        <p className="about">
          {moment(createdAt)} · {STATUSES[status] ?? status} · {t('{0} attempt|{0} attempts', attempts)}
        </p>
        {isOpen && <DeliveryDetail id={id} />}
      </div>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('Hide details') : t('Details')}
      </Button>
      <Button onClick={() => void attempt(() => redeliver(id), t('Sending again'))}>{t('Send again')}</Button>
    </li>
  )
}

function DeliveryDetail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(deliveryQuery(id))
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { eventId, conversationId, body, log } = data
  return (
    <>
      <p className="about">
        {t('Event {0}', eventId)}
        {conversationId && ` · ${t('Conversation {0}', conversationId)}`}
      </p>
      {log.map(({ attempt: number, startedAt, durationMs, responseStatus, error }) => (
        <p key={number} className="about">
          {t('Attempt {0}: {1}, {2} ms', number, moment(startedAt), durationMs)} · {responseStatus ?? error ?? '–'}
          {responseStatus !== null && error && ` · ${error}`}
        </p>
      ))}
      {body === '' ? (
        <p className="about">{t('The body is no longer kept.')}</p>
      ) : (
        <textarea className="payload" readOnly rows={6} aria-label={t('Body')} value={body} />
      )}
    </>
  )
}

function SendFailedAgain({ id }: { id: string }) {
  const [hours, setHours] = useState(24)
  const send = () =>
    attempt(async () => {
      const { queued } = await redeliverFailed(id, new Date(Date.now() - hours * HOUR_MS))
      toast(t('{0} delivery is sent again|{0} deliveries are sent again', queued))
    })
  return (
    <div className="form row-form">
      <label>
        {t('Failed deliveries of')}
        <select value={hours} onChange={({ target }) => setHours(Number(target.value))}>
          {SPANS.map((span) => (
            <option key={span.hours} value={span.hours}>
              {span.name}
            </option>
          ))}
        </select>
      </label>
      <Button onClick={() => void send()}>{t('Send all again')}</Button>
    </div>
  )
}
