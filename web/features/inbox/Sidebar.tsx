import type { ReactNode } from 'react'
import { useTags } from '../../api/details.ts'
import { useNotifications } from '../../api/notifications.ts'
import { useHasTargets } from '../../api/team/targets.ts'
import { useTeams } from '../../api/team/teams.ts'
import { Link, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { inbox } from '../../live/state.ts'
import { stores } from '../../live/stores.ts'
import { CHANNELS, countText, savedKey, VIEWS } from '../../live/views.ts'
import { Avatar, TeamMark } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'

const TAGS_SHOWN = 8

interface Props {
  current: string
  onPalette: () => void
  onNotifications: () => void
  onStores: () => void
  onNewView: () => void
}

export function Sidebar({ current, onPalette, onNotifications, onStores, onNewView }: Props) {
  const me = useStore(inbox, (state) => state.me)
  const counts = useStore(inbox, (state) => state.counts)
  const views = useStore(inbox, (state) => state.views)
  const viewCounts = useStore(inbox, (state) => state.viewCounts)
  const tags = useTags()
  // Lists of other teams would be empty for a limited member.
  const teams = useTeams().filter(({ memberIds }) => me.seesAll || memberIds.includes(me.member.id))
  const hasTargets = useHasTargets()
  const told = useNotifications().filter(({ isRead }) => !isRead).length
  const live = useStore(inbox, (state) => state.live)
  const news = useStore(stores, ({ others }) => others.reduce((sum, { unread }) => sum + (unread ?? 0), 0))
  const item = (
    key: string,
    title: string,
    icon: IconName | ReactNode,
    count?: number,
    isStrong = false,
    isWhole = true,
  ) => (
    <li key={key}>
      <Link href={pathTo(key)} className="nav-item" aria-current={current === key ? 'page' : undefined}>
        {typeof icon === 'string' ? <Icon name={icon as IconName} /> : icon}
        <span className="nav-title">{title}</span>
        {count ? (
          <span className={isStrong ? 'nav-count strong' : 'nav-count'}>{countText(count, isWhole)}</span>
        ) : null}
      </Link>
    </li>
  )
  return (
    <nav className="sidebar" aria-label={t('Views')}>
      <div className="sidebar-head">
        <button type="button" className="store-button" aria-haspopup="dialog" onClick={onStores}>
          <span className="store-mark" aria-hidden="true">
            {me.store.name.slice(0, 1)}
          </span>
          <span className="store-name" aria-hidden="true">
            {me.store.name}
          </span>
          {news > 0 && (
            <span className="store-news" aria-hidden="true">
              {countText(news)}
            </span>
          )}
          <span className="sr-only">
            {news > 0
              ? t('{0}: change store, {1} new in other stores', me.store.name, countText(news))
              : t('{0}: change store', me.store.name)}
          </span>
        </button>
        <button
          type="button"
          className="icon-button bell"
          aria-label={told > 0 ? t('Notifications, {0} new', told) : t('Notifications')}
          title={t('Notifications (m)')}
          onClick={onNotifications}
        >
          <Icon name="bell" />
          {told > 0 && <span className="bell-count">{told}</span>}
        </button>
      </div>
      <button type="button" className="jump" onClick={onPalette}>
        <Icon name="search" />
        <span>{t('Search or jump to')}</span>
        <kbd>{/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <ul>
        {VIEWS.filter(({ key }) => key !== 'due' || hasTargets || counts?.due).map((view) =>
          item(
            view.key,
            view.title,
            view.icon,
            view.count && counts?.[view.count],
            view.key === 'mine' || (view.key === 'due' && !!counts?.overdue),
          ),
        )}
      </ul>
      {teams.length > 0 && (
        <>
          <h2>{t('Teams')}</h2>
          <ul>
            {teams.map(({ id, name, emoji, memberIds }) =>
              item(`team:${id}`, name, <TeamMark emoji={emoji} />, counts?.teams[id], memberIds.includes(me.member.id)),
            )}
          </ul>
        </>
      )}
      <h2 className="with-act">
        {t('Saved views')}
        <IconButton icon="plus" label={t('New view')} onClick={onNewView} />
      </h2>
      {views.length > 0 && (
        <ul>
          {views.map(({ id, name, isShared }) =>
            item(savedKey(id), name, isShared ? 'users' : 'filter', viewCounts.counts[id], false, viewCounts.isWhole),
          )}
        </ul>
      )}
      <h2>{t('Channels')}</h2>
      <ul>
        {item('channel:online_store', CHANNELS.online_store as string, 'inbox')}
        {item('channel:email', CHANNELS.email as string, 'mail')}
      </ul>
      {tags.length > 0 && (
        <>
          <h2>{t('Tags')}</h2>
          <ul>
            {tags.slice(0, TAGS_SHOWN).map((tag) => item(`tag:${tag}`, tag, 'tag'))}
            {tags.length > TAGS_SHOWN && (
              <li>
                <Link href={pathTo('settings', 'tags')} className="nav-item">
                  <Icon name="more" />
                  <span className="nav-title">{t('All tags ({0})', tags.length.toLocaleString())}</span>
                </Link>
              </li>
            )}
          </ul>
        </>
      )}
      <div className="sidebar-foot">
        {live === 'offline' && (
          <p className="offline" role="status">
            {t('Offline. Reconnecting…')}
          </p>
        )}
        <ul>
          {item('contacts', t('Contacts'), 'users')}
          {item('reports', t('Reports'), 'chart')}
          {item('settings', t('Settings'), 'settings')}
        </ul>
        <Link href={pathTo('settings', 'account')} className="me">
          <Avatar name={me.member.fullName} url={me.member.avatarUrl} size={24} online={live === 'live'} />
          <span>{me.member.fullName}</span>
        </Link>
      </div>
    </nav>
  )
}
