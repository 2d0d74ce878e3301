import { codePoints, makeStorable } from '#base/text.ts'
import { invalidParams } from '#core/errors.ts'
import { CUSTOM_ACTION_TOLD_MAX, CUSTOM_ACTION_VALUE_MAX } from '#core/limits.ts'
import { whyNoWebAddress } from '#outbound/validate-url.ts'

/**
 * Addresses, bodies and answers with placeholders such as {{order.number}}. A value is encoded for where it stands: none
 * changes the host of an address, the depth of its path, or the structure of JSON.
 */

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** A value by the name of its placeholder; undefined where nothing is known by that name. */
type Value = string | number | boolean
export type ReadValue = (name: string) => Value | undefined

/** Names in a template, each once, in the order in which they stand. */
export function placeholdersOf(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()))]
}

const fill = (template: string, textOf: (name: string) => string): string =>
  template.replace(PLACEHOLDER, (_, name: string) => textOf(name.trim()))

/** A template with an x for each placeholder. */
export const withoutValues = (template: string): string => fill(template, () => 'x')

/** Splits an address where its query begins: before that are its origin and its path. */
function splitUrl(template: string): { path: string; query: string } {
  const at = template.indexOf('?')
  return at === -1 ? { path: template, query: '' } : { path: template.slice(0, at), query: template.slice(at) }
}

/** The path's placeholders: each needs a value that is not empty. */
export const placeholdersInPath = (url: string): string[] => placeholdersOf(splitUrl(url).path)

/** INVALID_PARAMS for a malformed address, and for one whose origin or fragment has a placeholder. */
export function checkUrlTemplate(template: string): void {
  const example = 'https://shop.example.com/api/orders/{{order.number}}'
  const mistake = whyNoWebAddress(withoutValues(template))
  if (mistake) throw invalidParams(`url ${mistake}. Right is, for example, ${example}.`)
  const authority = /^[^/?#]*\/\/[^/?#]*/.exec(template)?.[0] ?? template
  if (placeholdersOf(authority).length > 0)
    throw invalidParams(`url: placeholders may stand in its path and its query alone, as in ${example}.`)
  if (template.includes('#')) throw invalidParams('url must not have a fragment: it is never sent.')
}

/** The address with its values. INVALID_PARAMS for a value that cannot stand where its placeholder does. */
export function fillUrl(template: string, read: ReadValue): URL {
  const { path, query } = splitUrl(template)
  const filled = fill(path, (name) => encodeURIComponent(pathValue(name, read))) + fill(query, (name) => inQuery(name))
  const [url, meant] = [new URL(filled), new URL(withoutValues(template))]
  const depth = ({ pathname }: URL) => pathname.split('/').length
  if (url.origin !== meant.origin || depth(url) !== depth(meant))
    throw invalidParams('A value would change the path of the address.')
  return url

  function inQuery(name: string): string {
    return encodeURIComponent(makeStorable(String(read(name) ?? '')))
  }
}

/** Servers that decode twice would read %2F as a slash: no value of a path has one, or a dot segment. */
function pathValue(name: string, read: ReadValue): string {
  const value = String(read(name) ?? '')
  if (value === '' || /[/\\%?#\p{Cc}]/u.test(value) || /^\.+$/.test(value) || !value.isWellFormed())
    throw invalidParams(`${name} cannot stand in the path of an address: ${JSON.stringify(value.slice(0, 50))}.`)
  return value
}

/** INVALID_PARAMS for a body that is not JSON, or that has a placeholder outside of its strings. */
export function checkBodyTemplate(template: string): void {
  if (template === '') return
  let body: unknown
  try {
    body = JSON.parse(template)
  } catch {
    throw invalidParams('bodyTemplate is not JSON. Placeholders stand within strings, as in {"size": "{{size}}"}.')
  }
  if (typeof body !== 'object' || body === null) throw invalidParams('bodyTemplate must be a JSON object or array.')
  for (const key of keysOf(body)) {
    if (placeholdersOf(key).length > 0) throw invalidParams('bodyTemplate: no key may have a placeholder.')
  }
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(keysOf)]
}

/**
 * The body with its values, as JSON. A string that is one placeholder becomes the value itself: a number stays a number, and
 * what is not known is null.
 */
export function fillBody(template: string, read: ReadValue): string {
  return JSON.stringify(JSON.parse(template), (_, value: unknown) =>
    typeof value === 'string' ? inBody(value) : value,
  )

  function inBody(text: string): unknown {
    const only = /^\{\{([^{}]*)\}\}$/.exec(text)?.[1]?.trim()
    if (only !== undefined) return read(only) ?? null
    return fill(text, (name) => String(read(name) ?? ''))
  }
}

/** Characters of one value of an answer. */
const TOLD_VALUE_MAX = 300
/** The answer's own values are named by their path in it. */
export const ANSWER = 'answer.'

/** The customer's answer, with values on plain lines; null where the answer lacks a value, or the text is too long. */
export function fillAnswer(template: string, read: ReadValue, answer: unknown): string | null {
  let isWhole = template.trim() !== ''
  const text = fill(template, (name) => {
    const value = name.startsWith(ANSWER) ? readAnswer(answer, name.slice(ANSWER.length)) : read(name)
    if (value === undefined) isWhole = false
    return plain(String(value ?? ''))
  })
  return isWhole && codePoints(text) <= CUSTOM_ACTION_TOLD_MAX ? text.trim() : null
}

/** A text, number or truth value at a path such as items.0.title; a list of such is joined. */
function readAnswer(answer: unknown, path: string): Value | undefined {
  let value = answer
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isValue)) return value.slice(0, 10).join(', ')
  return isValue(value) ? value : undefined
}

const isValue = (value: unknown): value is Value => ['string', 'number', 'boolean'].includes(typeof value)

/** One line of a stranger's text, cut short. */
const plain = (text: string): string =>
  makeStorable(text.slice(0, TOLD_VALUE_MAX).toWellFormed())
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()

/** INVALID_PARAMS for a value that is too long to be sent. */
export function checkValueLength(name: string, value: string): void {
  const length = codePoints(value)
  if (length > CUSTOM_ACTION_VALUE_MAX)
    throw invalidParams(`${name} has ${length} characters; at most ${CUSTOM_ACTION_VALUE_MAX} are allowed.`)
}
