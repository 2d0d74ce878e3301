import type { Command } from '../../shared/bridge.ts'
import type { Ready } from '../../shared/records.ts'
import { mistakeIn } from '../pre-chat.ts'
import type { ApiError } from './connection/api.ts'
import { createDetails } from './details.ts'
import type { Engine, Outside } from './engine.ts'
import type { Details } from './state.ts'
import { addPending } from './write.ts'

type Texts = Record<string, string>
type Person = { id: string } & Record<string, unknown>

/** What the shop's commands do here. The page has checked their shape; this judges whether they are in place. */
export function createCommands(engine: Engine, outside: Outside, setLocale: (tag: string) => void) {
  const { store, storage, api, tasks, outbox } = engine
  const emit = outside.emit
  let typingStops: ReturnType<typeof setTimeout> | undefined

  /** Work with the server's help, after what was asked for before; `refused` is called when it is dropped. */
  function later(name: string, run: () => Promise<unknown>, key?: string, refused = () => {}): void {
    const dropped = (error: ApiError) => {
      outside.dropped(name, `${error.code}: ${error.message}`)
      refused()
    }
    tasks.add(() => engine.inSession(run), { key, dropped })
  }

  const context = (kind: string) => (args: unknown[]) =>
    later(kind, () => api.put('context', { kind, data: args[0] }), kind)

  const details = createDetails(engine, outside)
  function tellVisitor(changes: Details): void {
    details.add(changes)
    later('set user', details.send, 'visitor')
  }
  if (details.areWaiting()) later('set user', details.send, 'visitor')

  function identify(person: Person): void {
    const known = storage.get('identity')
    if (known !== null && known !== person.id) logout()
    const run = async () => {
      const answer = await api.post<Ready & { identified: boolean }>('identify', person)
      storage.set('identity', person.id)
      engine.take(answer)
      if (answer.identified) emit('user:identified', { id: person.id })
      else outside.dropped('identify', 'the hash is missing or not valid: nothing was merged')
    }
    later('identify', run, 'identify')
  }

  function logout(): void {
    const token = storage.get('token')
    engine.forget()
    if (!token) return
    const headers = { 'x-app-id': engine.appId, authorization: `Bearer ${token}` }
    fetch('/storefront/logout', { method: 'POST', headers, credentials: 'omit', keepalive: true }).catch(() => {})
  }

  function reset(): void {
    const run = async () => {
      const answer = await api.post<Ready>('sessions/reset')
      storage.set('preChatDone', null)
      store.set({ preChatDone: false, campaign: null, isEarlier: false, conversations: [] })
      engine.take(answer)
      emit('session:reset', { sessionId: store.get().session })
    }
    later('session:reset', run)
  }

  function escalate(reason: string | null = null): void {
    const run = async () => {
      engine.expectEscalation(reason)
      const body = reason ? { reason } : {}
      const answer = await api.post<{ escalated: boolean; transferred: boolean }>('escalate', body)
      // `conversation:escalated` follows when the change arrives; where a member had it already, nothing changes.
      if (!answer.escalated) outside.dropped('escalate', 'there is no conversation yet')
      else if (!answer.transferred)
        emit('conversation:escalated', { conversationId: store.get().conversation?.id ?? null, reason })
    }
    later('escalate', run)
  }

  /**
   * Asks for a person, from the first moment on: where no conversation is open, what is on its way begins one, or else
   * the wish itself, in `words`.
   */
  function askForPerson(words: string): void {
    if (store.get().conversation?.status === 'open') {
      escalate()
      return
    }
    if (!outbox.wishForPerson()) addPending(engine, { text: words, wantsPerson: true })
    if (engine.needsForm()) engine.tellFormNeeded()
  }

  /** Whether an answer of the AI agent helped: shown and kept here at once, and taken back should the server refuse it. */
  function rate(messageId: string, isHelpful: boolean): void {
    const keep = (rated: Record<string, boolean>) => {
      const newest = Object.fromEntries(Object.entries(rated).slice(-RATED_MAX))
      storage.set('rated', newest)
      store.set({ rated: newest })
    }
    keep({ ...store.get().rated, [messageId]: isHelpful })
    tasks.add(() => engine.inSession(() => api.post('helpful', { messageId, isHelpful })), {
      key: `helpful ${messageId}`,
      dropped() {
        const { [messageId]: _, ...others } = store.get().rated
        keep(others)
      },
    })
  }

  /** How a conversation went; kept here, so that it is not asked again. */
  function score(conversationId: string, value: number, comment?: string): void {
    const scores = Object.fromEntries(
      Object.entries({ ...store.get().scores, [conversationId]: value }).slice(-RATED_MAX),
    )
    storage.set('scores', scores)
    store.set({ scores })
    const rating = { conversationId, score: value, ...(comment ? { comment } : {}) }
    later('rating', () => api.post('rating', rating), `rating ${conversationId}`)
  }

  function submitForm(given: Record<string, string | boolean> = {}): void {
    const { config, preChatFields, preChatDone } = store.get()
    const { mode, fields = [], consent } = config.preChat
    if (mode === 'off' || preChatDone) return void outside.dropped('prechat:submit', 'there is no form to submit')
    const answers = { ...preChatFields, ...given }
    const wrong = fields.find((field) => mistakeIn(field, answers[field.name]))
    store.set({ preChatFields: answers })
    if (wrong) return void outside.dropped('prechat:submit', `${wrong.name} ${mistakeIn(wrong, answers[wrong.name])}`)
    if (consent?.required && answers.consent !== true && answers.consent !== 'true')
      return void outside.dropped('prechat:submit', 'the consent is required')
    finishForm({ fields: answers })
  }

  function skipForm(): void {
    const { config, preChatDone } = store.get()
    if (config.preChat.mode !== 'optional' || preChatDone)
      return void outside.dropped('prechat:skip', 'there is no form that may be skipped')
    finishForm({ skip: true })
  }

  function finishForm(body: { fields: Record<string, string | boolean> } | { skip: true }): void {
    const keep = (preChatDone: boolean) => {
      storage.set('preChatDone', preChatDone || null)
      store.set({ preChatDone })
      engine.tabs.tell('prechat')
    }
    keep(true)
    const run = async () => {
      await api.post('prechat', body)
      emit('prechat:completed', { skipped: 'skip' in body })
    }
    later('prechat', run, undefined, () => keep(false))
    outbox.flush()
  }

  function typing(active: boolean): void {
    clearTimeout(typingStops)
    engine.socket.send({ type: 'typing', active })
    if (active) typingStops = setTimeout(() => typing(false), 5_000)
  }

  const commands: Record<string, (...args: never[]) => void> = {
    'message:send': (text: string) => {
      addPending(engine, { text })
      if (engine.needsForm()) engine.tellFormNeeded()
    },
    'typing:set': typing,
    identify,
    logout,
    'session:reset': reset,
    escalate: (given?: { reason?: string }) => escalate(given?.reason),
    'article:show': (id: string) => store.set({ view: 'help', articleId: id }),
    'prechat:submit': submitForm,
    'prechat:skip': skipForm,
    'event:track': (name: string, props?: object) =>
      later('event:track', () => api.post('events', { name, ...(props ? { props } : {}) })),
    'message:text': (draft: string) => {
      storage.set('draft', draft)
      store.set({ draft })
    },
    'user:email': (email: string) => tellVisitor({ email }),
    'user:name': (name: string) => tellVisitor({ name }),
    'user:phone': (phone: string) => tellVisitor({ phone }),
    'user:attributes': (attributes: Texts) => tellVisitor({ attributes }),
    'conversation:attributes': (attributes: Texts) =>
      later('conversation:attributes', () => api.put('attributes', { attributes })),
    locale: setLocale,
    'prechat:field': (name: string, value: string | boolean) =>
      store.set({ preChatFields: { ...store.get().preChatFields, [name]: value } }),
  }
  for (const [name, kind] of CONTEXTS) commands[name] = (...args: unknown[]) => context(kind)(args)

  return {
    run({ name, args }: Command): void {
      commands[name]?.(...(args as never[]))
    },
    tellVisitor,
    typing,
    submitForm,
    skipForm,
    askForPerson,
    rate,
    score,
  }
}

/** Answers and conversations of which a browser remembers whether they helped. */
const RATED_MAX = 100

const CONTEXTS = [
  ['user:context', 'context'],
  ['shop:data', 'shop'],
  ['product', 'product'],
  ['cart', 'cart'],
  ['order', 'order'],
] as const

export type Commands = ReturnType<typeof createCommands>
