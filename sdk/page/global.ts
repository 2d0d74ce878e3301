import type { Command } from '../shared/bridge.ts'
import { VERSION } from '../shared/names.ts'
import type { Events } from './events.ts'
import { listener, own, type Pushed, read } from './grammar.ts'

export interface Global {
  is(state: string): boolean
  get(key: string): unknown
  run(command: Command): void
}

const isCommand = (asked: Pushed): asked is Command => own(asked, 'args')

/** Says why something was dropped, on the console, where the script's tag has `data-debug`. */
export type Debug = (why: unknown, what?: unknown) => void

/** Whether the global is ours already: the script was included twice. */
export function isAttached(): boolean {
  try {
    const known = (window as { parley?: object }).parley
    return typeof known === 'object' && own(known, 'version')
  } catch {
    return false
  }
}

/**
 * Makes `window.parley` ours. The queue that the shop's page made before the script came is worked off, in order, each
 * command once; then that same object gets the methods, so that a reference to it stays valid.
 */
export function attach(events: Events, sdk: Global, debug: Debug): void {
  const push = (...pushed: unknown[]): void => {
    for (let i = 0; i < pushed.length; i++) attempt(pushed, i)
  }

  function attempt(queue: unknown[], index: number): void {
    let pushed: unknown
    try {
      pushed = queue[index]
      const asked = read(pushed)
      if (isCommand(asked)) sdk.run(asked)
      else events[asked.verb](asked.name, asked.handler as never)
    } catch (why) {
      debug(why, pushed)
    }
  }

  const listen = (verb: 'on' | 'off') => (name: unknown, handler?: unknown) => {
    try {
      const asked = listener(name, handler, verb)
      events[verb](asked.name, asked.handler as never)
    } catch (why) {
      debug(why, name)
    }
  }

  const known = (window as { parley?: unknown }).parley
  const queue: unknown[] = Array.isArray(known) ? known : []
  // Something else under our name (an element with that id, say) makes way, and so does a queue that takes no methods.
  const global = Object.isExtensible(queue) ? queue : []
  if (global !== known) define(window, 'parley', global, true)
  // A handler may push while we go through it: what it adds is found at the end.
  for (const all of new Set([queue, global])) for (let i = 0; i < all.length; i++) attempt(all, i)
  global.length = 0
  const methods: Record<string, unknown> = {
    push,
    on: listen('on'),
    off: listen('off'),
    is: (state: unknown) => typeof state === 'string' && sdk.is(state),
    get: (key: unknown) => (typeof key === 'string' ? sdk.get(key) : null),
    version: () => VERSION,
  }
  for (const name of Object.keys(methods)) {
    define(global, name, methods[name], false)
  }
}

/** Without a prototype, for a descriptor has what scripts of the shop put on Object.prototype. */
function define(on: object, name: string, value: unknown, enumerable: boolean): void {
  const how = { __proto__: null, value, writable: true, configurable: true, enumerable } as PropertyDescriptor
  Object.defineProperty(on, name, how)
}
