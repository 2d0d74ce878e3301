import type { ReplyActs } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { wordsOf } from '../../../live/reply-acts.ts'
import { Icon } from '../../../ui/Icon.tsx'

/** What is done along with the reply in the composer, before it is sent. */
export function ActsLine({ acts, onDrop }: { acts: ReplyActs; onDrop: () => void }) {
  return (
    <p className="acts-line" role="status">
      <Icon name="bolt" />
      <span>{t('When you send this: {0}', wordsOf(acts).join(' · '))}</span>
      <button type="button" className="text-button" onClick={onDrop}>
        {t('Send the text only')}
      </button>
    </p>
  )
}
