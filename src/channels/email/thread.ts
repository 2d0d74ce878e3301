import { type AddressKeys, type AddressToken, readAddress } from './address.ts'
import type { ParsedMail } from './read/parsed-mail.ts'

/** What a mail says of where it belongs. Subject and sender say nothing (spec C11.10). */
export interface ThreadSigns {
  /** Token of the recipient that a forwarded mail is answered at, that names a conversation of ours, or a return path of ours. */
  token: AddressToken | null
  /** Failing that: Message-IDs with angle brackets, to be looked up in the mail's own store, the likeliest first. */
  messageIds: string[]
}

const USES = ['forward', 'reply', 'bounce'] as const

/** `keys` are what the addresses were made with. */
export function threadSigns(
  keys: AddressKeys,
  mail: Pick<ParsedMail, 'recipients' | 'inReplyTo' | 'references'>,
): ThreadSigns {
  const tokens = mail.recipients.map((recipient) => readAddress(keys, recipient)).filter((token) => token !== null)
  const messageIds = [...new Set([mail.inReplyTo ?? '', ...mail.references.toReversed()])].filter(Boolean)
  // An answer to a forwarded mail is never the customer's message, even if it goes to their conversation's address too.
  const token = USES.map((one) => tokens.find(({ use }) => use === one)).find((found) => found !== undefined)
  return { token: token ?? null, messageIds }
}
