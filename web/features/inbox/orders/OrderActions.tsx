import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OrderActionKind } from '../../../api/records.ts'
import { orderActionsQuery } from '../../../api/store/order-actions.ts'
import { t } from '../../../base/texts.ts'
import { ago, moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { ACTIONS, wordsOf } from './action-words.ts'
import './orders.css'

/** How often an action that is under way is looked at. */
const LOOK_MS = 3_000

/** What was done with an order of the contact, and what can be done, where its shop can. */
export default function OrderActions({ id, number }: { id: string; number: string }) {
  const { data, error, refetch } = useQuery(orderActionsQuery(id, number))
  const [asking, setAsking] = useState<OrderActionKind | null>(null)
  const pending = data?.done.find(({ state }) => state === 'pending')
  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => void refetch(), LOOK_MS)
    return () => clearInterval(timer)
  }, [pending, refetch])

  if (!data && !error) return <p className="order-about">{t('Asking the shop…')}</p>
  const problem = data?.problem ?? error?.message
  // What neither the shop nor anybody can change now is not offered.
  const offered = data?.actions.filter(({ blocked }) => !blocked) ?? []
  const action = offered.find(({ kind }) => kind === asking)
  return (
    <>
      {data && data.done.length > 0 && (
        <ul className="order-done">
          {data.done.slice(0, 3).map((one) => (
            <li key={one.id} title={moment(one.createdAt)} className={one.state}>
              {wordsOf(one)} · {ago(one.createdAt)}
              {one.detail && <span className="order-words">{one.detail}</span>}
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="order-about" role="alert">
          {t('The shop cannot be asked: {0}', problem)}{' '}
          <button type="button" className="text-button" onClick={() => void refetch()}>
            {t('Try again')}
          </button>
        </p>
      )}
      {offered.length > 0 && (
        <div className="order-acts">
          {offered.map(({ kind }) => (
            <Button key={kind} disabled={pending !== undefined} onClick={() => setAsking(kind)}>
              {ACTIONS[kind]}
            </Button>
          ))}
        </div>
      )}
      {data?.url && (
        <p className="order-about">
          <a href={data.url} target="_blank" rel="noreferrer">
            {t('Open in the shop')}
          </a>
        </p>
      )}
      {data && action && (
        <ActionDialog id={id} number={number} possible={data} action={action} onClose={() => setAsking(null)} />
      )}
    </>
  )
}
