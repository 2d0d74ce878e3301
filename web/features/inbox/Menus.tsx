import { useState } from 'react'
import { useStore } from '../../api/store.ts'
import { go, pathTo } from '../../app/router.ts'
import { signOut } from '../../app/session.ts'
import { cycleTheme } from '../../app/theme.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { type Choice, Picker } from '../../ui/Picker.tsx'
import { toast } from '../../ui/toast.tsx'
import { assignTo, removeConversation, setAi, setBlocked, setRead, setStatus, setTag, toggleStar } from './actions.ts'
import { nameOf } from './Row.tsx'
import { inbox, myId } from './state.ts'
import { leftUnread } from './Thread.tsx'
import { CHANNELS, VIEWS } from './views.ts'

export type Asking =
  | { what: 'assign' | 'tag' | 'palette' | 'more' | 'delete'; ids: string[] }
  | { what: 'search' | 'keys' }

interface Props {
  asking: Asking & { ids: string[] }
  onAsk: (asking: Asking | null) => void
  onResolve: () => void
}

/** What asks "to whom?", "which one?", "what next?". */
export function Menus({ asking, onAsk, onResolve }: { asking: Asking; onAsk: Props['onAsk']; onResolve: () => void }) {
  if (!('ids' in asking)) return null
  const props = { asking, onAsk, onResolve }
  if (asking.what === 'assign') return <AssignMenu {...props} />
  if (asking.what === 'tag') return <TagMenu {...props} />
  if (asking.what === 'delete') return <DeleteDialog {...props} />
  return <ActMenu {...props} />
}

function AssignMenu({ asking: { ids }, onAsk }: Props) {
  const members = useStore(inbox, (state) => state.members)
  const team = useStore(inbox, (state) => state.team)
  const current = useStore(inbox, (state) =>
    ids.length === 1 ? state.conversations[ids[0] as string]?.memberId : undefined,
  )
  const sorted = members
    .filter(({ active }) => active)
    .sort((a, b) => Number(b.id === myId()) - Number(a.id === myId()))
  const choices: Choice[] = [
    ...sorted.map((member) => ({
      id: member.id,
      label: member.id === myId() ? `${member.fullName} (you)` : member.fullName,
      also: member.email,
      icon: <Avatar name={member.fullName} url={member.avatarUrl} size={20} online={team.includes(member.id)} />,
      isOn: member.id === current,
    })),
    { id: '', label: 'Nobody', also: 'unassign', icon: <Icon name="close" /> },
  ]
  return (
    <Picker
      label="Assign to"
      placeholder="Assign to…"
      choices={choices}
      onPick={({ id }) => void assignTo(ids, id || null)}
      onClose={() => onAsk(null)}
    />
  )
}

function TagMenu({ asking: { ids }, onAsk }: Props) {
  const tags = useStore(inbox, (state) => state.tags)
  const conversations = useStore(inbox, (state) => state.conversations)
  const hasAll = (tag: string) => ids.every((id) => conversations[id]?.tags.includes(tag))
  return (
    <Picker
      label="Tags"
      placeholder="Put a tag on, or take it off…"
      choices={tags.map((tag) => ({ id: tag, label: tag, icon: <Icon name="tag" />, isOn: hasAll(tag) }))}
      onPick={({ id: tag }) => void setTag(ids, tag, !hasAll(tag))}
      onNew={(tag) => void setTag(ids, tag, true)}
      onClose={() => onAsk(null)}
      keepOpen
    />
  )
}

/** The palette, and a conversation's own menu: the same acts, with and without the places to go to. */
function ActMenu({ asking: { what, ids }, onAsk, onResolve }: Props) {
  const conversations = useStore(inbox, (state) => state.conversations)
  const me = useStore(inbox, (state) => state.me)
  const lists = useStore(inbox, (state) => state.lists)
  const tags = useStore(inbox, (state) => state.tags)
  const members = useStore(inbox, (state) => state.members)
  const [query, setQuery] = useState('')
  const one = ids.length === 1 ? conversations[ids[0] as string] : undefined
  const acts: [Choice, () => void][] = []
  const add = (label: string, icon: IconName, work: () => void, hint?: string) =>
    acts.push([{ id: label, label, icon: <Icon name={icon} />, ...(hint ? { hint } : {}) }, work])
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
        if (isRead) for (const id of ids) leftUnread.add(id)
        void setRead(ids, !isRead)
      },
      'u',
    )
  }
  if (one) {
    if (one.isChatBot) add('Take over from the AI agent', 'bot', () => void setAi(one.id, false))
    else add('Hand over to the AI agent', 'bot', () => void setAi(one.id, true))
    add(
      one.isBlock ? 'Unblock the customer' : 'Block the customer',
      'block',
      () => void setBlocked(one.id, !one.isBlock),
    )
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
    add('Change light or dark', 'bolt', cycleTheme)
    add('Keyboard', 'bolt', () => setTimeout(() => onAsk({ what: 'keys' })), '?')
    add('Sign out', 'close', () => void signOut())
    // People whose conversations are loaded already; the rest is a search away.
    if (query.trim().length > 1) {
      const known = new Set(Object.values(lists).flatMap((list) => list.ids))
      for (const id of [...known].slice(0, 500)) {
        const other = conversations[id]
        if (!other || !nameOf(other).toLowerCase().includes(query.trim().toLowerCase())) continue
        acts.push([
          {
            id,
            label: nameOf(other),
            also: other.customerEmail ?? '',
            icon: <Avatar name={nameOf(other)} size={20} />,
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

function DeleteDialog({ asking: { ids }, onAsk }: Props) {
  const [id = ''] = ids
  return (
    <Dialog label="Delete the conversation" onClose={() => onAsk(null)} className="ask">
      <h2>Delete this conversation?</h2>
      <p>Its messages, notes and files are deleted for good. The customer’s profile stays.</p>
      <div className="ask-acts">
        <Button onClick={() => onAsk(null)}>Keep it</Button>
        <Button
          kind="danger"
          onClick={() => {
            onAsk(null)
            go(pathTo('open'))
            void removeConversation(id)
          }}
        >
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
