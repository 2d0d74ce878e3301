import type { Conversation } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { comingTime, moment } from '../../../base/time.ts'
import { snooze } from '../../../live/conversation-actions.ts'
import { Icon } from '../../../ui/Icon.tsx'

/** Line of a conversation that is snoozed, or whose snooze ended; only members see it. */
export default function SnoozeLine({ conversation: { id, snoozedUntil, returnedAt } }: { conversation: Conversation }) {
  return (
    <p className="snooze-line" role="status">
      <Icon name="clock" />
      <span title={moment((snoozedUntil ?? returnedAt) as string)}>
        {snoozedUntil
          ? t('Snoozed until {0}, or until the customer writes', comingTime(snoozedUntil))
          : t('Snooze ended {0}', moment(returnedAt as string))}
      </span>
      <button type="button" className="text-button" onClick={() => void snooze([id], null)}>
        {snoozedUntil ? t('Unsnooze') : t('Clear the “Snooze ended” mark')}
      </button>
    </p>
  )
}
