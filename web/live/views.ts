import type { Conversation, Counts, SavedView } from '../api/records.ts'
import { knownSegments } from '../api/segments.ts'
import { knownTeams } from '../api/team/teams.ts'
import { VIEW_COUNT_MAX } from '../base/limits.ts'
import { t } from '../base/texts.ts'
import type { IconName } from '../ui/Icon.tsx'
import { inbox } from './state.ts'

/** A list of conversations: the query that loads it, and whether a conversation that changed belongs to it. */
export interface View {
  key: string
  title: string
  icon: IconName
  query: string
  count?: Exclude<keyof Counts, 'teams'>
  /** Shown where it is empty. */
  empty: string
  includes(conversation: Conversation, me: string): boolean
  /** Its order, where it is not `byPlace`. */
  order?: typeof byPlace
  /**
   * Whether a conversation belongs to it the service alone can tell: one that fits all else is asked about (loading.ts).
   */
  isAsked?: true
  /** Keeps the list as it was loaded, whatever changes: it is what a report counted. */
  isFixed?: true
}

/** The service counts no further than VIEW_COUNT_MAX, and in saved views only the newest of very many. */
export const countText = (count: number, isWhole = true) =>
  count >= VIEW_COUNT_MAX ? `${VIEW_COUNT_MAX - 1}+` : `${count}${isWhole ? '' : '+'}`

/** Open, and not put aside. */
const isOpen = ({ status, snoozedUntil }: Conversation) => status === 'open' && !snoozedUntil
const OPEN = 'status=open&isSnoozed=false'

export const VIEWS: View[] = [
  {
    key: 'mine',
    title: t('Mine'),
    icon: 'user',
    query: `${OPEN}&assigneeId=me`,
    count: 'mine',
    empty: t('Nothing assigned to you. Pick something from Unassigned.'),
    includes: (one, me) => isOpen(one) && one.memberId === me,
  },
  {
    key: 'unassigned',
    title: t('Unassigned'),
    icon: 'users',
    query: `${OPEN}&assigneeId=unassigned&isChatBot=false`,
    count: 'unassigned',
    empty: t('Every open conversation is assigned.'),
    includes: (one) => isOpen(one) && one.memberId === null && !one.isChatBot,
  },
  {
    key: 'open',
    title: t('All open'),
    icon: 'inbox',
    query: OPEN,
    count: 'open',
    empty: t('All conversations are resolved.'),
    includes: isOpen,
  },
  {
    key: 'ai',
    title: t('AI agent'),
    icon: 'bot',
    query: `${OPEN}&isChatBot=true`,
    count: 'ai',
    empty: t('The AI agent is not handling any conversation.'),
    includes: (one) => isOpen(one) && one.isChatBot,
  },
  {
    key: 'starred',
    title: t('Starred'),
    icon: 'star',
    query: 'isStarred=true',
    count: 'starred',
    empty: t('Star a conversation with S to find it here.'),
    includes: (one) => one.isStarred && !one.isSpam,
  },
  {
    key: 'snoozed',
    title: t('Snoozed'),
    icon: 'clock',
    query: 'isSnoozed=true',
    count: 'snoozed',
    empty: t('Snooze a conversation with H: it comes back at its time, or when its customer writes.'),
    includes: (one) => !!one.snoozedUntil,
    order: byReturn,
  },
  {
    key: 'due',
    title: t('Due'),
    icon: 'flag',
    query: 'isDue=true',
    count: 'due',
    empty: t('No customer is waiting and nothing is due.'),
    includes: (one) => !!one.dueAt,
    order: byDue,
  },
  {
    key: 'resolved',
    title: t('Resolved'),
    icon: 'check',
    query: 'status=resolved',
    empty: t('Nothing has been resolved yet.'),
    includes: (one) => one.status === 'resolved' && !one.isSpam,
  },
  {
    key: 'spam',
    title: t('Spam'),
    icon: 'block',
    query: 'isSpam=true',
    empty: t('No spam. Mark a conversation with ! to move it here.'),
    includes: (one) => !!one.isSpam,
  },
  {
    key: 'playground',
    title: t('AI playground'),
    icon: 'flask',
    query: 'playground=true',
    empty: t('Test conversations with the AI agent appear here.'),
    includes: () => false,
    isFixed: true,
  },
]

/** What members know the channels by: Meta's three by their own names, in every language. */
export const CHANNELS: Record<string, string> = {
  online_store: t('Online store'),
  email: t('Email'),
  social_messenger: 'Messenger',
  photo_social: 'Instagram',
  phone_messenger: 'WhatsApp',
}

const DAY_MS = 24 * 60 * 60 * 1000

/** What a saved view is called in addresses. */
export const savedKey = (id: string) => `view:${id}`
/** What the list behind a figure of a report is called in addresses: the query that it is asked for with. */
export const reportKey = (query: string) => `report:${query}`
/** The saved view that a part of the path names. */
const savedViewOf = (key: string) => inbox.get().views.find(({ id }) => savedKey(id) === key)

/** A saved view's filters, as the list is asked for them. */
function queryOf({ tags, ...filters }: SavedView['filters']): string {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  for (const tag of tags ?? []) query.append('tag', tag)
  return query.toString()
}

/** Whether a conversation fits a saved view's filters, as the service decides it; of its contact's segments nothing is known. */
function fits(one: Conversation, filters: SavedView['filters'], me: string): boolean {
  const { status, assigneeId, team, channel, tags, isSnoozed, isDue, priority, activeWithinDays } = filters
  const wanted = assigneeId === 'me' ? me : assigneeId === 'unassigned' ? null : assigneeId
  if (wanted !== undefined && one.memberId !== wanted) return false
  if (team !== undefined && (one.team ?? 'none') !== team) return false
  if (status !== undefined && one.status !== status) return false
  if (channel !== undefined && one.channels[0] !== channel) return false
  if (tags && !tags.some((tag) => one.tags.includes(tag))) return false
  if (priority !== undefined && (one.priority ?? 'normal') !== priority) return false
  if (isDue !== undefined && !!one.dueAt !== isDue) return false
  if (isSnoozed !== undefined && !!one.snoozedUntil !== isSnoozed) return false
  for (const flag of ['isRead', 'isStarred', 'isChatBot'] as const) {
    if (filters[flag] !== undefined && one[flag] !== filters[flag]) return false
  }
  if (activeWithinDays === undefined) return true
  return one.lastActive !== null && Date.parse(one.lastActive) >= Date.now() - activeWithinDays * DAY_MS
}

/** The view that a part of the path names: one of VIEWS, a saved one, or that of a team, segment, tag, channel, contact, member or a report’s figure. */
export function viewOf(key: string): View | undefined {
  const known = VIEWS.find((view) => view.key === key)
  if (known) return known
  if (!key.includes(':')) return undefined
  const [kind, value = ''] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
  const encoded = encodeURIComponent(value)
  const made = (title: string, icon: IconName, query: string, includes: View['includes']): View => ({
    key,
    title,
    icon,
    query,
    // Spam is in its own list alone.
    includes: (one, me) => !one.isSpam && includes(one, me),
    empty: t('No conversation here.'),
  })
  if (kind === 'view') {
    const saved = savedViewOf(key)
    if (!saved) return undefined
    const { name, filters } = saved
    const view = made(name, 'filter', queryOf(filters), (one, me) => fits(one, filters, me))
    const order = filters.isDue ? byDue : filters.isSnoozed ? byReturn : undefined
    return { ...view, ...(order && { order }), ...(filters.segment !== undefined && { isAsked: true }) }
  }
  if (kind === 'team') {
    const name = knownTeams().find(({ id }) => id === value)?.name ?? t('One team')
    return made(name, 'users', `team=${encoded}&${OPEN}`, (one) => isOpen(one) && one.team === value)
  }
  if (kind === 'segment') {
    const name = knownSegments().find(({ id }) => id === value)?.name ?? t('One segment')
    return { ...made(name, 'users', `segment=${encoded}&${OPEN}`, isOpen), isAsked: true }
  }
  if (kind === 'tag') return made(value, 'tag', `tag=${encoded}`, ({ tags }) => tags.includes(value))
  if (kind === 'channel' && CHANNELS[value]) {
    return made(
      CHANNELS[value],
      'mail',
      `channel=${encoded}&${OPEN}`,
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
      `assigneeId=${encoded}&${OPEN}`,
      (one) => isOpen(one) && one.memberId === value,
    )
  }
  if (kind === 'report') return { ...made(t('From a report'), 'chart', value, () => false), isFixed: true }
  return undefined
}

/** The soonest time first; ties by id, as the service's lists. */
const bySoonest = (timeOf: (one: Conversation) => string | undefined) => (a: Conversation, b: Conversation) => {
  const [x, y] = [timeOf(a) ?? '', timeOf(b) ?? '']
  if (x !== y) return x < y ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
/** Sorts snoozed conversations by their return, the next first. */
export function byReturn(a: Conversation, b: Conversation): number {
  return bySoonest(({ snoozedUntil }) => snoozedUntil)(a, b)
}
/** Sorts conversations with a reply-time target by its time, the earliest first. */
function byDue(a: Conversation, b: Conversation): number {
  return bySoonest(({ dueAt }) => dueAt)(a, b)
}

/**
 * First those that came back from being snoozed, newest return first; then newest activity first; without any, last; ties
 * by id. The service's lists have the same order.
 */
export function byPlace(a: Conversation, b: Conversation): number {
  if (a.returnedAt !== b.returnedAt) return (a.returnedAt ?? '') < (b.returnedAt ?? '') ? 1 : -1
  if (a.returnedAt) return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
  const [x, y] = [a.lastActive ?? '', b.lastActive ?? '']
  if (x !== y) return x < y ? 1 : -1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}
