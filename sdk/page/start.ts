import type { Command } from '../shared/bridge.ts'
import { VERSION } from '../shared/names.ts'
import { createEvents } from './events.ts'
import { attach } from './global.ts'
import { createSdk, type Options } from './sdk.ts'

const HELD_MAX = 200

/**
 * Makes the global and starts the SDK: at once or, where the script's tag asks for consent, when the shop's page tells of
 * it. What is pushed before that waits, and runs in its order.
 */
export function startSdk(options: Options): void {
  const events = createEvents()
  let held: Command[] = []
  let isAllowed = !options.needsConsent
  let sdk = isAllowed ? createSdk(options, events) : undefined

  function consent(given: boolean): void {
    if (given === isAllowed) return
    isAllowed = given
    if (sdk) sdk.allow(given)
    else {
      sdk = createSdk(options, events)
      sdk.start()
    }
    const waiting = held
    held = []
    for (const command of waiting) run(command)
  }

  function run(command: Command): void {
    if (command.name === 'consent') consent(command.args[0] as boolean)
    else if (isAllowed) sdk?.run(command)
    else if (held.push(command) > HELD_MAX) throw held.pop() && 'too many wait'
  }

  const get = (key: string) => sdk?.get(key) ?? null
  attach(events, { is: (state) => sdk?.is(state) ?? false, get, run }, options.debug)
  events.emit('sdk:ready', { version: VERSION })
  sdk?.start()
}
