import { useState } from 'react'
import { useTags } from '../../../api/details.ts'
import { pathWithStore } from '../../../api/tab-store.ts'
import { useMembers } from '../../../api/team/team.ts'
import { useTeams } from '../../../api/team/teams.ts'
import { go, pathTo } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { cycleTheme } from '../../../base/theme.ts'
import { contactName } from '../../../live/contact-name.ts'
import {
  assignTo,
  markUnread,
  setAiAgent,
  setBlocked,
  setRead,
  setSpam,
  setStatus,
  toggleStar,
} from '../../../live/conversation-actions.ts'
import { loadOtherStores } from '../../../live/load-other-stores.ts'
import { openNewConversation } from '../../../live/new-conversation.ts'
import { signOut } from '../../../live/session.ts'
import { settingsPages } from '../../../live/settings-pages.ts'
import { inbox, myId } from '../../../live/state.ts'
import { stores } from '../../../live/stores.ts'
import { canTranslate, toggleAlways } from '../../../live/translations.ts'
import { CHANNELS, savedKey, VIEWS } from '../../../live/views.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import type { Choice } from '../../../ui/choices.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { MenuProps } from './asking.ts'

/** The command palette, and a conversation's own menu, which has no pages to go to. */
export function ActMenu({ asking: { what, ids }, onAsk, onResolve }: MenuProps) {
  const conversations = useStore(inbox, (state) => state.conversations)
  const me = useStore(inbox, (state) => state.me)
  const views = useStore(inbox, (state) => state.views)
  const lists = useStore(inbox, (state) => state.lists)
  const tags = useTags()
  const members = useMembers()
  const teams = useTeams()
  const others = useStore(stores, (state) => state.others)
  const [query, setQuery] = useState('')
  const one = ids.length === 1 ? conversations[ids[0] as string] : undefined
  const acts: [Choice, () => void][] = []
  const add = (label: string, icon: IconName, work: () => void, hint?: string) =>
    acts.push([{ id: `act-${acts.length}`, label, icon: <Icon name={icon} />, ...(hint ? { hint } : {}) }, work])
  if (ids.length > 0) {
    const isResolved = ids.every((id) => conversations[id]?.status === 'resolved')
    const isRead = ids.every((id) => conversations[id]?.isRead)
    add(
      isResolved ? t('Reopen') : t('Resolve'),
      isResolved ? 'reopen' : 'check',
      what === 'palette' ? onResolve : () => void setStatus(ids, isResolved ? 'open' : 'resolved'),
      'e',
    )
    add(t('Assign…'), 'user', () => setTimeout(() => onAsk({ what: 'assign', ids })), 'a')
    if (teams.length > 0)
      add(t('Assign to a team…'), 'users', () => setTimeout(() => onAsk({ what: 'team', ids })), 'g')
    add(t('Assign to me'), 'user', () => void assignTo(ids, myId()), 'i')
    add(t('Tags…'), 'tag', () => setTimeout(() => onAsk({ what: 'tag', ids })), 't')
    if (ids.some((id) => conversations[id]?.status === 'open'))
      add(t('Snooze…'), 'clock', () => setTimeout(() => onAsk({ what: 'snooze', ids })), 'h')
    add(t('Priority…'), 'flag', () => setTimeout(() => onAsk({ what: 'priority', ids })), 'p')
    const isSpam = ids.every((id) => conversations[id]?.isSpam)
    add(isSpam ? t('Not spam') : t('Mark as spam'), 'block', () => void setSpam(ids, !isSpam), '!')
    add(t('Star'), 'star', () => void toggleStar(ids), 's')
    add(
      isRead ? t('Mark as unread') : t('Mark as read'),
      'mail',
      () => {
        void (isRead ? markUnread(ids) : setRead(ids, true))
      },
      'u',
    )
  }
  if (one) {
    if (one.isChatBot) add(t('Take over from the AI agent'), 'bot', () => void setAiAgent(one.id, false))
    else add(t('Hand off to the AI agent'), 'bot', () => void setAiAgent(one.id, true))
    add(
      one.isBlock ? t('Unblock the contact') : t('Block the contact'),
      'block',
      () => void setBlocked(one.id, !one.isBlock),
    )
    if (canTranslate()) add(t('Translate the conversation, or stop'), 'translate', () => void toggleAlways(one.id), 'l')
    if (one.customerUuid && !one.mergedInto)
      add(t('Merge into another conversation…'), 'link', () => setTimeout(() => onAsk({ what: 'merge', ids })))
    if (one.customerUuid)
      add(t('Merge the contact…'), 'users', () => setTimeout(() => onAsk({ what: 'merge-contact', ids })))
    add(t('Copy a link'), 'link', () => {
      void navigator.clipboard
        ?.writeText(`${location.origin}${pathWithStore(pathTo('open', one.id), me.store.appId)}`)
        .then(() => toast(t('Link copied')))
    })
    if (me.member.role === 'admin')
      add(t('Delete the conversation…'), 'trash', () => setTimeout(() => onAsk({ what: 'delete', ids })))
  }
  if (what === 'palette') {
    add(t('New conversation'), 'plus', () => setTimeout(() => openNewConversation()), 'c')
    for (const view of VIEWS) add(t('Go to {0}', view.title), view.icon, () => go(pathTo(view.key)))
    for (const { id, name } of teams) add(t('Go to {0}', name), 'users', () => go(pathTo(`team:${id}`)))
    for (const { id, name } of views) add(t('Go to {0}', name), 'filter', () => go(pathTo(savedKey(id))))
    add(t('New view…'), 'plus', () => setTimeout(() => onAsk({ what: 'view' })))
    for (const [key, title] of Object.entries(CHANNELS))
      add(t('Go to {0}', title), 'mail', () => go(pathTo(`channel:${key}`)))
    for (const tag of tags) add(t('Go to the tag {0}', tag), 'tag', () => go(pathTo(`tag:${tag}`)))
    for (const { id, fullName } of members)
      add(t('Go to {0}’s conversations', fullName), 'user', () => go(pathTo(`member:${id}`)))
    add(t('Go to contacts'), 'users', () => go(pathTo('contacts')))
    add(t('Go to reports'), 'chart', () => go(pathTo('reports')))
    add(t('Go to settings'), 'settings', () => go(pathTo('settings')))
    for (const { key, title, icon } of settingsPages(me.member.role))
      add(t('Settings: {0}', title), icon, () => go(pathTo('settings', ...key.split('/'))))
    add(t('Search everywhere'), 'search', () => setTimeout(() => onAsk({ what: 'search' })), '/')
    add(t('Change store…'), 'cart', () => setTimeout(() => onAsk({ what: 'stores' })))
    add(t('Notifications'), 'bell', () => setTimeout(() => onAsk({ what: 'notifications' })), 'm')
    add(t('Change light or dark'), 'bolt', cycleTheme)
    add(t('Keyboard'), 'bolt', () => setTimeout(() => onAsk({ what: 'keys' })), '?')
    for (const other of others)
      add(t('Switch to {0}', other.name), 'cart', () => void loadOtherStores().then((all) => all.switchTo(other)))
    add(t('Sign in to another store'), 'plus', () => void loadOtherStores().then((all) => all.signInToAnother()))
    const { otherStores, store } = me
    add(otherStores > 0 ? t('Sign out of {0}', store.name) : t('Sign out'), 'close', () => void signOut())
    // Contacts whose conversations are loaded; the others are found by the search.
    if (query.trim().length > 1) {
      const known = new Set(Object.values(lists).flatMap((list) => list.ids))
      for (const id of [...known].slice(0, 500)) {
        const other = conversations[id]
        if (!other || !contactName(other).toLowerCase().includes(query.trim().toLowerCase())) continue
        acts.push([
          {
            id,
            label: contactName(other),
            also: other.customerEmail ?? '',
            icon: <Avatar name={contactName(other)} size={20} />,
          },
          () => go(pathTo('open', id)),
        ])
      }
    }
  }
  const label = what === 'palette' ? t('Search or jump to') : t('Conversation')
  return (
    <Picker
      label={label}
      placeholder={what === 'palette' ? t('Type a command or a name…') : t('What to do…')}
      choices={acts.map(([choice]) => choice)}
      onPick={(choice) => acts.find(([{ id }]) => id === choice.id)?.[1]()}
      onQuery={setQuery}
      onClose={() => onAsk(null)}
    />
  )
}
