import * as conversations from '../api/conversations.ts'
import { addTag, noteTag, removeTag } from '../api/details.ts'
import type { Conversation } from '../api/records.ts'
import { knownMembers } from '../api/team.ts'
import { t } from '../base/texts.ts'
import { complain, toast } from '../ui/toast.tsx'
import { dropConversation, showConversations } from './lists.ts'
import { loadCounts } from './loading.ts'
import { lay, type Patch } from './patches.ts'
import { inbox, myId } from './state.ts'

/** What members do to conversations: shown at once, then sent, and undone where the service refuses. */

/** Shows a change at once, sends it, and undoes it where the service refuses. */
async function change(id: string, patch: Patch, send: () => Promise<Conversation | string[]>): Promise<boolean> {
  const before = inbox.get().conversations[id]
  const takeOff = before && lay(before, patch)
  const show = (record: Conversation | undefined) => record && showConversations([record])
  if (before) show({ ...before, ...patch(before) })
  try {
    const answer = await send()
    show(takeOff?.(Array.isArray(answer) ? 'taken' : answer))
    loadCounts(300)
    return true
  } catch (error) {
    show(takeOff?.())
    complain(error)
    return false
  }
}

/** At most five calls at a time, so that a change of many conversations does not hold up other requests. */
async function forEach(ids: string[], work: (id: string) => Promise<boolean>): Promise<number> {
  const waiting = [...ids]
  let done = 0
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) if (await work(id)) done++
  }
  await Promise.all(Array.from({ length: Math.min(5, ids.length) }, worker))
  return done
}

export async function setStatus(ids: string[], status: 'open' | 'resolved'): Promise<void> {
  const changed = ids.filter((id) => inbox.get().conversations[id]?.status !== status)
  const done = await forEach(changed, (id) =>
    change(
      id,
      () => ({ status }),
      () => conversations.setState(id, status),
    ),
  )
  if (done === 0) return
  const other = status === 'open' ? 'resolved' : 'open'
  const text =
    status === 'open'
      ? 'Conversation reopened|{0} conversations reopened'
      : 'Conversation resolved|{0} conversations resolved'
  toast(t(text, done), { undo: () => void setStatus(changed, other) })
}

export async function assignTo(ids: string[], memberId: string | null): Promise<void> {
  const done = await forEach(ids, (id) =>
    change(
      id,
      () => ({ memberId }),
      () => conversations.assign(id, memberId),
    ),
  )
  const name = memberId === myId() ? t('you') : knownMembers().find(({ id }) => id === memberId)?.fullName
  if (done > 0)
    toast(
      memberId === null
        ? t('Conversation unassigned|{0} conversations unassigned', done)
        : t('Conversation assigned to {1}|{0} conversations assigned to {1}', done, name),
    )
}

export async function setTag(ids: string[], tag: string, isOn: boolean): Promise<void> {
  await forEach(ids, (id) => {
    const tags = inbox.get().conversations[id]?.tags ?? []
    if (tags.includes(tag) === isOn) return Promise.resolve(false)
    const patch: Patch = (one) => {
      const others = one.tags.filter((other) => other !== tag)
      return { tags: isOn ? [...others, tag] : others }
    }
    return change(id, patch, () => (isOn ? addTag(id, tag) : removeTag(id, tag)))
  })
  if (isOn) noteTag(tag)
}

export async function toggleStar(ids: string[]): Promise<void> {
  const isStarred = !ids.every((id) => inbox.get().conversations[id]?.isStarred)
  await forEach(ids, (id) =>
    change(
      id,
      () => ({ isStarred }),
      () => conversations.setStarred(id, isStarred),
    ),
  )
}

export async function setRead(ids: string[], isRead: boolean): Promise<void> {
  const changed = ids.filter((id) => inbox.get().conversations[id]?.isRead !== isRead)
  await forEach(changed, (id) =>
    change(
      id,
      () => ({ isRead }),
      () => (isRead ? conversations.markRead(id) : conversations.markUnread(id)),
    ),
  )
}

export async function setBlocked(id: string, isBlock: boolean): Promise<void> {
  if (
    await change(
      id,
      () => ({ isBlock }),
      () => conversations.setBlocked(id, isBlock),
    )
  ) {
    toast(isBlock ? t('Contact blocked: they cannot write any more') : t('Contact unblocked'))
  }
}

export async function setAiAgent(id: string, isChatBot: boolean): Promise<void> {
  await change(
    id,
    () => ({ isChatBot }),
    () => conversations.setAiAgent(id, isChatBot),
  )
}

export async function removeConversation(id: string): Promise<void> {
  try {
    await conversations.deleteConversation(id)
    dropConversation(id)
    loadCounts()
    toast(t('Conversation deleted'))
  } catch (error) {
    complain(error)
  }
}

/** Conversations that were marked as unread while on screen: they stay so until one leaves them. */
const leftUnread = new Set<string>()

export function markUnread(ids: string[]): Promise<void> {
  for (const id of ids) leftUnread.add(id)
  return setRead(ids, false)
}
export const isLeftUnread = (id: string) => leftUnread.has(id)
export const leave = (id: string) => void leftUnread.delete(id)
