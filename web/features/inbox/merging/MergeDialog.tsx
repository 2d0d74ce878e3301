import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mergeContacts, mergePreviewQuery } from '../../../api/merging.ts'
import type { MergePreviewLine } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { mergedRows } from './merged-rows.ts'
import { part } from './undo-merge.ts'

type Side = MergePreviewLine['target']
interface Props {
  /** The contact of the conversation that is open: it stays, unless the member swaps the two. */
  own: string
  other: string
  onClose: () => void
}

/** Two contacts beside each other, and what stays of them; then they are merged. */
export function MergeDialog({ own, other, onClose }: Props) {
  const [isSwapped, setSwapped] = useState(false)
  const [isWorking, setWorking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [into, from] = isSwapped ? [other, own] : [own, other]
  const { data, error, refetch } = useQuery(mergePreviewQuery(into, from))
  const merge = async () => {
    setWorking(true)
    try {
      const { id } = await mergeContacts(into, from)
      onClose()
      toast(t('Contacts merged'), { undo: () => void part(id) })
    } catch (reason) {
      setRefusal((reason as Error).message)
      setWorking(false)
    }
  }
  const problem = refusal ?? data?.refusal ?? error?.message
  return (
    <Dialog label={t('Merge two contacts')} onClose={onClose} className="ask merge">
      <h2>{t('Merge two contacts')}</h2>
      {data ? <Preview preview={data} /> : !error && <p className="more">{t('Loading…')}</p>}
      {problem && (
        <p className="form-error" role="alert">
          {problem}{' '}
          {error && (
            <button type="button" className="text-button" onClick={() => void refetch()}>
              {t('Try again')}
            </button>
          )}
        </p>
      )}
      <div className="ask-acts">
        <Button
          kind="quiet"
          className="merge-swap"
          disabled={isWorking}
          onClick={() => {
            setRefusal(null)
            setSwapped(!isSwapped)
          }}
        >
          {t('Keep the other one')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          kind="primary"
          busy={isWorking}
          disabled={isWorking || !data || data.refusal !== null}
          onClick={() => void merge()}
        >
          {t('Merge')}
        </Button>
      </div>
    </Dialog>
  )
}

function Preview({ preview }: { preview: MergePreviewLine }) {
  const { target, source, brings } = preview
  const moving = [
    brings.conversations > 0 && t('One conversation|{0} conversations', brings.conversations),
    brings.orders > 0 && t('One order|{0} orders', brings.orders),
    brings.browsers > 0 && t('One browser|{0} browsers', brings.browsers),
  ].filter(Boolean)
  return (
    <>
      <div className="merge-sides">
        <Person side={target} role={t('Kept')} />
        <Person side={source} role={t('Merged into it')} />
      </div>
      <table className="merge-rows">
        <caption className="sr-only">{t('The contact afterwards')}</caption>
        <thead className="sr-only">
          <tr>
            <th>{t('Field')}</th>
            <th>{t('Kept')}</th>
            <th>{t('No longer shown')}</th>
          </tr>
        </thead>
        <tbody>
          {mergedRows(preview).map(({ label, stays, isNew, goes }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <span className={isNew ? 'merge-new' : undefined}>{stays}</span>
              </td>
              <td>{goes && <s>{goes}</s>}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('Moves over')}</th>
            <td colSpan={2}>{moving.join(' · ') || t('Nothing else')}</td>
          </tr>
        </tbody>
      </table>
      <p className="about">
        {t(
          'From then on, both contacts see each other’s conversations in their browsers. Merge only contacts that you know are the same person. You can undo this for ten minutes.',
        )}
      </p>
    </>
  )
}

function Person({ side: { name, email }, role }: { side: Side; role: string }) {
  const known = name ?? email ?? t('Visitor')
  return (
    <div className="merge-side">
      <Avatar name={known} size={32} />
      <div>
        <p className="merge-role">{role}</p>
        <p className="merge-name">{known}</p>
        <p className="merge-email">{email ?? t('No email')}</p>
      </div>
    </div>
  )
}
