import { useCallback, useEffect } from 'react'
import { Link, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { setRead, setStatus, toggleStar } from '../../live/conversation-actions.ts'
import { loadList } from '../../live/loading.ts'
import { openNewConversation } from '../../live/new-conversation.ts'
import { clearSelection, EMPTY_LIST, inbox, selectUpTo, toggleSelected } from '../../live/state.ts'
import { savedKey, type View } from '../../live/views.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { ConversationRow } from './ConversationRow.tsx'

const WebhookNotices = onDemand(() => import('./notices/WebhookNotices.tsx'))

const ROW_PX = 84

interface Props {
  view: View
  openId: string | undefined
  cursorId: string | undefined
  onMenu: () => void
  onSearch: () => void
  onAct: (what: 'assign' | 'tag' | 'snooze') => void
  /** Opens what a saved view is made of. */
  onEditView: (id: string) => void
}

export function ConversationList({ view, openId, cursorId, onMenu, onSearch, onAct, onEditView }: Props) {
  const list = useStore(inbox, (state) => state.lists[view.key] ?? EMPTY_LIST)
  const selected = useStore(inbox, (state) => state.selected)
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  const { key, query } = view
  const saved = useStore(inbox, ({ views }) => views.find(({ id }) => savedKey(id) === key))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved view may ask for something else under its key
  useEffect(() => {
    clearSelection()
    void loadList(key, 'first')
  }, [key, query])

  const more = useCallback(() => {
    if (inbox.get().lists[key]?.nextCursor && !inbox.get().lists[key]?.error) void loadList(key, 'more')
  }, [key])

  const select = useCallback(
    (id: string, isRange: boolean) => {
      if (isRange) selectUpTo(id, inbox.get().lists[key]?.ids ?? [])
      else toggleSelected(id)
    },
    [key],
  )

  return (
    <section className="list" aria-label={view.title}>
      <header className="pane-head">
        <IconButton icon="menu" label={t('Views')} className="only-narrow" onClick={onMenu} />
        <h2>{view.title}</h2>
        {list.isLoading && list.isKnown && <span className="spinner" aria-hidden="true" />}
        <span className="grow" />
        {saved && <IconButton icon="edit" label={t('Edit the view')} onClick={() => onEditView(saved.id)} />}
        <IconButton icon="plus" label={t('New conversation')} hint="c" onClick={() => openNewConversation()} />
        <IconButton icon="search" label={t('Search')} hint="/" onClick={onSearch} />
      </header>
      {isAdmin && <WebhookNotices />}
      {selected.length > 0 && (
        <div className="bulk" role="toolbar" aria-label={t('Selected conversations')}>
          <span className="bulk-count">{t('{0} selected', selected.length)}</span>
          <IconButton
            icon="check"
            label={t('Resolve')}
            hint="e"
            onClick={() => void setStatus(selected, 'resolved').then(clearSelection)}
          />
          <IconButton icon="user" label={t('Assign')} hint="a" onClick={() => onAct('assign')} />
          <IconButton icon="tag" label={t('Tag')} hint="t" onClick={() => onAct('tag')} />
          <IconButton icon="clock" label={t('Snooze')} hint="h" onClick={() => onAct('snooze')} />
          <IconButton icon="star" label={t('Star')} hint="s" onClick={() => void toggleStar(selected)} />
          <IconButton
            icon="mail"
            label={t('Mark as read')}
            onClick={() => void setRead(selected, true).then(clearSelection)}
          />
          <IconButton icon="close" label={t('Clear the selection')} hint="Esc" onClick={clearSelection} />
        </div>
      )}
      {list.isLoading && (!list.isKnown || list.ids.length === 0) && <Skeleton />}
      {list.error && (
        <div className="blank" role="alert">
          <p>{list.error}</p>
          <Button onClick={() => void loadList(key, list.isKnown ? 'more' : 'first')}>{t('Try again')}</Button>
        </div>
      )}
      {list.isKnown && list.ids.length === 0 && !list.error && !list.nextCursor && (
        <div className="blank">
          <p>{view.empty}</p>
          {key === 'open' && isAdmin && (
            <p>
              {t('New here?')} <Link href={pathTo('setup')}>{t('Set up the chat in three steps')}</Link>
            </p>
          )}
        </div>
      )}
      {list.ids.length > 0 && (
        <VirtualList
          key={key}
          ids={list.ids}
          height={ROW_PX}
          current={cursorId ?? openId}
          label={t('Conversations: {0}', view.title)}
          onEnd={more}
          after={list.isLoading && list.nextCursor ? <p className="more">{t('Loading…')}</p> : null}
        >
          {(id) => (
            <ConversationRow
              id={id}
              href={pathTo(key, id)}
              isCurrent={id === (cursorId ?? openId)}
              isSelected={selected.includes(id)}
              onSelect={select}
            />
          )}
        </VirtualList>
      )}
    </section>
  )
}

function Skeleton() {
  return (
    <div className="skeleton" role="status" aria-label={t('Loading conversations')}>
      {Array.from({ length: 8 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className="skeleton-row">
          <span />
          <div>
            <span />
            <span />
          </div>
        </div>
      ))}
    </div>
  )
}
