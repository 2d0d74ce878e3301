import { useState } from 'react'
import type { Context } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { timeOfDay } from '../../../base/time.ts'
import { part } from './undo-merge.ts'
import { useLeft } from './useTimeRemaining.ts'

type Merged = Context['merged'][number]

/** The contacts who became a part of this one; a merge of the last minutes can be undone here. */
export default function Merged({ merged }: { merged: Merged[] }) {
  return (
    <ul className="merged" aria-label={t('Merged contacts')}>
      {merged.map((one) => (
        <Line key={one.id} one={one} />
      ))}
    </ul>
  )
}

function Line({ one: { name, email, mergeId, undoUntil } }: { one: Merged }) {
  const [isWorking, setWorking] = useState(false)
  const left = useLeft(undoUntil)
  const who = [name, email].filter(Boolean).join(' · ') || t('Visitor')
  return (
    <li>
      <span title={who}>{t('Also {0}', who)}</span>
      {mergeId && left && (
        <button
          type="button"
          className="text-button"
          disabled={isWorking}
          title={t('Until {0}', timeOfDay(undoUntil as string))}
          onClick={() => {
            setWorking(true)
            void part(mergeId).finally(() => setWorking(false))
          }}
        >
          {t('Undo')}
        </button>
      )}
    </li>
  )
}
