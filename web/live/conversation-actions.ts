import * as conversations from '../api/conversations.ts'
import { addTag, noteTag, removeTag } from '../api/details.ts'
import type { Conversation, Priority } from '../api/records.ts'
import { knownMembers } from '../api/team/team.ts'
import { knownTeams } from '../api/team/teams.ts'
import { t } from '../base/texts.ts'
import { comingTime } from '../base/time.ts'
import { complain, toast, undoable } from '../ui/toast.tsx'
import { dropConversation, showConversations } from './lists.ts'
import { loadCounts } from './loading.ts'
import { lay, type Patch } from './optimistic-updates.ts'
import { PRIORITIES } from './priorities.ts'
import { inbox, myId } from './state.ts'

/** What members do to conversations: shown at once, then sent, and undone where the service refuses. */

/** Shows a change at once, sends it, and undoes it where the service refuses, whose error it throws then. */
async function change(id: string, patch: Patch, send: () => Promise<Conversation | string[]>): Promise<void> {
  const before = inbox.get().conversations[id]
  const takeOff = before && lay(before, patch)
  const show = (record: Conversation | undefined) => record && showConversations([record])
  if (before) show({ ...before, ...patch(before) })
  try {
    const answer = await send()
    show(takeOff?.(Array.isArray(answer) ? 'taken' : answer))
    loadCounts(300)
  } catch (error) {
    show(takeOff?.())
    throw error
  }
}

/**
 * At most five calls at a time, so that a change of many conversations does not hold up other requests. What the service
 * rejects is shown once for all of them, with the first reason; returns those that were changed.
 */
async function forEach(ids: string[], work: (id: string) => Promise<void>): Promise<string[]> {
  const waiting = [...ids]
  const done: string[] = []
  const errors: Error[] = []
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const one = id
      await work(one).then(
        () => done.push(one),
        (error: Error) => errors.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(5, ids.length) }, worker))
  const [first] = errors
  if (first && ids.length === 1) complain(first)
  else if (first) {
    const text = t('{0} of {1} conversations could not be changed: {2}', errors.length, ids.length, first.message)
    toast(text, { kind: 'error' })
  }
  return done
}

export function setStatus(ids: string[], status: Conversation['status']): Promise<void> {
  const changed = ids.filter((id) => inbox.get().conversations[id]?.status !== status)
  return undoable(async () => {
    const done = await statusEach(changed, status)
    if (done.length === 0) return undefined
    const text =
      status === 'open'
        ? 'Conversation reopened|{0} conversations reopened'
        : 'Conversation resolved|{0} conversations resolved'
    return {
      text: t(text, done.length),
      undo: () => void statusEach(done, status === 'open' ? 'resolved' : 'open'),
    }
  })
}

function statusEach(ids: string[], status: Conversation['status']): Promise<string[]> {
  return forEach(ids, (id) =>
    change(
      id,
      () => ({ status, ...AWAKE }),
      () => conversations.setState(id, status),
    ),
  )
}

/** Puts conversations aside until a time, or until their customers write; null ends that. */
export function snooze(ids: string[], until: Date | null): Promise<void> {
  const to = until?.toISOString() ?? null
  const before = new Map(ids.map((id) => [id, inbox.get().conversations[id]?.snoozedUntil ?? null]))
  return undoable(async () => {
    const done = await snoozeEach(ids, () => to)
    if (done.length === 0) return undefined
    const text =
      to === null
        ? t('Conversation is back|{0} conversations are back', done.length)
        : t('Snoozed until {1}|{0} conversations snoozed until {1}', done.length, comingTime(to))
    return { text, undo: () => void snoozeEach(done, (id) => before.get(id) ?? null) }
  })
}

/** The keys are there only while they say something. */
const AWAKE = { snoozedUntil: undefined, returnedAt: undefined } as Partial<Conversation>

function snoozeEach(ids: string[], untilOf: (id: string) => string | null): Promise<string[]> {
  return forEach(ids, (id) => {
    const until = untilOf(id)
    const patch = () => ({ ...AWAKE, ...(until !== null && { snoozedUntil: until }) })
    return change(id, patch, () => conversations.setSnoozed(id, until))
  })
}

export function assignTo(ids: string[], memberId: string | null): Promise<void> {
  const before = new Map(ids.map((id) => [id, inbox.get().conversations[id]?.memberId ?? null]))
  return undoable(async () => {
    const done = await assignEach(ids, () => memberId)
    const name = memberId === myId() ? t('you') : knownMembers().find(({ id }) => id === memberId)?.fullName
    if (done.length === 0) return undefined
    const text =
      memberId === null
        ? t('Conversation unassigned|{0} conversations unassigned', done.length)
        : t('Conversation assigned to {1}|{0} conversations assigned to {1}', done.length, name)
    return { text, undo: () => void assignEach(done, (id) => before.get(id) ?? null) }
  })
}

function assignEach(ids: string[], memberOf: (id: string) => string | null): Promise<string[]> {
  return forEach(ids, (id) => {
    const memberId = memberOf(id)
    return change(
      id,
      () => ({ memberId }),
      () => conversations.assign(id, memberId),
    )
  })
}

/** Gives conversations to a team, or to none. Who has one and is not of the team loses it, as the service has it. */
export function assignTeam(ids: string[], teamId: string | null): Promise<void> {
  const before = new Map(ids.map((id) => [id, inbox.get().conversations[id]?.team ?? null]))
  return undoable(async () => {
    const done = await giveEach(ids, () => teamId)
    if (done.length === 0) return undefined
    const name = knownTeams().find(({ id }) => id === teamId)?.name
    const text =
      teamId === null
        ? t('Conversation removed from its team|{0} conversations removed from their teams', done.length)
        : t('Conversation assigned to {1}|{0} conversations assigned to {1}', done.length, name)
    return { text, undo: () => void giveEach(done, (id) => before.get(id) ?? null) }
  })
}

function giveEach(ids: string[], teamOf: (id: string) => string | null): Promise<string[]> {
  return forEach(ids, (id) => {
    const teamId = teamOf(id)
    const members = knownTeams().find((team) => team.id === teamId)?.memberIds
    const patch: Patch = ({ memberId }) => ({
      // The key is there only while there is a team.
      ...({ team: teamId ?? undefined } as Partial<Conversation>),
      ...(members && memberId !== null && !members.includes(memberId) && { memberId: null }),
    })
    return change(id, patch, () => conversations.giveToTeam(id, teamId))
  })
}

/** Says how urgent conversations are. Which target is missed when, the service tells. */
export function setPriority(ids: string[], priority: Priority): Promise<void> {
  const before = new Map(ids.map((id) => [id, inbox.get().conversations[id]?.priority ?? 'normal']))
  return undoable(async () => {
    const done = await setEach(ids, () => priority)
    if (done.length === 0) return undefined
    const text = t(
      'Priority of one conversation: {1}|Priority of {0} conversations: {1}',
      done.length,
      PRIORITIES[priority],
    )
    return { text, undo: () => void setEach(done, (id) => before.get(id) ?? 'normal') }
  })
}

function setEach(ids: string[], priorityOf: (id: string) => Priority): Promise<string[]> {
  return forEach(ids, (id) => {
    const priority = priorityOf(id)
    // The key is there only where it is not normal.
    const patch = () => ({ priority: priority === 'normal' ? undefined : priority }) as Partial<Conversation>
    return change(id, patch, () => conversations.setPriority(id, priority))
  })
}

export async function setTag(ids: string[], tag: string, isOn: boolean): Promise<void> {
  const setAll = async () => {
    const done = await tagEach(ids, tag, isOn)
    if (isOn) noteTag(tag)
    if (done.length === 0) return undefined
    const text = isOn
      ? t('One conversation tagged {1}|{0} conversations tagged {1}', done.length, tag)
      : t('Tag {1} removed from one conversation|Tag {1} removed from {0} conversations', done.length, tag)
    return { text, undo: () => void tagEach(done, tag, !isOn) }
  }
  // One conversation shows its tags.
  if (ids.length === 1) await setAll()
  else await undoable(setAll)
}

/** Answers those that were changed: who has the tag already, or has it not, stays as it is. */
function tagEach(ids: string[], tag: string, isOn: boolean): Promise<string[]> {
  const hasIt = (id: string) => inbox.get().conversations[id]?.tags.includes(tag) ?? false
  const changed = ids.filter((id) => hasIt(id) !== isOn)
  return forEach(changed, (id) => {
    const patch: Patch = (one) => {
      const others = one.tags.filter((other) => other !== tag)
      return { tags: isOn ? [...others, tag] : others }
    }
    return change(id, patch, () => (isOn ? addTag(id, tag) : removeTag(id, tag)))
  })
}

/** Marks conversations as spam, or as none; "not spam" restores what they were. */
export function setSpam(ids: string[], isSpam: boolean): Promise<void> {
  const changed = ids.filter((id) => !!inbox.get().conversations[id]?.isSpam !== isSpam)
  return undoable(async () => {
    const done = await spamEach(changed, isSpam)
    if (done.length === 0) return undefined
    const text = isSpam
      ? t('Marked as spam|{0} conversations marked as spam', done.length)
      : t('Not spam any more|{0} conversations are not spam any more', done.length)
    return { text, undo: () => void spamEach(done, !isSpam) }
  })
}

function spamEach(ids: string[], isSpam: boolean): Promise<string[]> {
  return forEach(ids, (id) =>
    change(
      id,
      // The key is there only where it is spam. What it was before, the service knows.
      () => (isSpam ? { isSpam, status: 'resolved', ...AWAKE } : ({ isSpam: undefined } as Partial<Conversation>)),
      () => conversations.setSpam(id, isSpam),
    ),
  )
}

/** Marks as spam, unless all of them are. */
export const toggleSpam = (ids: string[]): Promise<void> =>
  setSpam(ids, !ids.every((id) => inbox.get().conversations[id]?.isSpam))

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
  const done = await forEach([id], () =>
    change(
      id,
      () => ({ isBlock }),
      () => conversations.setBlocked(id, isBlock),
    ),
  )
  if (done.length > 0) toast(isBlock ? t('Contact blocked. They can no longer send messages.') : t('Contact unblocked'))
}

export async function setAiAgent(id: string, isChatBot: boolean): Promise<void> {
  await forEach([id], () =>
    change(
      id,
      () => ({ isChatBot }),
      () => conversations.setAiAgent(id, isChatBot),
    ),
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
