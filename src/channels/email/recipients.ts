import { emailKey } from '#base/text.ts'

interface Lists {
  to: string[]
  cc: string[]
  bcc: string[]
}

/** The recipients with each address once: in `to` before `cc`, and in `cc` before `bcc`. */
export function withEachOnce({ to, cc, bcc }: Lists): Lists {
  const known = new Set<string>()
  const unknown = (list: string[]) =>
    list.filter((address) => {
      const key = emailKey(address)
      const isKnown = known.has(key)
      known.add(key)
      return !isKnown
    })
  return { to: unknown(to), cc: unknown(cc), bcc: unknown(bcc) }
}
