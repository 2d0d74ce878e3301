import { localeOf } from '#base/language-tags.ts'
import { codePoints, hasText } from '#base/text.ts'
import { type AddressBook, AddressRefused, NameUnresolved } from '#outbound/address.ts'
import { whyNoWebAddress } from '#outbound/validate-url.ts'
import { invalidParams } from './errors.ts'
import { PERSON_EMAIL_MAX } from './limits.ts'

/** Checks of values that several subjects share. Each throws INVALID_PARAMS naming the value and what would be right. */

/** A text that must not be blank, of at most `max` characters (Unicode code points). */
export function checkText(text: string, max: number, name = 'text'): void {
  if (!hasText(text)) throw invalidParams(`${name} must not be empty.`)
  checkLength(text, max, name)
}

/** A text of at most `max` characters, which may be empty. */
export function checkLength(text: string, max: number, name: string): void {
  const length = codePoints(text)
  if (length > max) throw invalidParams(`${name} has ${length} characters; at most ${max} are allowed.`)
}

/** An address has one @ with something on both sides and no white space. Whether it works, a mail must show. */
export function checkEmail(email: string, name = 'email'): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > PERSON_EMAIL_MAX)
    throw invalidParams(`${name} is not an email address.`)
}

/** A cursor is null or was made by the list that gets it back; `isOurs` is that list's own judgement. */
export function requireCursor(cursor: string | null, isOurs: (cursor: string) => boolean): void {
  if (cursor !== null && !isOurs(cursor)) {
    throw invalidParams('cursor cannot be decoded; pass back paging.nextCursor of the previous page as it came.')
  }
}

/** A moment in ISO 8601, or INVALID_PARAMS that names the parameter: the schema lets a leap second through. */
export function readMoment(name: string, text: string): Date {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) throw invalidParams(`${name} must be a moment in ISO 8601.`)
  return moment
}

/**
 * A web address that the service will send to: https, without a login, at a public address. A name that cannot be
 * resolved now may be later: the sender checks again. `example`: a valid value.
 */
export async function checkOutboundUrl(
  name: string,
  text: string,
  addresses: AddressBook,
  example: string,
): Promise<void> {
  const mistake = whyNoWebAddress(text)
  if (mistake) throw invalidParams(`${name} ${mistake}. Right is, for example, ${example}.`)
  const url = new URL(text)
  if (url.protocol !== 'https:') throw invalidParams(`${name} must be https; it is ${url.protocol.slice(0, -1)}.`)
  try {
    await addresses.resolve(url.hostname)
  } catch (error) {
    if (error instanceof AddressRefused) throw invalidParams(`${name} cannot be reached from here: ${error.message}.`)
    if (!(error instanceof NameUnresolved)) throw error
  }
}

/** A language tag in its usual case (`de-AT`); INVALID_PARAMS for any other text. `place`: where it was sent. */
export function checkLocale(tag: string, place: string): string {
  const canonical = localeOf(tag)
  if (canonical === null) throw invalidParams(`${place} is not a language tag, such as en or pt-BR.`)
  return canonical
}
