import { useState } from 'react'
import { useTags } from '../../../api/details.ts'
import { useMembers } from '../../../api/team.ts'
import { go, pathTo } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { cycleTheme } from '../../../base/theme.ts'
import { contactName } from '../../../live/contact-name.ts'
import {
  assignTo,
  markUnread,
  setAiAgent,
  setBlocked,
  setRead,
  setStatus,
  toggleStar,
} from '../../../live/conversation-actions.ts'
import { signOut } from '../../../live/session.ts'
import { inbox, myId } from '../../../live/state.ts'
import { CHANNELS, VIEWS } from '../../../live/views.ts'
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
  const lists = useStore(inbox, (state) => state.lists)
  const tags = useTags()
  const members = useMembers()
  const [query, setQuery] = useState('')
  const one = ids.length === 1 ? conversations[ids[0] as string] : undefined
  const acts: [Choice, () => void][] = []
  const add = (label: string, icon: IconName, work: () => void, hint?: string) =>
    acts.push([{ id: `act-${acts.length}`, label, icon: <Icon name={icon} />, ...(hint ? { hint } : {}) }, work])
  if (ids.length > 0) {
    const isResolved = ids.every((id) => conversations[id]?.status === 'resolved')
    const isRead = ids.every((id) => conversations[id]?.isRead)
    add(
      isResolved ? 'Reopen' : 'Resolve',
      isResolved ? 'reopen' : 'check',
      what === 'palette' ? onResolve : () => void setStatus(ids, isResolved ? 'open' : 'resolved'),
      'e',
    )
    add('Assign…', 'user', () => setTimeout(() => onAsk({ what: 'assign', ids })), 'a')
    add('Assign to me', 'user', () => void assignTo(ids, myId()), 'i')
    add('Tags…', 'tag', () => setTimeout(() => onAsk({ what: 'tag', ids })), 't')
    add('Star', 'star', () => void toggleStar(ids), 's')
    add(
      isRead ? 'Mark as unread' : 'Mark as read',
      'mail',
      () => {
        void (isRead ? markUnread(ids) : setRead(ids, true))
      },
      'u',
    )
  }
  if (one) {
    if (one.isChatBot) add('Take over from the AI agent', 'bot', () => void setAiAgent(one.id, false))
    else add('Hand over to the AI agent', 'bot', () => void setAiAgent(one.id, true))
    add(one.isBlock ? 'Unblock the contact' : 'Block the contact', 'block', () => void setBlocked(one.id, !one.isBlock))
    add('Copy a link', 'link', () => {
      void navigator.clipboard
        ?.writeText(`${location.origin}${pathTo('open', one.id)}`)
        .then(() => toast('Link copied'))
    })
    if (me.member.role === 'admin')
      add('Delete the conversation…', 'trash', () => setTimeout(() => onAsk({ what: 'delete', ids })))
  }
  if (what === 'palette') {
    for (const view of VIEWS) add(`Go to ${view.title}`, view.icon, () => go(pathTo(view.key)))
    for (const [key, title] of Object.entries(CHANNELS))
      add(`Go to ${title}`, 'mail', () => go(pathTo(`channel:${key}`)))
    for (const tag of tags) add(`Go to the tag ${tag}`, 'tag', () => go(pathTo(`tag:${tag}`)))
    for (const { id, fullName } of members)
      add(`Go to ${fullName}’s conversations`, 'user', () => go(pathTo(`member:${id}`)))
    add('Go to reports', 'chart', () => go(pathTo('reports')))
    add('Go to settings', 'settings', () => go(pathTo('settings')))
    add('Search everywhere', 'search', () => setTimeout(() => onAsk({ what: 'search' })), '/')
    add('Notifications', 'bell', () => setTimeout(() => onAsk({ what: 'notifications' })), 'm')
    add('Change light or dark', 'bolt', cycleTheme)
    add('Keyboard', 'bolt', () => setTimeout(() => onAsk({ what: 'keys' })), '?')
    add('Sign out', 'close', () => void signOut())
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
  const label = what === 'palette' ? 'Search or jump to' : 'Conversation'
  return (
    <Picker
      label={label}
      placeholder={what === 'palette' ? 'Type a command or a name…' : 'What to do…'}
      choices={acts.map(([choice]) => choice)}
      onPick={(choice) => acts.find(([{ id }]) => id === choice.id)?.[1]()}
      onQuery={setQuery}
      onClose={() => onAsk(null)}
    />
  )
}
