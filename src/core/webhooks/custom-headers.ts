import { invalidParams } from '#core/errors.ts'

const HEADERS_MAX = 10
const VALUE_MAX = 1_000
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,64}$/
const VALUE = /^[\x20-\x7e]*$/
/** Headers that the service sets, and those that belong to the connection. */
const OURS =
  /^(x-webhook-.*|host|content-.*|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|user-agent)$/i

/** INVALID_PARAMS for headers that no delivery can carry, or that would replace one of the service's. */
export function checkHeaders(headers: Record<string, string>): void {
  const names = Object.keys(headers)
  if (names.length > HEADERS_MAX) throw invalidParams(`headers: at most ${HEADERS_MAX} are allowed.`)
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw invalidParams('headers: each name may be used once.')
  for (const [name, value] of Object.entries(headers)) {
    const shown = JSON.stringify(name.slice(0, 64))
    if (!NAME.test(name)) throw invalidParams(`headers: ${shown} is not a header name of 1 to 64 characters.`)
    if (OURS.test(name)) throw invalidParams(`headers: ${shown} is set by the service.`)
    if (value.length > VALUE_MAX || !VALUE.test(value))
      throw invalidParams(
        `headers: the value of ${shown} must be up to ${VALUE_MAX} visible ASCII characters and spaces.`,
      )
  }
}
