import {
  ATTRIBUTE_VALUE_MAX,
  ESCALATION_REASON_MAX,
  EVENT_NAME_MAX,
  ID_MAX,
  MESSAGE_TEXT_MAX,
  PERSON_EMAIL_MAX,
  PERSON_ID_MAX,
  PERSON_NAME_MAX,
  PERSON_PHONE_MAX,
} from '../../src/core/limits.ts'
import type { Command } from '../shared/bridge.ts'
import { canonical } from '../shared/language.ts'
import { EVENTS, type EventName } from '../shared/names.ts'
import { json, record, strings, text } from './values.ts'

// The grammar: verb, name, arguments. Each entry checks and copies the arguments of one command; it throws a
// sentence that says why the command is dropped.

type Check = (args: unknown[]) => unknown[]

const none: Check = (args) => size(args, 0, 0)
const object =
  (what: string): Check =>
  (args) => [json(size(args, 1, 1)[0], what)]
const string =
  (what: string, max: number, min = 1): Check =>
  (args) => [text(size(args, 1, 1)[0], what, max, min)]

const view: Check = (args) => {
  size(args, 0, 1)
  if (args.length > 0 && args[0] !== 'home' && args[0] !== 'messages' && args[0] !== 'help') throw 'unknown view'
  return args
}

const flag: Check = (args) => {
  if (typeof size(args, 1, 1)[0] !== 'boolean') throw 'not true or false'
  return args
}

const email: Check = (args) => {
  const address = text(size(args, 1, 1)[0], 'email', PERSON_EMAIL_MAX)
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw 'not an email address'
  return [address]
}

const CHECKS: Record<Command['verb'], Record<string, Check>> = {
  do: {
    'chat:open': view,
    'chat:close': none,
    'chat:toggle': view,
    'chat:show': none,
    'chat:hide': none,
    'launcher:show': none,
    'launcher:hide': none,
    'message:send': string('text', MESSAGE_TEXT_MAX),
    'typing:set': flag,
    identify: (args) => [person(size(args, 1, 1)[0])],
    consent: flag,
    logout: none,
    'session:reset': none,
    escalate(args) {
      if (size(args, 0, 1).length === 0) return []
      const given = record(args[0], 'argument')
      return [given.reason == null ? {} : { reason: text(given.reason, 'reason', ESCALATION_REASON_MAX) }]
    },
    'trigger:run': string('key', 100),
    'article:show': string('id', ID_MAX),
    'prechat:submit'(args) {
      if (size(args, 0, 1).length === 0) return []
      const given = json(args[0], 'fields')
      for (const name of Object.keys(given)) field(name, given[name])
      return [given]
    },
    'prechat:skip': none,
    'event:track'(args) {
      const name = text(size(args, 1, 2)[0], 'name', EVENT_NAME_MAX)
      return args.length > 1 ? [name, json(args[1], 'props')] : [name]
    },
  },
  set: {
    'message:text': string('text', MESSAGE_TEXT_MAX, 0),
    'user:email': email,
    'user:name': string('name', PERSON_NAME_MAX),
    'user:phone': string('phone', PERSON_PHONE_MAX),
    'user:attributes': (args) => [strings(size(args, 1, 1)[0], 'attributes')],
    'user:context': object('context'),
    'shop:data': object('data'),
    product: object('product'),
    cart: object('cart'),
    order: object('order'),
    'conversation:attributes': (args) => [strings(size(args, 1, 1)[0], 'attributes')],
    locale(args) {
      const tag = canonical(text(size(args, 1, 1)[0], 'locale', 35))
      if (!tag) throw 'not a language tag'
      return [tag]
    },
    'prechat:field'(args) {
      field(size(args, 2, 2)[0], args[1])
      return args
    },
  },
}

/** What a pushed thing asks for: a command or, for the verbs on and off, an event and its handler. */
export type Pushed = Command | { verb: 'on' | 'off'; name: EventName; handler?: Handler }
export type Handler = (event: object) => void

/** Reads whatever was pushed. Throws why it is dropped. */
export function read(pushed: unknown): Pushed {
  if (!Array.isArray(pushed)) throw 'not [verb, name, arguments]'
  const length = pushed.length
  if (length < 2 || length > 3) throw 'not [verb, name, arguments]'
  const verb: unknown = pushed[0]
  const name: unknown = pushed[1]
  const args = list(length === 3 ? pushed[2] : undefined)
  if (verb === 'on' || verb === 'off') return { verb, ...listener(name, size(args, verb === 'on' ? 1 : 0, 1)[0], verb) }
  if (verb !== 'do' && verb !== 'set') throw 'unknown verb'
  if (typeof name !== 'string' || !own(CHECKS[verb], name)) throw 'unknown command'
  return { verb, name, args: (CHECKS[verb][name] as Check)(args) }
}

export function listener(name: unknown, handler: unknown, verb: 'on' | 'off'): { name: EventName; handler?: Handler } {
  if (!EVENTS.includes(name as EventName)) throw 'unknown event'
  if (handler === undefined && verb === 'off') return { name: name as EventName }
  if (typeof handler !== 'function') throw 'the handler is not a function'
  return { name: name as EventName, handler: handler as Handler }
}

/** Object.hasOwn is younger than iOS 15. */
export const own = (object: object, key: PropertyKey): boolean => !!Object.getOwnPropertyDescriptor(object, key)

/** Arguments come as `[x]` or bare `x`. Each is read once: a getter may return something else the second time. */
function list(args: unknown): unknown[] {
  if (args === undefined) return []
  if (!Array.isArray(args)) return [args]
  const length = args.length
  if (length > 2) throw 'wrong number of arguments'
  return length === 0 ? [] : length === 1 ? [args[0]] : [args[0], args[1]]
}

function size(args: unknown[], min: number, max: number): unknown[] {
  if (args.length < min || args.length > max) throw 'wrong number of arguments'
  return args
}

/** Null counts as absent: a shop's templates fill in what they have. */
function person(value: unknown): Record<string, unknown> {
  const given = record(value, 'person')
  const copy: Record<string, unknown> = { id: text(given.id, 'id', PERSON_ID_MAX) }
  if (given.hash != null) {
    if (!/^[0-9a-f]{64}$/i.test(text(given.hash, 'hash', 64))) throw 'hash is not 64 hex digits'
    copy.hash = given.hash
  }
  if (given.email != null) copy.email = email([given.email])[0]
  if (given.name != null) copy.name = text(given.name, 'name', PERSON_NAME_MAX)
  if (given.phone != null) copy.phone = text(given.phone, 'phone', PERSON_PHONE_MAX)
  if (given.attributes != null) copy.attributes = strings(given.attributes, 'attributes')
  return copy
}

/** One answer of the pre-chat form: text, or true and false for the consent. */
function field(name: unknown, value: unknown): void {
  text(name, 'name', 100)
  if (typeof value !== 'boolean') text(value, 'value', ATTRIBUTE_VALUE_MAX, 0)
}
