/** Scheme, two slashes, and who is asked: up to the path, the query or the fragment. */
const START = /^[a-z][a-z\d+.-]*:\/\/([^/?#]+)/i
const HOST_MAX = 253

/**
 * Why a text cannot be a target address, or null: it is a URL as it stands. What a URL parser corrects silently
 * (white space, backslashes, slashes that are missing or too many) is refused, as it is likelier a mistake than meant, and
 * so are a login, a port and a host that no request can have. Its scheme is for the caller to judge.
 */
export function whyNoWebAddress(text: string): string | null {
  if (!URL.canParse(text)) return 'is not a valid URL'
  if (/[\s\p{Cc}\\]/u.test(text)) {
    return 'must not hold white space, control characters or backslashes, unless percent-encoded'
  }
  const authority = START.exec(text)?.[1]
  if (authority === undefined) return 'must have // and a host after its scheme, as in https://shop.example'
  if (authority.includes('@')) return 'must not hold a user name or password'
  const { hostname, port } = new URL(text)
  if (port === '0') return 'must not have port 0'
  const host = hostname.replace(/\.$/, '')
  const isName = host.length <= HOST_MAX && host.split('.').every((label) => label !== '' && label.length <= 63)
  return isName ? null : `has no host that can exist: ${host}`
}
