import { useMerges } from '../../../api/merging.ts'
import type { Conversation } from '../../../api/records.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { timeOfDay } from '../../../base/time.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { partConversations } from './undo-merge.ts'
import { useLeft } from './useTimeRemaining.ts'

/** In place of the composer: the conversation goes on in another one. */
export default function MergedAway({ conversation }: { conversation: Conversation }) {
  const own = useMerges(conversation)?.own
  const left = useLeft(own?.undoUntil ?? null)
  return (
    <p className="merged-away" role="status">
      <Icon name="link" />
      <span>{t('This conversation was merged. It continues in another one.')}</span>
      {own?.mergeId && left && (
        <button
          type="button"
          className="text-button"
          title={t('Until {0}', timeOfDay(own.undoUntil as string))}
          onClick={() => void partConversations(own.mergeId as string)}
        >
          {t('Undo')}
        </button>
      )}
      <Link href={pathTo('open', conversation.mergedInto as string)}>{t('Open it')}</Link>
    </p>
  )
}
