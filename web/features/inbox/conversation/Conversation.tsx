import { useEffect } from 'react'
import { useMembers } from '../../../api/team/team.ts'
import { currentParts, go, pathTo } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { watch } from '../../../live/connect.ts'
import { contactName } from '../../../live/contact-name.ts'
import { isLeftUnread, leave, setRead } from '../../../live/conversation-actions.ts'
import { loadConversation, loadMessages } from '../../../live/loading.ts'
import { noteOpened } from '../../../live/notifications-feed.ts'
import { inbox } from '../../../live/state.ts'
import { canTranslate } from '../../../live/translations.ts'
import { Button } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Composer } from './Composer.tsx'
import { ConversationHead } from './ConversationHead.tsx'
import { stopAwaiting } from './compose.ts'
import { MessageList } from './MessageList.tsx'

const Approvals = onDemand(() => import('../orders/Approvals.tsx'))
const SnoozeLine = onDemand(() => import('./SnoozeLine.tsx'))
const SpamLine = onDemand(() => import('./SpamLine.tsx'))
const TranslationBar = onDemand(() => import('./TranslationBar.tsx'))
const MergedAway = onDemand(() => import('../merging/MergedAway.tsx'))

interface Props {
  id: string
  viewKey: string
  onAct: (what: 'assign' | 'team' | 'tag' | 'snooze' | 'more') => void
  onDetails: () => void
}

/** On screen this long, a conversation counts as read. */
const READ_MS = 600
const NONE: never[] = []

/** The conversation that is open. */
export function Conversation({ id, viewKey, onAct, onDetails }: Props) {
  const one = useStore(inbox, (state) => state.conversations[id])
  const missing = useStore(inbox, (state) => state.missing[id])
  const viewers = useStore(inbox, (state) => state.viewers[id] ?? NONE)
  const members = useMembers()

  useEffect(() => {
    if (!inbox.get().conversations[id]) void open(id, viewKey)
    if (inbox.get().messages[id]?.isKnown) watch(id)
    else void loadMessages(id, 'newest').then(() => watch(id))
    return () => watch(undefined)
  }, [id, viewKey])
  useEffect(() => noteOpened(id), [id])
  useMarkRead(id, one ? !one.isRead : false)

  if (!one) {
    return (
      <section className="conversation" aria-label={t('Conversation')}>
        {missing ? (
          <div className="blank" role="alert">
            <p>{missing.reason}</p>
            {!missing.isFinal && <Button onClick={() => void open(id, viewKey)}>{t('Try again')}</Button>}
            <Button onClick={() => go(pathTo(viewKey))}>{t('Back to the list')}</Button>
          </div>
        ) : (
          <div className="blank" aria-busy="true">
            <span className="spinner" />
          </div>
        )}
      </section>
    )
  }
  const name = contactName(one)
  const others = viewers.map((viewer) => members.find((member) => member.id === viewer)?.fullName).filter(Boolean)
  return (
    <section className="conversation" aria-label={t('Conversation with {0}', name)}>
      <ConversationHead conversation={one} viewKey={viewKey} onAct={onAct} onDetails={onDetails} />
      {others.length > 0 && (
        <p className="collision" role="status">
          <span className="pulse" />{' '}
          {t(others.length === 1 ? '{0} is looking at this too' : '{0} are looking at this too', others.join(', '))}
        </p>
      )}
      {one.isSpam && <SpamLine conversation={one} />}
      {(one.snoozedUntil || one.returnedAt) && <SnoozeLine conversation={one} />}
      {canTranslate() && <TranslationBar id={id} />}
      <MessageList conversation={one} name={name} />
      {one.waitsForApproval && <Approvals id={id} />}
      {one.mergedInto ? <MergedAway conversation={one} /> : <Composer key={id} conversation={one} />}
    </section>
  )
}

/** Loads what is open. Where it was named by another of its ids, the address says its own from then on. */
async function open(id: string, viewKey: string): Promise<void> {
  const ownId = await loadConversation(id)
  if (inbox.get().missing[id]) stopAwaiting(undefined)
  const [, current] = currentParts()
  if (ownId !== id && current === id) go(pathTo(viewKey, ownId), { replace: true })
}

/** Marks what is on screen as read: not in a tab that nobody looks at, and not what was just marked as unread. */
function useMarkRead(id: string, isUnread: boolean): void {
  useEffect(() => {
    if (!isUnread) return
    const read = () => {
      if (!document.hidden && !isLeftUnread(id)) void setRead([id], true)
    }
    const timer = setTimeout(read, READ_MS)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [id, isUnread])
  useEffect(() => () => leave(id), [id])
}
