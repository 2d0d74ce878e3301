import type { Conversation } from '../../api/types.ts'
import { complain, toast } from '../../ui/toast.tsx'
import * as calls from './calls.ts'
import {
  dropConversation,
  EMPTY_LIST,
  inbox,
  myId,
  type Pending,
  patchList,
  patchThread,
  takeConversations,
  takeMessages,
} from './state.ts'
import { viewOf } from './views.ts'

/** What the screen does: shown at once, then asked of the service, and taken back where that refuses. */

const take = (records: Conversation[]) => takeConversations(records, viewOf)

/** The first page of a view anew, or the next one. What is shown stays until the answer is here. */
export async function loadList(key: string, which: 'first' | 'more'): Promise<void> {
  const view = viewOf(key)
  const list = inbox.get().lists[key] ?? EMPTY_LIST
  if (!view || list.isLoading || (which === 'more' && !list.nextCursor)) return
  patchList(key, { isLoading: true, error: null })
  try {
    const page = await calls.listConversations(view.query, which === 'more' ? list.nextCursor : null)
    inbox.set(({ conversations }) => ({
      conversations: { ...conversations, ...Object.fromEntries(page.data.map((one) => [one.id, one])) },
    }))
    const ids = page.data.map(({ id }) => id)
    const before = inbox.get().lists[key]?.ids ?? []
    patchList(key, {
      ids: which === 'more' ? [...before.filter((id) => !ids.includes(id)), ...ids] : ids,
      nextCursor: page.paging.nextCursor,
      isLoading: false,
      isKnown: true,
    })
  } catch (error) {
    patchList(key, { isLoading: false, error: (error as Error).message })
  }
}

export async function loadThread(id: string, which: 'newest' | 'older'): Promise<void> {
  const thread = inbox.get().threads[id]
  if (thread?.isLoading || (which === 'older' && !thread?.nextCursor)) return
  patchThread(id, { isLoading: true, error: null })
  try {
    const page = await calls.listMessages(id, which === 'older' ? (thread?.nextCursor ?? null) : null)
    const known = inbox.get().threads[id]
    // Newest again over a thread that is known: its older part stays where it was.
    const nextCursor = which === 'newest' && known?.isKnown ? known.nextCursor : page.paging.nextCursor
    const revision = which === 'newest' ? page.revision : 0
    takeMessages(id, page.data, { isLoading: false, isKnown: true, nextCursor, revision })
  } catch (error) {
    patchThread(id, { isLoading: false, error: (error as Error).message })
  }
}

export async function loadConversation(id: string): Promise<void> {
  take([await calls.getConversation(id)])
}

let countsDue: ReturnType<typeof setTimeout> | undefined
/** Soon, and once for many changes. */
export function loadCounts(inMs = 0): void {
  if (countsDue) return
  countsDue = setTimeout(() => {
    countsDue = undefined
    calls.getCounts().then(
      (counts) => inbox.set({ counts }),
      () => {},
    )
  }, inMs)
}

/** Shows a change at once; asks for it; takes it back where it is refused. */
async function change(
  id: string,
  patch: Partial<Conversation>,
  ask: () => Promise<Conversation | string[]>,
): Promise<boolean> {
  const before = inbox.get().conversations[id]
  if (before) take([{ ...before, ...patch }])
  try {
    const answer = await ask()
    const now = inbox.get().conversations[id]
    if (!Array.isArray(answer)) take([answer])
    else if (now) take([{ ...now, tags: answer }])
    loadCounts(300)
    return true
  } catch (error) {
    if (before) take([before])
    complain(error)
    return false
  }
}

/** One after the other for few, side by side for many: a bulk act must not hold up the rest. */
async function forEach(ids: string[], work: (id: string) => Promise<boolean>): Promise<number> {
  const waiting = [...ids]
  let done = 0
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) if (await work(id)) done++
  }
  await Promise.all(Array.from({ length: Math.min(5, ids.length) }, worker))
  return done
}

const many = (count: number) => (count === 1 ? 'Conversation' : `${count} conversations`)

export async function setStatus(ids: string[], status: 'open' | 'resolved'): Promise<void> {
  const changed = ids.filter((id) => inbox.get().conversations[id]?.status !== status)
  const done = await forEach(changed, (id) => change(id, { status }, () => calls.setState(id, status)))
  if (done === 0) return
  const other = status === 'open' ? 'resolved' : 'open'
  toast(`${many(done)} ${status === 'open' ? 'reopened' : 'resolved'}`, { undo: () => void setStatus(changed, other) })
}

export async function assignTo(ids: string[], memberId: string | null): Promise<void> {
  const done = await forEach(ids, (id) => change(id, { memberId }, () => calls.assign(id, memberId)))
  const name = memberId === myId() ? 'you' : inbox.get().members.find(({ id }) => id === memberId)?.fullName
  if (done > 0) toast(memberId === null ? `${many(done)} unassigned` : `${many(done)} assigned to ${name}`)
}

export async function setTag(ids: string[], tag: string, isOn: boolean): Promise<void> {
  await forEach(ids, (id) => {
    const tags = inbox.get().conversations[id]?.tags ?? []
    if (tags.includes(tag) === isOn) return Promise.resolve(false)
    const next = isOn ? [...tags, tag] : tags.filter((one) => one !== tag)
    return change(id, { tags: next }, () => (isOn ? calls.addTag(id, tag) : calls.removeTag(id, tag)))
  })
  if (isOn && !inbox.get().tags.includes(tag)) inbox.set(({ tags }) => ({ tags: [...tags, tag].sort() }))
}

export async function toggleStar(ids: string[]): Promise<void> {
  const isStarred = !ids.every((id) => inbox.get().conversations[id]?.isStarred)
  await forEach(ids, (id) => change(id, { isStarred }, () => calls.setStarred(id, isStarred)))
}

export async function setRead(ids: string[], isRead: boolean): Promise<void> {
  const changed = ids.filter((id) => inbox.get().conversations[id]?.isRead !== isRead)
  await forEach(changed, (id) => change(id, { isRead }, () => (isRead ? calls.markRead(id) : calls.markUnread(id))))
}

export async function setBlocked(id: string, isBlock: boolean): Promise<void> {
  if (await change(id, { isBlock }, () => calls.setBlocked(id, isBlock))) {
    toast(isBlock ? 'Customer blocked: they cannot write any more' : 'Customer unblocked')
  }
}

export async function setAi(id: string, isChatBot: boolean): Promise<void> {
  await change(id, { isChatBot }, () => calls.setAi(id, isChatBot))
}

export async function removeConversation(id: string): Promise<void> {
  try {
    await calls.deleteConversation(id)
    dropConversation(id)
    loadCounts()
    toast('Conversation deleted')
  } catch (error) {
    complain(error)
  }
}

/** Sends what was written. It stands in the thread at once; where it fails, it stays there to be sent again. */
export function sendMessage(id: string, text: string, isNote: boolean, files: calls.SentFile[] = []): void {
  const clientId = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`
  const message = { clientId, text, isNote, files, createdAt: new Date().toISOString(), error: null }
  inbox.set(({ pending }) => ({ pending: { ...pending, [id]: [...(pending[id] ?? []), message] } }))
  void deliver(id, message)
}

export function retry(id: string, message: Pending): void {
  patchPending(id, message.clientId, null)
  void deliver(id, message)
}

export function discard(id: string, { clientId }: Pending): void {
  inbox.set(({ pending }) => ({
    pending: { ...pending, [id]: pending[id]?.filter((one) => one.clientId !== clientId) ?? [] },
  }))
}

async function deliver(id: string, { clientId, text, isNote, files }: Pending): Promise<void> {
  try {
    takeMessages(id, [await calls.postMessage(id, { clientId, text, isNote, files: files.map((file) => file.id) })])
    // The list's preview follows by the socket; without one it is asked for.
    if (inbox.get().live !== 'live') await loadConversation(id)
  } catch (error) {
    patchPending(id, clientId, (error as Error).message)
  }
}

function patchPending(id: string, clientId: string, error: string | null): void {
  inbox.set(({ pending }) => ({
    pending: {
      ...pending,
      [id]: pending[id]?.map((one) => (one.clientId === clientId ? { ...one, error } : one)) ?? [],
    },
  }))
}

export async function editMessage(id: string, messageId: string, text: string): Promise<void> {
  takeMessages(id, [await calls.editMessage(id, messageId, text)])
}

export async function deleteMessage(id: string, messageId: string): Promise<void> {
  try {
    takeMessages(id, [await calls.deleteMessage(id, messageId)])
  } catch (error) {
    complain(error)
  }
}
