import { type ComponentType, useEffect, useState } from 'react'
import { useSegments } from '../../api/segments.ts'
import { useTeams } from '../../api/team/teams.ts'
import { go, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { assignTo, markUnread, setStatus, snooze, toggleSpam, toggleStar } from '../../live/conversation-actions.ts'
import { openNewConversation } from '../../live/new-conversation.ts'
import { heldIn } from '../../live/outbox.ts'
import { clearSelection, inbox, myId, selectUpTo, toggleSelected } from '../../live/state.ts'
import { canTranslate, toggleAlways } from '../../live/translations.ts'
import { countText, VIEWS, viewOf } from '../../live/views.ts'
import { Icon } from '../../ui/Icon.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { preloadPicker } from '../../ui/Picker.tsx'
import { undoLast } from '../../ui/toast.tsx'
import { ConversationList } from './ConversationList.tsx'
import { Conversation } from './conversation/Conversation.tsx'
import { askToCompose, stopAwaiting } from './conversation/compose.ts'
import { takeBack } from './conversation/PendingLine.tsx'
import type { Asking } from './menus/asking.ts'
import { Menus } from './menus/Menus.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useShortcuts } from './shortcuts.ts'

const Details = onDemand(() => import('./details/Details.tsx'))
const NotificationsMenu = onDemand(() => import('./menus/NotificationsMenu.tsx'))
const StoresMenu = onDemand(() => import('./menus/StoresMenu.tsx'))
const KeysDialog = onDemand(() => import('./KeysDialog.tsx'))
const ViewDialog = onDemand(() => import('./views/ViewDialog.tsx'))

const DETAILS_KEY = 'parley-details'

interface Props {
  viewKey: string
  openId: string | undefined
  /** The search, which is another feature. */
  Search: ComponentType<{ viewKey: string; onClose: () => void }>
}

/** Views and list, the open conversation, and its details. */
export function InboxPage({ viewKey, openId, Search }: Props) {
  useTeams() // a team’s view is named as it is known
  useSegments() // and a segment’s
  const view = viewOf(viewKey) ?? (VIEWS[2] as (typeof VIEWS)[number])
  const [asking, setAsking] = useState<Asking | null>(null)
  const [cursorId, setCursorId] = useState<string | undefined>(undefined)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [areDetailsOpen, setDetailsOpen] = useState(
    () => localStorage.getItem(DETAILS_KEY) !== 'closed' && matchMedia('(min-width: 73.8125em)').matches,
  )
  const views = useStore(inbox, (state) => state.views) // one's own view may be another, too, once it was changed
  const selected = useStore(inbox, (state) => state.selected)
  const unread = useStore(inbox, (state) => state.counts?.unread ?? 0)
  const isMissing = useStore(inbox, (state) => openId !== undefined && state.missing[openId] !== undefined)
  const subject = useStore(inbox, (state) => (openId ? state.conversations[openId] : undefined))

  useEffect(preloadPicker, [])
  useEffect(() => {
    document.title = unread > 0 ? `(${countText(unread)}) ${view.title}` : view.title
  }, [unread, view.title])
  // The open conversation replaces the cursor, which is back there once it is closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes, the menu closes
  useEffect(() => {
    setMenuOpen(false)
    stopAwaiting(openId)
    if (openId) setCursorId(undefined)
  }, [viewKey, openId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has other rows
  useEffect(() => setCursorId(undefined), [viewKey])

  const ids = () => inbox.get().lists[view.key]?.ids ?? []
  /**
   * The conversations that keys act on: the selected ones, otherwise the row under the cursor, otherwise the open one. None that is
   * still on its way, of which nobody has seen yet whether it is open, starred or read.
   */
  const targets = (): string[] => {
    const one = cursorId ?? openId
    const meant = selected.length > 0 ? selected : one ? [one] : []
    return meant.filter((id) => inbox.get().conversations[id])
  }
  const withTargets = (work: (ids: string[]) => void) => () => {
    const now = targets()
    if (now.length > 0) work(now)
  }
  const step = (by: 1 | -1) => () => {
    const list = ids()
    if (list.length === 0) return
    const at = list.indexOf(cursorId ?? openId ?? '')
    const next = list[at < 0 ? 0 : Math.max(0, Math.min(list.length - 1, at + by))] as string
    // The next one takes the place of the one that is open; where none is, the cursor moves.
    if (openId) go(pathTo(view.key, next), { replace: true })
    else setCursorId(next)
  }
  /** Moves the cursor, and selects what it passes. */
  const extend = (by: 1 | -1) => () => {
    const list = ids()
    const from = cursorId ?? openId ?? list[0]
    const next = list[Math.max(0, Math.min(list.length - 1, list.indexOf(from ?? '') + by))]
    if (!from || !next) return
    if (!selected.includes(from)) toggleSelected(from)
    selectUpTo(next, list)
    setCursorId(next)
  }
  /** Does what takes conversations out of lists with `query`; where this list loses what is open, the next one opens. */
  const takeOut = (now: string[], query: string, work: () => void) => {
    const list = ids()
    const after = list.slice(list.indexOf(now[0] as string) + 1).find((id) => !now.includes(id))
    const before = list.filter((id) => !now.includes(id)).at(-1)
    work()
    clearSelection()
    if (!view.query.includes(query)) return
    if (openId && now.includes(openId))
      go(pathTo(view.key, ...([after ?? before].filter(Boolean) as string[])), { replace: true })
    else setCursorId(after ?? before)
  }
  const resolve = withTargets((now) => {
    const isReopening = now.every((id) => inbox.get().conversations[id]?.status === 'resolved')
    takeOut(now, isReopening ? 'status=resolved' : 'status=open', () => {
      void setStatus(now, isReopening ? 'open' : 'resolved')
    })
  })
  const putAside = (now: string[], until: Date | null) =>
    takeOut(now, until ? 'isSnoozed=false' : 'isSnoozed=true', () => void snooze(now, until))
  const compose = (isNote: boolean) => () => {
    const one = openId ?? cursorId
    if (!one || inbox.get().missing[one]) return
    askToCompose(one, { isNote })
    if (!openId) go(pathTo(view.key, one))
  }
  const toggleDetails = () => {
    localStorage.setItem(DETAILS_KEY, areDetailsOpen ? 'closed' : 'open')
    setDetailsOpen(!areDetailsOpen)
  }

  useShortcuts({
    j: step(1),
    k: step(-1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
    'Shift+ArrowDown': extend(1),
    'Shift+ArrowUp': extend(-1),
    Enter: () => cursorId && go(pathTo(view.key, cursorId)),
    o: () => cursorId && go(pathTo(view.key, cursorId)),
    r: compose(false),
    n: compose(true),
    c: () => openNewConversation(),
    e: resolve,
    h: withTargets((now) => setAsking({ what: 'snooze', ids: now })),
    a: withTargets((now) => setAsking({ what: 'assign', ids: now })),
    g: withTargets((now) => setAsking({ what: 'team', ids: now })),
    p: withTargets((now) => setAsking({ what: 'priority', ids: now })),
    i: withTargets((now) => void assignTo(now, myId())),
    t: withTargets((now) => setAsking({ what: 'tag', ids: now })),
    s: withTargets((now) => void toggleStar(now)),
    '!': withTargets((now) => void toggleSpam(now)),
    u: withTargets((now) => void markUnread(now)),
    x: () => {
      const one = cursorId ?? openId
      if (one) toggleSelected(one)
    },
    l: () => openId && canTranslate() && void toggleAlways(openId),
    d: toggleDetails,
    z: () => {
      const held = openId && heldIn(openId)
      if (held) takeBack(openId, held)
      else undoLast()
    },
    '/': () => setAsking({ what: 'search' }),
    m: () => setAsking({ what: 'notifications' }),
    '?': () => setAsking({ what: 'keys' }),
    'Ctrl+K': () => setAsking({ what: 'palette', ids: targets() }),
    Esc: () => {
      if (selected.length > 0) clearSelection()
      else if (isMenuOpen) setMenuOpen(false)
      else if (openId) {
        go(pathTo(view.key))
        setCursorId(openId)
      }
    },
  })

  const classes = [
    'inbox',
    openId && 'has-conversation',
    areDetailsOpen && openId && !isMissing && 'has-details',
    isMenuOpen && 'has-menu',
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <Sidebar
        current={view.key}
        onPalette={() => setAsking({ what: 'palette', ids: targets() })}
        onNotifications={() => setAsking({ what: 'notifications' })}
        onStores={() => setAsking({ what: 'stores' })}
        onNewView={() => setAsking({ what: 'view' })}
      />
      {isMenuOpen && (
        <button type="button" className="scrim" aria-label={t('Close the menu')} onClick={() => setMenuOpen(false)} />
      )}
      <main className="panes">
        <h1 className="sr-only">{t('Inbox')}</h1>
        <ConversationList
          view={view}
          openId={openId}
          cursorId={cursorId}
          onMenu={() => setMenuOpen(true)}
          onSearch={() => setAsking({ what: 'search' })}
          onAct={(what) => setAsking({ what, ids: selected })}
          onEditView={(id) => setAsking({ what: 'view', id })}
        />
        {openId ? (
          <Conversation
            id={openId}
            viewKey={view.key}
            onAct={(what) => setAsking({ what, ids: [openId] })}
            onDetails={toggleDetails}
          />
        ) : (
          <section className="conversation nothing" aria-label={t('No conversation open')}>
            <div className="blank">
              <Icon name="inbox" size={28} />
              <p>{t('Open a conversation with Enter or a click.')}</p>
              <p className="hint">
                <kbd>j</kbd> <kbd>k</kbd> {t('Next, previous')} · <kbd>?</kbd> {t('All keys')}
              </p>
            </div>
          </section>
        )}
        {openId && subject && areDetailsOpen && (
          <Details
            key={openId}
            id={openId}
            onTag={() => setAsking({ what: 'tag', ids: [openId] })}
            onMerge={() => setAsking({ what: 'merge-contact', ids: [openId] })}
            onClose={toggleDetails}
          />
        )}
      </main>
      {asking?.what === 'search' ? (
        <Search viewKey={view.key} onClose={() => setAsking(null)} />
      ) : asking?.what === 'notifications' ? (
        <NotificationsMenu onClose={() => setAsking(null)} />
      ) : asking?.what === 'stores' ? (
        <StoresMenu onClose={() => setAsking(null)} />
      ) : asking?.what === 'view' ? (
        <ViewDialog view={views.find(({ id }) => id === asking.id)} onClose={() => setAsking(null)} />
      ) : asking?.what === 'keys' ? (
        <KeysDialog onClose={() => setAsking(null)} />
      ) : asking ? (
        <Menus asking={asking} onAsk={setAsking} onResolve={resolve} onSnooze={putAside} />
      ) : null}
    </div>
  )
}
