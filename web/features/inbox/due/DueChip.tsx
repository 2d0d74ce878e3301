import { useSyncExternalStore } from 'react'
import type { Conversation } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { TARGETS } from '../../../live/priorities.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { dueIn } from './due-words.ts'

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

/** How often clocks on the screen go on. */
const STEP_MS = 15_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of listeners) one()
  }, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, which goes on while it is shown: one timer for all clocks. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
