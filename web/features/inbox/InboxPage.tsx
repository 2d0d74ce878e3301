import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from '../../api/store.ts'
import { currentPlace, go, pathTo } from '../../app/router.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { assignTo, setRead, setStatus, toggleStar } from './actions.ts'
import { ConversationList, select } from './ConversationList.tsx'
import { askToCompose } from './compose.ts'
import { Details } from './Details.tsx'
import { type Asking, Menus } from './Menus.tsx'
import { Sidebar } from './Sidebar.tsx'
import { KEYS, useShortcuts } from './shortcuts.ts'
import { inbox, myId } from './state.ts'
import { leftUnread, Thread } from './Thread.tsx'
import { VIEWS, viewOf } from './views.ts'

const Search = lazy(() => import('../search/Search.tsx'))

const DETAILS_KEY = 'parley-details'

/** The three panes: views and list, thread, and who it is with. */
export function InboxPage({ viewKey, openId }: { viewKey: string; openId: string | undefined }) {
  const view = viewOf(viewKey) ?? (VIEWS[2] as (typeof VIEWS)[number])
  const [asking, setAsking] = useState<Asking | null>(null)
  const [cursorId, setCursorId] = useState<string | undefined>(undefined)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [areDetailsOpen, setDetailsOpen] = useState(
    () => localStorage.getItem(DETAILS_KEY) !== 'closed' && innerWidth > 1180,
  )
  const selected = useStore(inbox, (state) => state.selected)
  const unread = useStore(inbox, (state) => state.counts?.unread ?? 0)
  const subject = useStore(inbox, (state) => (openId ? state.conversations[openId] : undefined))

  useEffect(() => {
    document.title = unread > 0 ? `(${unread >= 1_000 ? '999+' : unread}) ${view.title}` : view.title
  }, [unread, view.title])
  // What opens takes the cursor's place; back in the list, the cursor is where one was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes, the menu closes
  useEffect(() => {
    setMenuOpen(false)
    if (openId) setCursorId(undefined)
  }, [viewKey, openId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has other rows
  useEffect(() => setCursorId(undefined), [viewKey])

  const ids = () => inbox.get().lists[view.key]?.ids ?? []
  /** What keys act upon: the selection, else what is open, else the row under the cursor. */
  const targets = (): string[] => {
    if (selected.length > 0) return selected
    const one = cursorId ?? openId
    return one ? [one] : []
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
    // With a thread on screen the next one takes its place; else the cursor moves.
    if (openId) go(pathTo(view.key, next), { replace: true })
    else setCursorId(next)
  }
  /** Resolves; where the list loses what is open, the next one opens. */
  const resolve = withTargets((now) => {
    const isReopening = now.every((id) => inbox.get().conversations[id]?.status === 'resolved')
    const list = ids()
    const after = list.slice(list.indexOf(now[0] as string) + 1).find((id) => !now.includes(id))
    const before = list.filter((id) => !now.includes(id)).at(-1)
    void setStatus(now, isReopening ? 'open' : 'resolved')
    inbox.set({ selected: [] })
    const leaves = view.query.includes(isReopening ? 'status=resolved' : 'status=open')
    if (!leaves) return
    if (openId && now.includes(openId))
      go(pathTo(view.key, ...([after ?? before].filter(Boolean) as string[])), { replace: true })
    else setCursorId(after ?? before)
  })
  const compose = (isNote: boolean) => () => {
    const one = openId ?? cursorId
    if (!one) return
    askToCompose(isNote)
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
    Enter: () => cursorId && go(pathTo(view.key, cursorId)),
    o: () => cursorId && go(pathTo(view.key, cursorId)),
    r: compose(false),
    n: compose(true),
    e: resolve,
    a: withTargets((now) => setAsking({ what: 'assign', ids: now })),
    i: withTargets((now) => void assignTo(now, myId())),
    t: withTargets((now) => setAsking({ what: 'tag', ids: now })),
    s: withTargets((now) => void toggleStar(now)),
    u: withTargets((now) => {
      for (const id of now) leftUnread.add(id)
      void setRead(now, false)
    }),
    x: () => {
      const one = cursorId ?? openId
      if (one) select(one)
    },
    d: toggleDetails,
    '/': () => setAsking({ what: 'search' }),
    '?': () => setAsking({ what: 'keys' }),
    'Ctrl+K': () => setAsking({ what: 'palette', ids: targets() }),
    Esc: () => {
      if (selected.length > 0) inbox.set({ selected: [] })
      else if (isMenuOpen) setMenuOpen(false)
      else if (openId) {
        go(pathTo(view.key))
        setCursorId(openId)
      }
    },
  })

  const classes = ['inbox', openId && 'has-thread', areDetailsOpen && openId && 'has-details', isMenuOpen && 'has-menu']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <Sidebar current={view.key} onPalette={() => setAsking({ what: 'palette', ids: targets() })} />
      {isMenuOpen && (
        <button type="button" className="scrim" aria-label="Close the menu" onClick={() => setMenuOpen(false)} />
      )}
      <main className="panes">
        <h1 className="sr-only">Inbox</h1>
        <ConversationList
          view={view}
          openId={openId}
          cursorId={cursorId}
          onMenu={() => setMenuOpen(true)}
          onSearch={() => setAsking({ what: 'search' })}
          onAct={(what) => setAsking({ what, ids: selected })}
        />
        {openId ? (
          <Thread
            id={openId}
            viewKey={view.key}
            onAct={(what) => setAsking({ what, ids: [openId] })}
            onDetails={toggleDetails}
          />
        ) : (
          <section className="thread nothing" aria-label="No conversation open">
            <div className="blank">
              <Icon name="inbox" size={28} />
              <p>Open a conversation with Enter or a click.</p>
              <p className="hint">
                <kbd>j</kbd> <kbd>k</kbd> move, <kbd>?</kbd> shows all keys
              </p>
            </div>
          </section>
        )}
        {openId && subject && areDetailsOpen && (
          <Details id={openId} onTag={() => setAsking({ what: 'tag', ids: [openId] })} onClose={toggleDetails} />
        )}
      </main>
      {asking?.what === 'search' ? (
        <Suspense>
          <Search viewKey={view.key} onClose={() => setAsking(null)} />
        </Suspense>
      ) : asking?.what === 'keys' ? (
        <Dialog label="Keyboard" onClose={() => setAsking(null)} className="keys">
          <h2>Keyboard</h2>
          <dl>
            {KEYS.map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      ) : asking ? (
        <Menus asking={asking} onAsk={setAsking} onResolve={resolve} />
      ) : null}
    </div>
  )
}

/** The view that one comes back to from elsewhere. */
export function lastView(): string {
  const [key = ''] = currentPlace().parts
  return viewOf(key) ? key : 'open'
}
