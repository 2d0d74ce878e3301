import type { Conversation, Counts } from '../api/records.ts'
import { VIEW_COUNT_MAX } from '../base/limits.ts'
import { t } from '../base/texts.ts'
import type { IconName } from '../ui/Icon.tsx'

/** A list of conversations: the query that loads it, and whether a conversation that changed belongs to it. */
export interface View {
  key: string
  title: string
  icon: IconName
  query: string
  count?: keyof Counts
  /** Shown where it is empty. */
  empty: string
  includes(conversation: Conversation, me: string): boolean
}

/** The service counts no further than VIEW_COUNT_MAX. */
export const countText = (count: number) => (count >= VIEW_COUNT_MAX ? `${VIEW_COUNT_MAX - 1}+` : String(count))

const isOpen = ({ status }: Conversation) => status === 'open'

export const VIEWS: View[] = [
  {
    key: 'mine',
    title: t('Mine'),
    icon: 'user',
    query: 'status=open&assigneeId=me',
    count: 'mine',
    empty: t('Nothing is assigned to you. Enjoy the calm, or take something from Unassigned.'),
    includes: (one, me) => isOpen(one) && one.memberId === me,
  },
  {
    key: 'unassigned',
    title: t('Unassigned'),
    icon: 'users',
    query: 'status=open&assigneeId=unassigned&isChatBot=false',
    count: 'unassigned',
    empty: t('Every open conversation has somebody who looks after it.'),
    includes: (one) => isOpen(one) && one.memberId === null && !one.isChatBot,
  },
  {
    key: 'open',
    title: t('All open'),
    icon: 'inbox',
    query: 'status=open',
    count: 'open',
    empty: t('All conversations are resolved.'),
    includes: isOpen,
  },
  {
    key: 'ai',
    title: t('AI agent'),
    icon: 'bot',
    query: 'status=open&isChatBot=true',
    count: 'ai',
    empty: t('The AI agent holds no conversation.'),
    includes: (one) => isOpen(one) && one.isChatBot,
  },
  {
    key: 'starred',
    title: t('Starred'),
    icon: 'star',
    query: 'isStarred=true',
    count: 'starred',
    empty: t('Star a conversation with S to find it here.'),
    includes: (one) => one.isStarred,
  },
  {
    key: 'resolved',
    title: t('Resolved'),
    icon: 'check',
    query: 'status=resolved',
    empty: t('Nothing has been resolved yet.'),
    includes: (one) => one.status === 'resolved',
  },
  {
    key: 'playground',
    title: t('AI playground'),
    icon: 'flask',
    query: 'playground=true',
    empty: t('Test conversations with the AI agent appear here.'),
    includes: () => false,
  },
]

export const CHANNELS: Record<string, string> = {
  online_store: t('Online store'),
  email: t('Email'),
  social_messenger: t('Social messenger'),
  photo_social: t('Photo social'),
  phone_messenger: t('Phone messenger'),
}

/** The view that a part of the path names: one of VIEWS, or that of a tag, channel, contact or member. */
export function viewOf(key: string): View | undefined {
  const known = VIEWS.find((view) => view.key === key)
  if (known) return known
  const [kind, value = ''] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
  const encoded = encodeURIComponent(value)
  const made = (title: string, icon: IconName, query: string, includes: View['includes']): View => ({
    key,
    title,
    icon,
    query,
    includes,
    empty: t('No conversation here.'),
  })
  if (kind === 'tag') return made(value, 'tag', `tag=${encoded}`, ({ tags }) => tags.includes(value))
  if (kind === 'channel' && CHANNELS[value]) {
    return made(
      CHANNELS[value],
      'mail',
      `channel=${encoded}&status=open`,
      (one) => isOpen(one) && one.channels[0] === value,
    )
  }
  if (kind === 'customer') {
    return made(t('One contact'), 'user', `customerUuid=${encoded}`, (one) => one.customerUuid === value)
  }
  if (kind === 'member') {
    return made(
      t('One member'),
      'user',
      `assigneeId=${encoded}&status=open`,
      (one) => isOpen(one) && one.memberId === value,
    )
  }
  return undefined
}

/** Newest activity first; without any, last; ties by id. The service's lists have the same order. */
export function byActivity(a: Conversation, b: Conversation): number {
  const [x, y] = [a.lastActive ?? '', b.lastActive ?? '']
  if (x !== y) return x < y ? 1 : -1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}
