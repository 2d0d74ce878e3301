import type { EventName } from '../shared/names.ts'
import type { Handler } from './grammar.ts'

/** The handlers of a page, and the one way an event reaches them. */
export function createEvents() {
  const handlers = new Map<EventName, Handler[]>()
  /** `sdk:ready` happens once: who asks for it later is called at once. */
  let ready: object | undefined

  function call(handler: Handler, event: object): void {
    try {
      handler.call(undefined, event)
    } catch (error) {
      console.error('[parley] a handler failed:', error)
    }
  }

  return {
    on(name: EventName, handler: Handler): void {
      const known = handlers.get(name) ?? []
      if (known.includes(handler)) return
      handlers.set(name, [...known, handler])
      if (name === 'sdk:ready' && ready) queueMicrotask(() => ready && call(handler, ready))
    },
    off(name: EventName, handler?: Handler): void {
      const known = handlers.get(name) ?? []
      handlers.set(name, handler ? known.filter((other) => other !== handler) : [])
    },
    emit(name: EventName, detail: Record<string, unknown> = {}): void {
      const event = freeze({ ...detail, type: name })
      if (name === 'sdk:ready') ready = event
      for (const handler of handlers.get(name) ?? []) call(handler, event)
    },
  }
}

export type Events = ReturnType<typeof createEvents>

/** Frozen all the way down: one handler cannot change what the next one reads. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const key of Object.keys(value)) freeze((value as Record<string, unknown>)[key])
  }
  return value
}
