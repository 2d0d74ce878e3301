/** Finds the mail that a provider posted as it is: in a field of a form, in a key of JSON, in the content of a notification. */

const KEYS = ['body-mime', 'email', 'RawEmail', 'raw', 'content']
/** JSON inside JSON: a notification's message is a text that holds some. */
const DEPTH_MAX = 2

/**
 * The mail in a body that was posted; null where it has none. A body that is neither a form nor JSON is a mail itself.
 */
export function mailInPost(contentType: string, body: Buffer): Buffer | null {
  const boundary = /^multipart\/form-data\b[^\n]{0,500}?boundary="?([^";\s]{1,200})/i.exec(contentType)?.[1]
  if (boundary) return firstMail((key) => fieldIn(body, boundary, key))
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const fields = new URLSearchParams(body.toString('latin1'))
    return firstMail((key) => asBuffer(fields.get(key)))
  }
  if (/^application\/json\b/i.test(contentType) || isJson(body)) return mailInJson(body.toString('utf8'), 0)
  return body
}

/** No mail begins like an object: the name of its first header has no bracket. */
function isJson(body: Buffer): boolean {
  return /^\s*[{[]/.test(body.toString('latin1', 0, 200))
}

function mailInJson(text: string, depth: number): Buffer | null {
  const value = parse(text)
  const found = firstMail((key) => asBuffer(value[key]))
  if (found || depth >= DEPTH_MAX || typeof value.Message !== 'string') return found
  return mailInJson(value.Message, depth + 1)
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const asBuffer = (value: unknown) => (typeof value === 'string' ? Buffer.from(value) : null)

/** The first of the fields that holds a mail, in base64 or as it is. */
function firstMail(read: (key: string) => Buffer | null): Buffer | null {
  for (const key of KEYS) {
    const value = read(key)
    if (!value) continue
    for (const mail of [value, Buffer.from(value.toString('latin1'), 'base64')]) if (beginsAsMail(mail)) return mail
  }
  return null
}

const beginsAsMail = (bytes: Buffer) => /^\s{0,20}(?:from )?[\w-]{1,80}\s?[: ]/i.test(bytes.toString('latin1', 0, 200))

/** A field of a form by its name; null where it has none. */
function fieldIn(body: Buffer, boundary: string, name: string): Buffer | null {
  const delimiter = Buffer.from(`--${boundary}`)
  const named = new Set([`name="${name}"`, `name=${name}`])
  let start = body.indexOf(delimiter)
  while (start >= 0) {
    const from = start + delimiter.length
    const next = body.indexOf(delimiter, from)
    const part = body.subarray(from, next < 0 ? body.length : next)
    const head = part.toString('latin1', 0, 2_000)
    const end = /\r?\n\r?\n/.exec(head)
    const words = end ? head.slice(0, end.index).split(/[;\s]+/) : []
    if (end && words.some((word) => named.has(word))) return part.subarray(end.index + end[0].length)
    start = next
  }
  return null
}
