import type { Conversation } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { TARGETS } from '../../../live/priorities.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { dueIn } from './due-words.ts'
import { useNow } from './useNow.ts'

/** The clock of a conversation that has one: how long until its next reply-time target is missed, or since when it is. */
export function DueChip({ conversation: { dueAt, dueFor } }: { conversation: Conversation }) {
  return dueAt && dueFor ? <Clock dueAt={dueAt} dueFor={dueFor} /> : null
}

function Clock({ dueAt, dueFor }: Required<Pick<Conversation, 'dueAt' | 'dueFor'>>) {
  const { text, urgency } = dueIn(dueAt, useNow())
  return (
    <span className={`chip whole due ${urgency}`} title={t('{0}: {1}', TARGETS[dueFor], moment(dueAt))}>
      <Icon name="flag" size={11} />
      <span className="sr-only">{TARGETS[dueFor]} </span>
      {text}
    </span>
  )
}
