import type { Page } from '../../shared/bridge.ts'
import type { Conversation, Message, Ready } from '../../shared/records.ts'
import { createApi } from './connection/api.ts'
import { createLine } from './connection/line.ts'
import type { FromServer } from './connection/socket.ts'
import { createHistory } from './history.ts'
import { keptBy, NOBODY, UNTOUCHED } from './initial-state.ts'
import { meets, merge } from './merge.ts'
import { createOffline } from './offline.ts'
import { createOutbox } from './outbox.ts'
import { createEarlier, knownOf } from './past-conversations.ts'
import { type Emit, messageOf, tellChanges } from './sdk-state.ts'
import { createSession } from './session.ts'
import { createStore, type EngineState, type Pending, type Screen } from './state.ts'
import { createStorage, type StandIn } from './storage.ts'
import { createTabs, type Word } from './tabs.ts'
import { createTasks } from './tasks.ts'
import { createTyping } from './typing.ts'

export interface Outside {
  emit: Emit
  /** A message came and the panel is closed, or the shopper is elsewhere. */
  announce(message: Message): void
  dropped(name: string, why: string): void
  /** For browsers that refuse the frame a storage of its own. */
  page: StandIn
}

/** Interval of read receipts: many replies in a row cause one, because a socket has 60 frames per minute. */
const READ_MS = 1_500

/**
 * Everything but the screens: session, socket, outbox, what is read and typed, and who the shopper is. What can stand
 * alone does, in files beside this; here is one closure, for all of it acts on one session.
 */
export function createEngine(appId: string, locale: string, outside: Outside) {
  const storage = createStorage(appId, outside.page)
  const store = createStore<EngineState>({ ...UNTOUCHED, ...keptBy(storage), locale })
  const api = createApi(appId, () => storage.get('token'))
  const tabs = createTabs(appId, heard)
  const tasks = createTasks()
  const offline = createOffline(store)
  const showTyping = createTyping(store, outside.emit)
  const socket = createLine(appId, api, {
    token: () => storage.get('token'),
    known: () => knownOf(store.get()),
    receive,
    connected(connected) {
      store.set({ connected, ...(connected ? {} : { typing: null }) })
      offline.judge()
      if (!connected) return
      tellPages()
      outbox.wake()
      tasks.wake()
      markRead()
    },
    refused: () => startSession().catch(() => {}),
  })
  const outbox = createOutbox(
    { store, storage, tabs, api },
    {
      async ready() {
        if (needsForm()) return false
        await tasks.done()
        if (needsForm()) return false // the server refused the form
        await ensureSession()
        return true
      },
      renew: () => startSession(),
      arrived,
      refused: ({ clientId, text, failed }) =>
        outside.emit('message:failed', { clientId, text, code: failed?.code, message: failed?.message }),
    },
  )

  const session = createSession(
    { appId, store, storage, tabs, api },
    {
      opened(ready) {
        take(ready)
        socket.start()
        offline.judge()
      },
    },
  )
  const { ensureSession, startSession } = session

  /** Takes over the server's state. The current conversation is extended if the two overlap; otherwise it is replaced. */
  function take(ready: Ready): void {
    const before = store.get()
    const { conversation } = ready
    session.note(conversation)
    const isSame = before.conversation?.id === conversation?.id
    const isJoined = isSame && before.messages.length > 0 && (ready.complete || meets(before.messages, ready.messages))
    if (!isJoined) history.restart()
    store.set({
      visitor: ready.visitor,
      session: ready.session?.id ?? before.session,
      online: ready.online,
      conversation,
      isEarlier: before.isEarlier && isSame, // one that is gone makes way for the current one
      messages: merge(isJoined ? before.messages : [], ready.messages),
      hasOlder: isJoined ? before.hasOlder : !ready.complete,
    })
    if (before.session === null) return // the initial load is not announced as new
    if (isSame && before.messages.length > 0) {
      tellChanges(before, conversation, outside.emit, () => escalation)
      tellNew(before.messages, ready.messages)
    } else if (!before.conversation && before.outbox.length > 0) tellChanges(before, conversation, outside.emit)
    markRead()
  }

  function receive(message: FromServer): void {
    if (message.type === 'ready') take(message)
    else if (message.type === 'changes') changed(message.conversation, message.messages)
    else if (message.type === 'online') store.set({ online: message.online })
    else if (message.type === 'typing') showTyping(message)
    else if (message.type === 'ended') forget()
  }

  function changed(conversation: Conversation, incoming: Message[]): void {
    const before = store.get()
    if (before.conversation?.id === conversation.id && conversation.revision < before.conversation.revision) return
    const known = before.conversation?.id === conversation.id ? before.messages : []
    store.set({ conversation, messages: merge(known, incoming) })
    tellChanges(before, conversation, outside.emit, () => escalation)
    tellNew(known, incoming)
    markRead()
  }

  function tellNew(known: Message[], incoming: Message[]): void {
    const ids = new Set(known.map(({ id }) => id))
    for (const message of incoming) {
      if (ids.has(message.id) || message.sender.type === 'customer' || message.isDeleted) continue
      store.set({ typing: null })
      if (message.isTransfer || message.sender.type === 'system') continue
      outside.emit('message:received', messageOf(message, store.get().conversation?.id ?? null))
      outside.announce(message)
    }
  }

  // ---- messages

  function arrived(pending: Pending, answer: { conversation: Conversation; message: Message }): void {
    const before = store.get()
    const isSame = before.conversation?.id === answer.conversation.id
    // After `conversation:started`, which the socket may have told already.
    const tellSent = () =>
      outside.emit('message:sent', messageOf({ ...answer.message, clientId: pending.clientId }, answer.conversation.id))
    if (pending.wantsPerson) tasks.add(() => api.post('escalate'))
    // Another conversation is on screen by now.
    if (!isSame && (before.isEarlier || pending.conversationId)) {
      tellSent()
      return
    }
    const isNewer = !isSame || answer.conversation.revision >= (before.conversation?.revision ?? 0)
    // The answer tells of this message only: what else the server has up to that revision comes with the socket, so
    // the revision to resume from must not pass over it.
    const revision = isSame ? (before.conversation?.revision ?? 0) : 0
    const isNext = answer.message.revision <= revision + 1
    const conversation = { ...answer.conversation, revision: isNext ? answer.conversation.revision : revision }
    store.set({
      ...(isNewer ? { conversation } : {}),
      messages: merge(isSame ? before.messages : [], [answer.message]),
      campaign: null,
    })
    if (isNewer) tellChanges(before, answer.conversation, outside.emit)
    tellSent()
  }

  let lastRead = 0
  let nextRead: ReturnType<typeof setTimeout> | undefined
  function markRead(): void {
    const { open, view, conversation } = store.get()
    if (!open || view !== 'messages' || document.visibilityState !== 'visible' || !conversation?.unreadCount) return
    clearTimeout(nextRead)
    const wait = lastRead + READ_MS - Date.now()
    if (wait > 0) {
      nextRead = setTimeout(markRead, wait)
      return
    }
    lastRead = Date.now()
    socket.send({ type: 'read', revision: conversation.revision })
  }

  const history = createHistory(store, api)

  // ---- other tabs, other people

  function heard(word: Word): void {
    if (word === 'outbox') outbox.reread()
    else if (word === 'prechat') store.set({ preChatDone: storage.get('preChatDone') === true })
    else empty()
  }

  /** Deletes all that this browser keeps of the person, in every tab. */
  function forget(): void {
    storage.clear()
    tabs.tell('ended')
    empty()
  }

  function empty(): void {
    session.end()
    socket.stop()
    offline.clear()
    tasks.clear()
    history.restart()
    store.set({ ...NOBODY, view: 'home' })
    outside.emit('session:reset', { sessionId: null })
    if (store.get().open) startSession().catch(() => {})
  }

  function needsForm(): boolean {
    const { config, preChatDone, conversation } = store.get()
    return config.preChat.mode === 'required' && !preChatDone && conversation === null
  }

  /** Why a person was asked for; a part of `conversation:escalated`. */
  let escalation: string | null = null

  let isFormTold = false
  function tellFormNeeded(): void {
    if (isFormTold) return
    isFormTold = true
    outside.emit('prechat:required', { fields: store.get().config.preChat.fields ?? [] })
  }

  // ---- what wakes us

  let unsaid: Page[] = []
  function tellPages(): void {
    if (unsaid.length > 0 && socket.send({ type: 'pages', pages: unsaid })) unsaid = []
  }

  function wake(): void {
    session.wake()
    socket.wake()
    tasks.wake()
    outbox.wake()
    markRead()
    offline.judge()
  }
  addEventListener('online', wake)
  addEventListener('offline', offline.judge)
  addEventListener('pageshow', ({ persisted }) => persisted && store.get().session && socket.start())
  addEventListener('pagehide', () => socket.stop())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake())

  return {
    appId,
    store,
    storage,
    api,
    tabs,
    tasks,
    socket,
    outbox,
    take,
    ensureSession,
    inSession: session.inSession,
    hasPast: session.hasPast,
    wakeUp: session.wanted,
    loadOlder: history.loadOlder,
    ...createEarlier({ store, api, open: socket.open, restart: history.restart }),
    markRead,
    forget,
    needsForm,
    tellFormNeeded,
    expectEscalation(reason: string | null): void {
      escalation = reason
    },
    tellArticle: (id: string, title: string) => outside.emit('article:shown', { id, title }),
    /** Shares values through the shop's page if tabs cannot reach each other: one visitor, one outbox. */
    heldElsewhere(name: string, text: string | null): void {
      const before = storage.get('token')
      if (!storage.hear(name, text)) return
      outbox.reread()
      const now = storage.get('token')
      if (now === before || !now) return
      socket.stop()
      store.set({ session: null })
      startSession().catch(() => {})
    },
    show(view: Screen): void {
      store.set({ view })
      markRead()
    },
    pages(pages: Page[]): void {
      unsaid = [...unsaid, ...pages].slice(-50)
      tellPages()
    },
  }
}

export type Engine = ReturnType<typeof createEngine>
