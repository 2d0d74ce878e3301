/**
 * The one range of bytes that a request asks of `size` bytes (RFC 9110, 14.2): null for all of them, which is also the
 * returned for an invalid range, or several; 'none' where it lies beyond the end (416).
 */
export function readRange(header: string | undefined, size: number): { first: number; last: number } | 'none' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (!match) return null
  const [, from = '', to = ''] = match
  if (from === '') {
    if (to === '') return null
    return Number(to) === 0 ? 'none' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  }
  if (to !== '' && Number(to) < Number(from)) return null
  return Number(from) >= size
    ? 'none'
    : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
