import { knownNotifications, markNotificationsRead, notificationsQuery } from '../api/notifications.ts'
import { queries } from '../api/queries.ts'
import type { Notification } from '../api/records.ts'
import { knownMembers } from '../api/team/team.ts'
import { currentParts, go, pathTo } from '../base/router.ts'
import { t } from '../base/texts.ts'
import { toast } from '../ui/toast.tsx'
import { showNotice } from './notifications.ts'

/** Notifications while the inbox is open: mentions, conversations that others gave the member, returned ones, replies on hold, missed targets, and approvals. */

/** What a notification says, and where it leads. */
export function describe({ kind, actorId, contactName, text }: Notification, members = knownMembers()): string {
  const who = members.find(({ id }) => id === actorId)?.fullName
  const whom = contactName ?? t('a visitor')
  if (kind === 'return') return t('The conversation with {0} is back from being snoozed', whom)
  if (kind === 'held') return t('Your scheduled reply to {0} was not sent and needs your attention', whom)
  if (kind === 'missed') return t('Reply-time target missed: {0}', whom)
  if (kind === 'approval') return t('Approval needed in the conversation with {0}', whom)
  if (kind === 'assignment') return t('{0} assigned you the conversation with {1}', who ?? t('An integration'), whom)
  const by = who ?? t('The AI agent')
  if (text) return t('{0} mentioned you: {1}', by, text)
  return t('{0} mentioned you in the conversation with {1}', by, whom)
}

export const pathOfNotification = ({ conversationId, messageId }: Notification) =>
  pathTo('open', conversationId) + (messageId === null ? '' : `#${encodeURIComponent(messageId)}`)

let reading: Promise<void> = Promise.resolve()
let isWaiting = false

/** Loads the list again, and tells of what is new in it: one time after the other, for each is compared with the last. */
export function readTold(): Promise<void> {
  if (isWaiting) return reading
  isWaiting = true
  reading = reading.then(() => {
    isWaiting = false
    return read()
  })
  return reading
}

async function read(): Promise<void> {
  const before = knownNotifications()
  const list = await queries.fetchQuery({ ...notificationsQuery, staleTime: 0 }).catch(() => [])
  const [, openId] = currentParts()
  if (!before && openId) noteOpened(openId)
  if (!before) return
  const known = new Set(before.map(({ id }) => id))
  for (const one of list.filter(({ id, isRead }) => !isRead && !known.has(id)).reverse()) tell(one)
}

function tell(one: Notification): void {
  const [, openId] = currentParts()
  if (openId === one.conversationId && !document.hidden) {
    void markNotificationsRead(one.conversationId).catch(() => {})
    return
  }
  const path = pathOfNotification(one)
  if (document.hidden) showNotice(describe(one), { body: one.contactName ?? '', tag: one.conversationId, path })
  toast(describe(one), { act: { label: t('Open'), work: () => go(path) } })
}

/** Opening a conversation marks its notifications as seen. */
export function noteOpened(conversationId: string): void {
  import('./push.ts').then(({ clearPushes }) => clearPushes(conversationId)).catch(() => {})
  const isTold = knownNotifications()?.some((one) => one.conversationId === conversationId && !one.isRead)
  if (isTold) void markNotificationsRead(conversationId).catch(() => {})
}
