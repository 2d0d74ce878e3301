import type { ReactNode } from 'react'
import { t } from '../../../base/texts.ts'

interface Props {
  isNote: boolean
  onChoose: (isNote: boolean) => void
  children?: ReactNode
}

/** Whether a reply is written or an internal note; beside it, what else is to be known before one writes. */
export function ComposerTabs({ isNote, onChoose, children }: Props) {
  return (
    <div className="composer-tabs">
      <div role="tablist" aria-label={t('Kind of message')}>
        {([false, true] as const).map((note) => (
          <button
            key={String(note)}
            type="button"
            role="tab"
            aria-selected={isNote === note}
            onClick={() => onChoose(note)}
          >
            {note ? t('Internal note') : t('Reply')} <kbd>{note ? 'n' : 'r'}</kbd>
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}
