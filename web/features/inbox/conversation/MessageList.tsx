import { useQuery } from '@tanstack/react-query'
import { Fragment, useRef } from 'react'
import { tracesQuery } from '../../../api/ai-agent.ts'
import { useMerges } from '../../../api/merging.ts'
import type { AiTrace, Conversation, Merges, Message } from '../../../api/records.ts'
import { useScheduled } from '../../../api/scheduled.ts'
import { useMembers } from '../../../api/team/team.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { dayName } from '../../../base/time.ts'
import { loadMessages } from '../../../live/loading.ts'
import { inbox, NO_MESSAGES } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { Failed } from '../../../ui/Loading.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { MessageLine } from './MessageLine.tsx'
import { pressInMessages } from './message-focus.ts'
import { PendingLine } from './PendingLine.tsx'
import { useMessageInSight } from './useMessageInSight.ts'
import { useStayAtEnd } from './useStayAtEnd.ts'

const MergedHere = onDemand(() => import('../merging/MergedHere.tsx'))
const ScheduledReply = onDemand(() => import('../scheduled/ScheduledReply.tsx'))

/** Messages this close together, of one sender, stand under one name. */
const GROUP_MS = 5 * 60 * 1000
const NONE: never[] = []

/** The messages of a conversation, those on their way, and who is typing. */
export function MessageList({ conversation, name }: { conversation: Conversation; name: string }) {
  const { id } = conversation
  const state = useStore(inbox, ({ messages }) => messages[id] ?? NO_MESSAGES)
  const pending = useStore(inbox, (now) => now.pending[id] ?? NONE)
  const typing = useStore(inbox, (now) => now.typing[id] ?? NONE)
  const members = useMembers()
  const decisions = useHandOvers(id, state.messages)
  const box = useRef<HTMLDivElement>(null)
  const { scheduled, hasFailed, loadAgain } = useScheduled(id)
  const merged = useMerges(conversation)?.merged ?? NONE
  const isWhole = state.isKnown && !state.nextCursor
  useStayAtEnd(box, id, state.messages, pending.length + scheduled.length)
  useMessageInSight(box, id, state)
  return (
    <div
      className="messages"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      role="log"
      aria-label={t('Messages')}
      aria-live="polite"
      onKeyDown={pressInMessages}
    >
      <div className="messages-inner">
        {state.nextCursor && (
          <Button kind="quiet" className="older" busy={state.isLoading} onClick={() => void loadMessages(id, 'older')}>
            {state.isLoading ? t('Loading…') : t('Show earlier messages')}
          </Button>
        )}
        {!state.isKnown && state.isLoading && <p className="more">{t('Loading…')}</p>}
        {state.error && <Failed message={state.error} onRetry={() => loadMessages(id, 'newest')} />}
        {state.messages.map((message, i) => {
          const before = state.messages[i - 1]
          const isNewDay = !before || dayName(before.createdAt) !== dayName(message.createdAt)
          return (
            <Fragment key={message.id}>
              {mergedBetween(merged, { before, after: message, isWhole }).map((one) => (
                <MergedHere key={one.id} one={one} />
              ))}
              {isNewDay && <p className="day">{dayName(message.createdAt)}</p>}
              <MessageLine
                conversationId={id}
                message={message}
                isFirst={isNewDay || startsGroup(before as Message, message)}
                decision={message.isTransfer ? decisions.get(before?.id ?? '') : undefined}
                avatarUrl={members.find((member) => member.id === message.memberId)?.avatarUrl ?? ''}
              />
            </Fragment>
          )
        })}
        {mergedBetween(merged, { before: state.messages.at(-1), isWhole }).map((one) => (
          <MergedHere key={one.id} one={one} />
        ))}
        {pending.map((message) => (
          <PendingLine
            key={message.clientId}
            conversationId={id}
            message={message}
            isHeldBack={pending[0]?.error !== null}
          />
        ))}
        {hasFailed && <Failed message={t('Scheduled replies could not be loaded.')} onRetry={loadAgain} />}
        {scheduled.map((reply) => (
          <ScheduledReply key={reply.id} reply={reply} channel={conversation.channels[0] ?? null} />
        ))}
        {typing.length > 0 && (
          <p className="typing">
            <span className="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {t(
              typing.length === 1 ? '{0} is typing' : '{0} are typing',
              typing.map((who) => who.name || name).join(', '),
            )}
          </p>
        )}
      </div>
    </div>
  )
}

/**
 * The conversations that were merged after one message and before the next; those from before all messages stand before
 * the first, once that is loaded.
 */
function mergedBetween(
  merged: Merges['merged'],
  { before, after, isWhole }: { before: Message | undefined; after?: Message; isWhole: boolean },
) {
  return merged.filter(({ mergedAt }) => {
    const at = mergedAt ?? ''
    const isBehind = before ? at >= before.createdAt : isWhole
    return isBehind && (!after || at < after.createdAt)
  })
}

function startsGroup(before: Message, message: Message): boolean {
  return (
    before.senderName !== message.senderName ||
    before.isNote !== message.isNote ||
    before.isTransfer ||
    Date.parse(message.createdAt) - Date.parse(before.createdAt) > GROUP_MS
  )
}

/** Reasons of the AI agent's handoffs, by the id of its last message before. */
function useHandOvers(id: string, messages: Message[]): Map<string | null, AiTrace> {
  const said = messages.filter((message, i) => message.isTransfer && messages[i - 1]?.isBot).length
  const { data } = useQuery(tracesQuery(id, said))
  return new Map(data?.filter(({ act }) => act === 'hand_over').map((trace) => [trace.messageId, trace]))
}
