import { lazy, Suspense, useState } from 'react'
import type { Merges } from '../../../api/records.ts'
import { useMembers } from '../../../api/team/team.ts'
import { t } from '../../../base/texts.ts'
import { date, moment, timeOfDay } from '../../../base/time.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { partConversations } from './undo-merge.ts'
import { useLeft } from './useTimeRemaining.ts'

const MergedMessages = lazy(() => import('./MergedMessages.tsx'))

type One = Merges['merged'][number]

/** A conversation that goes on in this one, where it was merged: its messages are a click away. */
export default function MergedHere({
  one: { id, createdAt, mergedAt, messageCount, mergeId, undoUntil, memberId },
}: {
  one: One
}) {
  const [isOpen, setOpen] = useState(false)
  const members = useMembers()
  const left = useLeft(undoUntil)
  const who = members.find((member) => member.id === memberId)?.fullName
  return (
    <div className="event merged-here">
      <p title={mergedAt ? moment(mergedAt) : undefined}>
        <Icon name="link" size={13} />{' '}
        {who
          ? t('{0} merged another conversation into this one', who)
          : t('Another conversation was merged into this one')}{' '}
        {mergedAt && <time>{timeOfDay(mergedAt)}</time>}
        {mergeId && left && (
          <button type="button" className="text-button" onClick={() => void partConversations(mergeId)}>
            {t('Undo')}
          </button>
        )}
      </p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {t('One message|{0} messages', messageCount ?? 0)}
          {createdAt ? ` · ${date(createdAt)}` : ''}
        </summary>
        {isOpen && (
          <Suspense fallback={<p className="more">{t('Loading…')}</p>}>
            <MergedMessages id={id} />
          </Suspense>
        )}
      </details>
    </div>
  )
}
